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

/** So little that hardly anything could be written, on a disk that a moment ago was full. */
const fullBytesMax = 2 ** 20;

/** One sentence for each folder whose disk is full, for a run that failed over it. */
export function fullDisks(
  folders: readonly string[],
  freeBytesOf: (folder: string) => number = freeBytes,
): string[] {
  return folders
    .filter((folder) => freeBytesOf(folder) < fullBytesMax)
    .map((folder) => fullDisk(folder));
}

export function fullDisk(folder: string): string {
  return `The disk with ${folder} is full: free ${neededGigabytes.disk} GB there, then run the tests again.`;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;
