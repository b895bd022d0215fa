/** Numbers that take four bytes each, and eight where one of them is not whole, below 0, or 2^32 or more. */
export type CompactNumbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Room for `count` numbers. */
export function compactNumbers(areWide: boolean, count: number): CompactNumbers {
  return areWide ? new Float64Array(count) : new Uint32Array(count);
}

/** Whether a number takes eight bytes. */
export const needsWide = (number: number): boolean => number >>> 0 !== number;

export const areWide = (numbers: CompactNumbers): boolean => numbers instanceof Float64Array;

/** The numbers' own bytes, not a copy: what is written into them are other numbers. */
export function bytesOf({ buffer, byteOffset, byteLength }: CompactNumbers): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
