import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Numbers below a bound, each as likely as the others, one after the other from a result. */
export type Numbers = { below(bound: number): number };

const numbersABlock = 4;
const wordValues = 2 ** 32;

export function numbersFrom(result: Uint8Array): Numbers {
  const keyed = hmac.create(sha256, result);
  const counter = new Uint8Array(8);
  const view = new DataView(counter.buffer);
  return numbersFromBlocks((index) => {
    view.setBigUint64(0, BigInt(index));
    return keyed.clone().update(counter).digest();
  });
}

/** Each block holds four numbers of 64 bits, big end first. */
export function numbersFromBlocks(blockAt: (index: number) => Uint8Array): Numbers {
  let block: DataView = new DataView(new ArrayBuffer(0));
  let blocks = 0;
  let used = numbersABlock;
  const nextOffset = () => {
    if (used === numbersABlock) {
      const { buffer, byteOffset, byteLength } = blockAt(blocks);
      block = new DataView(buffer, byteOffset, byteLength);
      blocks += 1;
      used = 0;
    }
    used += 1;
    return (used - 1) * 8;
  };
  return {
    below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > wordValues) {
        throw new RangeError(`${bound} is no bound of a number`);
      }
      // So many of the highest values of 64 bits are beyond the largest multiple of the bound.
      const beyond = remainder(wordValues - 1, wordValues - 1, bound) + 1;
      const skipped = beyond === bound ? 0 : beyond;
      for (;;) {
        const offset = nextOffset();
        const [high, low] = [block.getUint32(offset), block.getUint32(offset + 4)];
        if (high === wordValues - 1 && low >= wordValues - skipped) continue;
        return remainder(high, low, bound);
      }
    },
  };
}

/** Of a number of 64 bits, sixteen bits at a time: no product leaves the integers that a double holds. */
function remainder(high: number, low: number, bound: number): number {
  const first = high % bound;
  const second = (first * 0x10000 + (low >>> 16)) % bound;
  return (second * 0x10000 + (low & 0xffff)) % bound;
}
