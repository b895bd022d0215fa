import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Files of PostgreSQL's log (WAL): 8 digits of the timeline, 16 of the place, hexadecimal. */
export const walFilePattern = /^[0-9A-F]{24}$/;
/** What a restore leaves of the timeline that it came from. */
export const historyFilePattern = /^[0-9A-F]{8}\.history$/;

export const walFolder = "wal";

/** A file of the log as it lies in a target. */
export type ShippedFile = {
  path: string;
  /** As PostgreSQL names it. */
  name: string;
  /** Everything that was committed at this moment, in ms, is in this file or before it; null where that is not known. */
  reachedAt: number | null;
  /** Of its bytes before they were compressed; null where an older release shipped it. */
  sha256: string | null;
};

/** The checksum and the moment stand in the name, so that one listing says what there is to be. */
const pathPattern =
  /^wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)(?:-(\d{13}))?(?:-([0-9a-f]{64}))?\.gz$/;

export function walPath({ name, reachedAt, sha256 }: Omit<ShippedFile, "path">): string {
  const parts = [name, reachedAt, sha256].filter((part) => part !== null);
  return `${walFolder}/${parts.join("-")}.gz`;
}

/** Null for what is no file of the log. */
export function parseWalPath(path: string): ShippedFile | null {
  const [, name, reachedAt, sha256] = pathPattern.exec(path) ?? [];
  if (name === undefined) return null;
  return {
    path,
    name,
    reachedAt: reachedAt === undefined ? null : Number(reachedAt),
    sha256: sha256 ?? null,
  };
}

/** Ready to be put: a file of the log, compressed, and what its name in the target is. */
export async function packWal(
  name: string,
  bytes: Buffer,
  reachedAt: number | null,
): Promise<ShippedFile & { packed: Buffer }> {
  const file = { name, reachedAt, sha256: await sha256Of(bytes) };
  return { ...file, path: walPath(file), packed: await zip(bytes, { level: 1 }) };
}

export class DamagedWal extends Error {}

/**
 * The bytes of a file of the log, as PostgreSQL wrote them.
 *
 * @throws DamagedWal where they are not whole, belong elsewhere in the log, or to another database.
 */
export async function unpackWal(
  { name, sha256 }: ShippedFile,
  packed: Buffer,
  systemIdentifier: string | null,
): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await unzip(packed, { chunkSize: unpackedAtOnce });
  } catch {
    throw new DamagedWal("is cut off or damaged");
  }
  if (sha256 !== null && (await sha256Of(bytes)) !== sha256) throw new DamagedWal("is damaged");
  if (walFilePattern.test(name)) requireSound(name, bytes, systemIdentifier);
  return bytes;
}

/**
 * The header of a file's first page (`XLogLongPageHeaderData`, the same since PostgreSQL 9.3): magic 2, info 2, timeline
 * 4, address 8, remaining 4, padding 4, system identifier 8, size of the file 4, size of a page 4. Little-endian,
 * as on every machine that our PostgreSQL is built for.
 */
function requireSound(name: string, bytes: Buffer, systemIdentifier: string | null): void {
  const headerBytes = 40;
  if (bytes.length < headerBytes || bytes.readUInt16LE(0) === 0) {
    throw new DamagedWal("holds no log");
  }
  if (bytes.readUInt32LE(32) !== bytes.length) throw new DamagedWal("is cut off");
  const writtenBy = bytes.readBigUInt64LE(24).toString();
  if (systemIdentifier !== null && writtenBy !== systemIdentifier) {
    throw new DamagedWal("belongs to another database");
  }
  // A new timeline's first file begins with a copy of what the former one had written.
  const isOfTimeline = bytes.readUInt32LE(4) <= timelineOf(name);
  if (!isOfTimeline || bytes.readBigUInt64LE(8) !== BigInt(placeOf(name)) * BigInt(bytes.length)) {
    throw new DamagedWal("belongs elsewhere in the log");
  }
}

const hashedAtOnce = 1024 * 1024;

/** In hexadecimal. Other work has its turn in between: a file of the log alone would hold it up for 10 ms and more. */
export async function sha256Of(bytes: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    hash.update(bytes.subarray(from, from + hashedAtOnce));
    await nextTurn();
  }
  return hash.digest("hex");
}

export const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16);

/** Our files have 16 MiB each, as PostgreSQL makes them unless it is built or initialised otherwise. */
export const walFileBytes = 16 * 1024 * 1024;
/** A file and one byte more: it then comes in one piece. In Node's own pieces of 16 kB it takes three times as long. */
const unpackedAtOnce = walFileBytes + 1;
const filesOfWord = 2 ** 32 / walFileBytes;

/** How many files of the log there were before this one, of whatever timeline. */
export function placeOf(name: string): number {
  return (
    Number.parseInt(name.slice(8, 16), 16) * filesOfWord + Number.parseInt(name.slice(16, 24), 16)
  );
}

export function walName(timeline: number, place: number): string {
  return [timeline, Math.floor(place / filesOfWord), place % filesOfWord]
    .map((number) => number.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
}

/** `START WAL LOCATION: 0/5000028 (file 000000010000000000000005)` in a backup's label. */
export function walFileOf(label: string): string | null {
  return /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1] ?? null;
}

/** A timeline's ancestors, the oldest first, each with the place in the log at which it was left. */
export function parseHistory(text: string): { timeline: number; leftAt: number }[] {
  return [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim)].map(
    ([, timeline, high = "0", low = "0"]) => ({
      timeline: Number(timeline),
      leftAt: Math.floor(
        Number.parseInt(high, 16) * filesOfWord + Number.parseInt(low, 16) / walFileBytes,
      ),
    }),
  );
}
