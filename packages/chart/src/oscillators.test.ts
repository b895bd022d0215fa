import { describe, expect, it } from "vitest";
import { exponentialAverages, kdjOf, macdOf, rsiOf } from "./oscillators.ts";

describe("MACD", () => {
  // A straight rise of 1 a bar: an average of length n is (n - 1) / 2 behind.
  const closes = Array.from({ length: 60 }, (_one, index) => 100 + index);
  const lengths = [12, 26, 9] as const;

  it("is the distance of both averages, and its signal their average, from the first bar that has them", () => {
    const found = macdOf(closes, { lengths, factor: 1 });
    expect(found[24]).toEqual({});
    expect(found[25]?.line).toBeCloseTo(12.5 - 5.5, 10);
    expect(found[32]).not.toHaveProperty("signal");
    expect(found[33]).toEqual({
      line: expect.closeTo(7),
      signal: expect.closeTo(7),
      histogram: expect.closeTo(0),
    });
  });

  it("has a histogram that is doubled in Chinese alone", () => {
    const bent = [...closes, 170, 160, 175];
    const [once, twice] = ([1, 2] as const).map((factor) =>
      macdOf(bent, { lengths, factor }).at(-1),
    );
    expect(once?.histogram).toBeCloseTo((once?.line ?? 0) - (once?.signal ?? 0), 10);
    expect(Math.abs(once?.histogram ?? 0)).toBeGreaterThan(0.01);
    expect(twice?.histogram).toBeCloseTo(2 * (once?.histogram ?? 0), 10);
    expect(twice?.line).toBe(once?.line);
  });
});

describe("RSI", () => {
  /** The closes of the worked example in StockCharts' ChartSchool, of 14 bars. */
  const closes = [
    ...[44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61],
    ...[46.28, 46.28, 46.0, 46.03, 46.41, 46.22, 45.64],
  ];

  it("is Wilder's", () => {
    const found = rsiOf(closes, 14);
    expect(found[13]).toBeUndefined();
    expect(found.slice(14).map((value) => Math.round((value ?? 0) * 100) / 100)).toEqual([
      70.46, 66.25, 66.48, 69.35, 66.29, 57.92,
    ]);
  });

  it("is 100 where all rose, 0 where all fell, and what it was where nothing moves", () => {
    expect(rsiOf([1, 2, 3, 4], 3).at(-1)).toBe(100);
    expect(rsiOf([4, 3, 2, 1], 3).at(-1)).toBe(0);
    expect(rsiOf([2, 2, 2, 2], 3).at(-1)).toBe(50);
  });
});

describe("KDJ", () => {
  const bar = (high: number, low: number, close: number) => ({ high, low, close });

  it("begins at 50 and follows the close within the last bars", () => {
    const found = kdjOf([bar(10, 8, 9), bar(11, 9, 11)], [2, 3, 3]);
    expect(found[0]).toEqual({});
    // RSV is 100: a third of the way from 50, and D a third of that.
    const [k, d] = [50 + 50 / 3, 50 + 50 / 9];
    expect(found[1]).toEqual({
      k: expect.closeTo(k),
      d: expect.closeTo(d),
      j: expect.closeTo(3 * k - 2 * d),
    });
  });

  it("of a stock that stands locked keeps its last value", () => {
    const locked = bar(12, 12, 12);
    const found = kdjOf([bar(10, 8, 9), bar(11, 9, 11), locked, locked, locked], [2, 3, 3]);
    expect(found[4]).toEqual(found[3]);
    expect(found[3]).toEqual(found[2]);
    expect(found[2]?.k).toBeGreaterThan(50);
  });
});

describe("an exponential average", () => {
  it("of 200 bars no longer depends on where a thousand of them began", () => {
    const closes = Array.from(
      { length: 2_000 },
      (_one, index) => 1_000 + 50 * Math.sin(index / 40),
    );
    const from = (bars: number) => exponentialAverages(closes.slice(-bars), 200).at(-1) ?? 0;
    expect(Math.abs(from(1_000) - from(2_000))).toBeLessThan(0.05);
  });
});
