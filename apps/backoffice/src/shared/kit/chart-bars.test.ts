import { describe, expect, test } from "vitest";
import { chartBars, daysOf } from "./chart-bars.ts";

describe("bars", () => {
  test("have one scale: twice as much is twice as high", () => {
    const { bars, max, zero } = chartBars([[10, 20]]);
    expect(max).toBe(20);
    expect(zero).toBe(100);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [50, 50],
      [0, 100],
    ]);
  });

  test("stand on one zero line where some are below it", () => {
    const { bars, zero } = chartBars([[30, -10]]);
    expect(zero).toBe(75);
    expect(bars[0]).toMatchObject({ y: 0, height: 75 });
    expect(bars[1]).toMatchObject({ y: 75, height: 25 });
  });

  test("of several series stand side by side and inside the room", () => {
    const { bars } = chartBars([
      [1, 1],
      [1, 1],
    ]);
    const ordered = bars.toSorted((one, other) => one.x - other.x);
    expect(ordered.map(({ group, series }) => [group, series])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    for (const [index, bar] of ordered.entries()) {
      expect(bar.x + bar.width).toBeLessThanOrEqual((ordered[index + 1]?.x ?? 100) + 1e-9);
    }
  });

  test("are none where there is nothing, and to be seen where there is hardly anything", () => {
    expect(chartBars([[0, 0]]).bars).toEqual([]);
    expect(chartBars([]).bars).toEqual([]);
    expect(chartBars([[1, 1_000_000]]).bars[0]?.height).toBeGreaterThan(0.5);
  });
});

test("a span has every one of its days, over the end of a month and a leap day", () => {
  expect(daysOf("2028-02-27", "2028-03-01")).toEqual([
    "2028-02-27",
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
  ]);
  expect(daysOf("2026-11-24", "2026-11-24")).toEqual(["2026-11-24"]);
});
