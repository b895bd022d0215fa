import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "../postgres/start-error.ts";

/** The first key seals; all of them open. Rotation puts a new one in front. */
export type KeyRing = {
  current(): DocumentKey;
  find(id: Buffer): DocumentKey | undefined;
};

export type DocumentKey = { id: Buffer; key: Buffer };

export const keyBytes = 32;
export const keyIdBytes = 8;

/** Where the keys lie unless the environment names them: base64, one a line, the newest first. */
export function keyFilePath(dataDir: string): string {
  return join(dataDir, "document-keys");
}

export function keyRingOf(keys: readonly Buffer[]): KeyRing {
  const ring = keys.map(withId);
  const [first] = ring;
  if (first === undefined) throw new StartError("There is no document key.");
  return {
    current: () => first,
    find: (id) => ring.find((known) => known.id.equals(id)),
  };
}

/**
 * The keys of a file, made with a first one where there is none. Read again when the file changes, so
 * that a rotation does not wait for a restart.
 */
export function keyRingOfFile(path: string): KeyRing {
  makeKeyFile(path);
  let readAt = 0;
  let ring = keyRingOf([randomBytes(keyBytes)]);
  const fresh = (): KeyRing => {
    const changedAt = statSync(path).mtimeMs;
    if (changedAt !== readAt) {
      ring = keyRingOf(readKeyFile(path));
      readAt = changedAt;
    }
    return ring;
  };
  return { current: () => fresh().current(), find: (id) => fresh().find(id) };
}

/** @throws StartError where somebody else may read the file, or it holds no keys. */
export function readKeyFile(path: string): Buffer[] {
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new StartError(`Others may read the document keys: run chmod 600 ${path}`);
  }
  const keys = parseKeys(readFileSync(path, "utf8"));
  if (keys === null) throw new StartError(`${path} does not hold document keys.`);
  return keys;
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. */
export function writeKeyFile(path: string, keys: readonly Buffer[]): void {
  const draft = `${path}.new`;
  writeAll(draft, keys, "w");
  renameSync(draft, path);
}

/** Base64 keys of 32 bytes with commas, blanks or line ends between them; null for anything else. */
export function parseKeys(text: string): Buffer[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const keys = parts.map((part) => Buffer.from(part, "base64"));
  const isSound = keys.length > 0 && keys.every((key) => key.length === keyBytes);
  return isSound ? keys : null;
}

function makeKeyFile(path: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  try {
    writeAll(path, [randomBytes(keyBytes)], "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function writeAll(path: string, keys: readonly Buffer[], flags: "w" | "wx"): void {
  const file = openSync(path, flags, 0o600);
  try {
    writeSync(file, `${keys.map((key) => key.toString("base64")).join("\n")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A key is known by a part of its hash, which tells nothing about it. */
function withId(key: Buffer): DocumentKey {
  return { id: createHash("sha256").update(key).digest().subarray(0, keyIdBytes), key };
}
