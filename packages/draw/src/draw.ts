import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { allot, type Outcome } from "./allotment.ts";
import type { Entry, Terms } from "./bundle.ts";
import { canonicalBytes, hash, hashText, purpose, type Hex } from "./bytes.ts";
import { numbersFrom } from "./numbers.ts";
import { placesOf, shuffle } from "./order.ts";

export function termsHashOf(terms: Terms): Hex {
  return hashText(canonicalBytes(terms));
}

/** @param seed 32 bytes of chance, secret until the draw */
export function seedCommitmentTo(seed: Uint8Array): Hex {
  if (seed.length !== 32) throw new RangeError("A seed has 32 bytes");
  return bytesToHex(hash(purpose("seed"), seed));
}

/** By their numbers, as a list is published and hashed. */
export function sortedEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => compareNumbers(one.number, other.number));
}

/** By code units, which are those of ASCII. */
export function compareNumbers(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export type ResultInput = {
  seed: Hex;
  termsHash: Hex;
  root: Hex;
  /** The delay's last value. */
  delayed: Hex;
  /** The beacon's, where the terms name one. */
  randomness: Hex | null;
};

export function resultOf({ seed, termsHash, root, delayed, randomness }: ResultInput): Hex {
  const parts = [termsHash, root, delayed, randomness ?? ""].map((part) => hexToBytes(part));
  return bytesToHex(hmac(sha256, hexToBytes(seed), concatBytes(purpose("result"), ...parts)));
}

export type Drawn = Outcome & { order: string[] };

/** Order and allotments that follow from a result: a list in the order of its numbers, and nothing else. */
export function drawFrom(result: Hex, terms: Terms, entries: readonly Entry[]): Drawn {
  const order = shuffle(placesOf(terms.rule, entries), numbersFrom(hexToBytes(result)));
  const numbers = Array.from(order, (index) => entries[index]?.number ?? "");
  return { order: numbers, ...allot(terms, entries, order) };
}
