import { statfsSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
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
