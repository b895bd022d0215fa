import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, type Stats } from "node:fs";

/**
 * A file or folder that something was made of, as it was then. Of a folder it is the names in it that count, but for
 * hidden ones, which editors leave and remove. Whoever changes a file can set its first time, not its second.
 */
export type Source = {
  path: string;
  size: number;
  modifiedAtMs: number;
  changedAtMs: number;
  hash: string;
};

/** The times are those of before it was read: what is saved meanwhile is found to be another. */
export function readSource(path: string): { source: Source; bytes: Buffer } {
  const found = statSync(path);
  const bytes = contentOf(path, found);
  const times = { modifiedAtMs: found.mtimeMs, changedAtMs: found.ctimeMs };
  return { source: { path, size: bytes.length, ...times, hash: hashOf(bytes) }, bytes };
}

/** A copy and an image's layers keep a file and not always its times. */
export function isAsItWas({ path, size, modifiedAtMs, changedAtMs, hash }: Source): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size !== size)) return false;
  if (found.mtimeMs === modifiedAtMs && found.ctimeMs === changedAtMs) return true;
  return hashOf(contentOf(path, found)) === hash;
}

function contentOf(path: string, found: Stats): Buffer {
  if (!found.isDirectory()) return readFileSync(path);
  const names = readdirSync(path).filter((name) => !/^(?:\.|node_modules$)/.test(name));
  return Buffer.from(JSON.stringify(names.toSorted()));
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
