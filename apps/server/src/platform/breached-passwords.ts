import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { StartError } from "./postgres/start-error.ts";

/** The passwords that are known from breaches of other sites. */
export type BreachedPasswords = { has(password: string): Promise<boolean> };

export const noBreachedPasswords: BreachedPasswords = { has: () => Promise.resolve(false) };

const hashLength = 40;
/** A line is a hash, a colon and a count. */
const lineLengthMax = 128;

/**
 * A file with a SHA-1 a line, in upper case and in order, with or without `:count` behind it, as Have I
 * Been Pwned hands them out. Nothing of it is held in memory: each look reads a few dozen lines.
 *
 * @throws StartError where it cannot be read or is no such file.
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const first = await firstLine(path).catch((error: unknown) => {
    throw new StartError(`BREACHED_PASSWORDS cannot be read: ${String(error)}`);
  });
  if (!/^[0-9A-F]{40}(?::\d+)?$/.test(first)) {
    throw new StartError(
      "BREACHED_PASSWORDS must be a file with one SHA-1 in upper case a line, in order.",
    );
  }
  return { has: (password) => isInFile(path, sha1(password)) };
}

function sha1(text: string): string {
  return createHash("sha1").update(text, "utf8").digest("hex").toUpperCase();
}

async function firstLine(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lineLengthMax), 0, lineLengthMax, 0);
    return buffer.toString("latin1", 0, bytesRead).split(/\r?\n/, 1)[0] ?? "";
  } finally {
    await file.close();
  }
}

/** Halves the file until one line is left: the first whose hash is not below the wanted one. */
async function isInFile(path: string, wanted: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(2 * lineLengthMax);
    /** The first whole line at or after a place. */
    const lineFrom = async (place: number): Promise<{ hash: string; next: number } | null> => {
      // From one byte before: a place right behind a line's end is a line's beginning.
      const from = Math.max(0, place - 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      const text = buffer.toString("latin1", 0, bytesRead);
      const start = place === 0 ? 0 : text.indexOf("\n") + 1;
      if (place !== 0 && start === 0) return null;
      const hash = text.slice(start, start + hashLength);
      const end = text.indexOf("\n", start);
      return hash.length < hashLength ? null : { hash, next: end === -1 ? size : from + end + 1 };
    };
    let [low, high] = [0, size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineFrom(middle);
      if (line?.hash === wanted) return true;
      if (line !== null && line.hash < wanted) low = line.next;
      else high = middle;
    }
    return (await lineFrom(low))?.hash === wanted;
  } finally {
    await file.close();
  }
}
