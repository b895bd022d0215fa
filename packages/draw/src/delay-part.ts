import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "./bytes.ts";
import { sha256Chain } from "./sha256-chain.generated.ts";

/** One of the 256 parts of a delay: a plain value that is handed to a worker as it is. */
export type DelayPart = { index: number; from: Hex; to: Hex; steps: number };

/** The value after so many hashes; 32 bytes in, 32 bytes out. */
export function delayed(value: Uint8Array, steps: number): Uint8Array {
  if (value.length !== 32) throw new RangeError("A delay goes from 32 bytes to 32 bytes");
  if (!Number.isSafeInteger(steps) || steps < 0) throw new RangeError(`${steps} is no count`);
  const state = new Int32Array(8);
  const read = new DataView(value.buffer, value.byteOffset, value.byteLength);
  for (let word = 0; word < 8; word += 1) state[word] = read.getInt32(word * 4);
  sha256Chain(state, steps);
  const result = new Uint8Array(32);
  const write = new DataView(result.buffer);
  for (const [word, bits] of state.entries()) write.setInt32(word * 4, bits);
  return result;
}

/** Whether hashing leads from one end of the part to the other. */
export function checkDelayPart({ from, to, steps }: DelayPart): boolean {
  return bytesToHex(delayed(hexToBytes(from), steps)) === to;
}
