import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import canonicalize from "canonicalize";
import { drawVersion } from "./limits.ts";

/** A hash or key as it is published: 64 digits in lower-case hexadecimal. */
export type Hex = string;

/** RFC 8785, as UTF-8. */
export function canonicalBytes(value: unknown): Uint8Array {
  return utf8ToBytes(canonicalText(value));
}

export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("What is no JSON has no canonical form");
  return text;
}

export function hash(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(concatBytes(...parts));
}

/** The text that a hash of one purpose begins with, so that it is never one of another. */
export function purpose(name: "seed" | "delay" | "result"): Uint8Array {
  return utf8ToBytes(`${drawVersion} ${name}`);
}

export const hashText = (...parts: readonly Uint8Array[]): Hex => bytesToHex(hash(...parts));
