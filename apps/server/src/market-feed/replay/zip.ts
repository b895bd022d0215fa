import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { Unreadable } from "./unreadable.ts";

type Entry = { name: string; bytes: Buffer };
/** Reads `length` bytes from `from` on. */
type Read = (from: number, length: number) => Buffer;

const entriesMax = 100_000;
/** All entries of an archive together: Stooq's largest has two gigabytes. */
const allBytesMax = 4 * 1_024 ** 3;
const directoryBytesMax = 64 * 1_024 * 1_024;

/**
 * The files of a zip archive, one after the other, each up to `bytesMax` unpacked. Their names are names only: nothing
 * is written, so that a path in one leads nowhere.
 *
 * @throws Unreadable for what is no archive, is locked by a password, or unpacks to more.
 */
export function* readZip(file: string, bytesMax: number): Generator<Entry> {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const read: Read = (from, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
    };
    yield* entriesOf(read, size, bytesMax);
  } finally {
    closeSync(handle);
  }
}

/** The same of bytes that are held already. */
export function* unzip(bytes: Buffer, bytesMax: number): Generator<Entry> {
  yield* entriesOf((from, length) => bytes.subarray(from, from + length), bytes.length, bytesMax);
}

function* entriesOf(read: Read, size: number, bytesMax: number): Generator<Entry> {
  const end = endOfDirectory(read, size);
  const directory = read(end.at, Math.min(end.length, directoryBytesMax));
  let unpackedBytes = 0;
  for (let at = 0, count = 0; at + 46 <= directory.length && count < end.entries; count += 1) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new Unreadable("archive_damaged");
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const packedBytes = directory.readUInt32LE(at + 20);
    const toldBytes = directory.readUInt32LE(at + 24);
    const nameLength = directory.readUInt16LE(at + 28);
    const more = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const offset = directory.readUInt32LE(at + 42);
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
    at += 46 + nameLength + more;
    if (name.endsWith("/")) continue;
    if ((flags & 1) === 1) throw new Unreadable("archive_locked");
    if (Math.max(packedBytes, toldBytes) > bytesMax) throw new Unreadable("too_large");
    const local = read(offset, 30);
    if (local.length < 30) throw new Unreadable("archive_damaged");
    const dataAt = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const bytes = inflated(read(dataAt, packedBytes), method, bytesMax);
    if (bytes.length !== toldBytes) throw new Unreadable("archive_damaged");
    unpackedBytes += bytes.length;
    if (unpackedBytes > allBytesMax) throw new Unreadable("too_large");
    yield { name, bytes };
  }
}

function inflated(bytes: Buffer, method: number, bytesMax: number): Buffer {
  if (method === 0) return bytes;
  if (method !== 8) throw new Unreadable("archive_method");
  try {
    return inflateRawSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new Unreadable(isTooLarge ? "too_large" : "archive_damaged");
  }
}

function endOfDirectory(read: Read, size: number): { at: number; length: number; entries: number } {
  const from = Math.max(0, size - 65_557);
  const tail = read(from, size - from);
  const at = tail.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (at < 0 || at + 22 > tail.length) throw new Unreadable("archive_damaged");
  const entries = tail.readUInt16LE(at + 10);
  const directory = { at: tail.readUInt32LE(at + 16), length: tail.readUInt32LE(at + 12), entries };
  if (directory.at === 0xffffffff) throw new Unreadable("archive_too_large");
  if (entries > entriesMax || directory.length > directoryBytesMax) {
    throw new Unreadable("archive_too_many");
  }
  return directory;
}
