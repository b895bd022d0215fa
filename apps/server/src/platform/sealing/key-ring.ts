import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDurably, makeFolderDurably, writeDurably } from "../durable-files.ts";
import { StartError } from "../postgres/start-error.ts";

/** The first key seals; all of them open. Rotation puts a new one in front. */
export type KeyRing = {
  current(): DocumentKey;
  find(id: Buffer): DocumentKey | undefined;
};

type DocumentKey = { id: Buffer; key: Buffer };

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
export async function keyRingOfFile(path: string): Promise<KeyRing> {
  await makeKeyFile(path);
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
export async function writeKeyFile(path: string, keys: readonly Buffer[]): Promise<void> {
  await writeDurably(path, textOf(keys));
}

/** Base64 keys of 32 bytes with commas, blanks or line ends between them; null for anything else. */
export function parseKeys(text: string): Buffer[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const keys = parts.map((part) => Buffer.from(part, "base64"));
  const isSound = keys.length > 0 && keys.every((key) => key.length === keyBytes);
  return isSound ? keys : null;
}

/** A power cut under an older version left a file without a letter in it: no key that anything knows. */
export function hasKeyFile(path: string): boolean {
  return existsSync(path) && !isBlank(readFileSync(path));
}

async function makeKeyFile(path: string): Promise<void> {
  await makeFolderDurably(dirname(path));
  const text = textOf([randomBytes(keyBytes)]);
  if (existsSync(path) && !hasKeyFile(path)) await writeDurably(path, text);
  else await createDurably(path, text);
}

function isBlank(content: Buffer): boolean {
  return content.every((byte) => byte === 0);
}

function textOf(keys: readonly Buffer[]): string {
  return `${keys.map((key) => key.toString("base64")).join("\n")}\n`;
}

/** A key is known by a part of its hash, which tells nothing about it. */
function withId(key: Buffer): DocumentKey {
  return { id: createHash("sha256").update(key).digest().subarray(0, keyIdBytes), key };
}
