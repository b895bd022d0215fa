import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, bytesToHex } from "@noble/hashes/utils.js";
import { canonicalBytes, hash, type Hex } from "./bytes.ts";
import type { Entry } from "./bundle.ts";

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The Merkle tree hash of RFC 6962 over a list in its order. */
export function entriesRoot(entries: readonly Entry[]): Hex {
  return bytesToHex(rootOf(entries.map(leafOf)));
}

/** The path of RFC 6962, section 2.1.1: the hashes beside the way from an entry to the root. */
export function inclusionProof(entries: readonly Entry[], index: number): Hex[] {
  if (!Number.isInteger(index) || index < 0 || index >= entries.length) {
    throw new RangeError(`There is no entry ${index} in a list of ${entries.length}`);
  }
  return pathOf(entries.map(leafOf), index).map((step) => bytesToHex(step));
}

export type Inclusion = { entry: Entry; index: number; size: number; proof: readonly Hex[] };

/** Whether the entry stands at its place in the list of that size with that root. */
export function isIncluded({ entry, index, size, proof }: Inclusion, root: Hex): boolean {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) {
    return false;
  }
  if (!proof.every((step) => /^[0-9a-f]{64}$/.test(step))) return false;
  const hashes = proof.map((step) => hexToBytes(step));
  const climbed = climb(leafOf(entry), { index, size, hashes });
  return climbed !== null && bytesToHex(climbed) === root;
}

function leafOf(entry: Entry): Uint8Array {
  return hash(leafPrefix, canonicalBytes(entry));
}

const nodeOf = (left: Uint8Array, right: Uint8Array) => hash(nodePrefix, left, right);

/**
 * Level by level, an odd one carried up as it is: the same tree as splitting at the largest power of two, because
 * every subtree but the last is complete.
 */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array());
  let level = [...leaves];
  // One buffer for all nodes of a hundred thousand entries.
  const node = concatBytes(nodePrefix, new Uint8Array(64));
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (left === undefined) continue;
      if (right === undefined) {
        above.push(left);
        continue;
      }
      node.set(left, 1);
      node.set(right, 33);
      above.push(sha256(node));
    }
    level = above;
  }
  return level[0] ?? sha256(new Uint8Array());
}

function pathOf(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathOf(left, index), rootOf(right)]
    : [...pathOf(right, index - split), rootOf(left)];
}

type Climb = { index: number; size: number; hashes: readonly Uint8Array[] };

/** The way up; null where the path is not as long as the tree is high. */
function climb(leaf: Uint8Array, { index, size, hashes }: Climb): Uint8Array | null {
  if (size === 1) return hashes.length === 0 ? leaf : null;
  const beside = hashes.at(-1);
  if (beside === undefined) return null;
  const below = hashes.slice(0, -1);
  const split = largestPowerBelow(size);
  if (index < split) {
    const left = climb(leaf, { index, size: split, hashes: below });
    return left && nodeOf(left, beside);
  }
  const right = climb(leaf, { index: index - split, size: size - split, hashes: below });
  return right && nodeOf(beside, right);
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
