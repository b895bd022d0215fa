/** Whole numbers from 0 on: they take four bytes each, and eight where one of them does not fit in four. */
export type WholeNumbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Room for `count` numbers. */
export function wholeNumbers(areWide: boolean, count: number): WholeNumbers {
  return areWide ? new Float64Array(count) : new Uint32Array(count);
}

/** Whether a number needs eight bytes. */
export const isWide = (number: number): boolean => number >>> 0 !== number;

export const areWide = (numbers: WholeNumbers): boolean => numbers instanceof Float64Array;
