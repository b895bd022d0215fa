import { statfsSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { projectFolder } from "./project.ts";

const gigabyte = 2 ** 30;
/** What a run was seen to take, and a third more. */
const neededGigabytes = { memory: 4, disk: 4 };

/** One sentence for each thing that this machine has too little of; the tests begin all the same. */
export function shortages(
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity),
  freeBytesOf: (folder: string) => number = freeBytes,
): string[] {
  const short: string[] = [];
  const { memory, disk } = neededGigabytes;
  if (memoryBytes < memory * gigabyte) {
    short.push(
      `This machine has ${inGigabytes(memoryBytes)} of memory; the tests need ${memory} GB.`,
    );
  }
  for (const folder of new Set([projectFolder, tmpdir()])) {
    const free = freeBytesOf(folder);
    if (free >= disk * gigabyte) continue;
    short.push(
      `${inGigabytes(free)} are free in ${folder}; the tests need up to ${disk} GB there.`,
    );
  }
  return short;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;

/** What the gate may take on two idle cores: more is a line at the end, and no failure. */
const budget = { minutes: 6, processorMinutes: 10, fileSeconds: 15 };

/** One line for each budget that a run of the gate exceeded; `processorSeconds` is null where nobody counts them. */
export function overBudget(used: {
  wallSeconds: number;
  processorSeconds: number | null;
  files: readonly { path: string; seconds: number }[];
}): string[] {
  const { minutes, processorMinutes, fileSeconds } = budget;
  const lines: string[] = [];
  const hold = (seconds: number, most: number, what: string) => {
    if (seconds > most * 60)
      lines.push(`${(seconds / 60).toFixed(1)} ${what}, ${most} are the budget`);
  };
  hold(used.wallSeconds, minutes, `minutes on ${availableParallelism()} cores`);
  hold(used.processorSeconds ?? 0, processorMinutes, "minutes of processor time");
  for (const { path, seconds } of used.files) {
    if (seconds <= fileSeconds) continue;
    lines.push(`${seconds.toFixed(1)} s for ${path}, ${fileSeconds} are the budget`);
  }
  return lines;
}
