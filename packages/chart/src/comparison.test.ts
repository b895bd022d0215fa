import { describe, expect, it } from "vitest";
import { alignedValues, comparedBase, percentFrom } from "./comparison.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("another stock beside the candles", () => {
  it("meets the day of an exchange that opens later on it", () => {
    const tokyo = [0, day, 2 * day];
    const newYork = [14 * hour, day + 14 * hour].map((at, index) => ({ at, value: 10 + index }));
    expect(alignedValues(tokyo, newYork)).toEqual([10, 11, 11]);
  });

  it("keeps its last value over a day on which it does not trade, and has none before its first", () => {
    const points = [
      { at: day, value: 5 },
      { at: 3 * day, value: 6 },
    ];
    expect(alignedValues([0, day, 2 * day, 3 * day], points)).toEqual([null, 5, 5, 6]);
    expect(alignedValues([0, day], [])).toEqual([null, null]);
  });

  it("meets its week though one of the two has a holiday on Monday", () => {
    const weeks = [0, 7 * day + day, 14 * day];
    const others = [day, 7 * day, 14 * day].map((at, index) => ({ at, value: index + 1 }));
    expect(alignedValues(weeks, others)).toEqual([2, 2, 3]);
  });

  it("is counted from the first visible candle at which there are both", () => {
    const [closes, others] = [
      [100, 110, 121, 99],
      [null, 50, 60, 40],
    ];
    const base = comparedBase(closes, others, { from: 0, to: 4 });
    expect(base).toEqual({ index: 1, own: 110, other: 50 });
    expect(percentFrom(base!.own, 121)).toBeCloseTo(10);
    expect(percentFrom(base!.other, others[3])).toBeCloseTo(-20);
    expect(comparedBase(closes, others, { from: 2, to: 4 })?.index).toBe(2);
    expect(comparedBase(closes, [null, null, null, null], { from: 0, to: 4 })).toBe(null);
    expect(percentFrom(0, 5)).toBe(null);
    expect(percentFrom(5, null)).toBe(null);
  });
});
