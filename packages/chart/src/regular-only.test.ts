import type { Indicator, KLineData } from "klinecharts";
import { expect, it } from "vitest";
import { mergeExtended, type Bar } from "./bars.ts";
import { regularOnly } from "./regular-only.ts";
import { rsiOf } from "./oscillators.ts";

const bar = (time: number, close: number): Bar => ({
  ...{ time, open: close, high: close, low: close, close },
  ...{ volume: 0, turnover: 0 },
});

it("reckons indicators from the bars of the regular hours alone", async () => {
  const regular = Array.from({ length: 40 }, (_, index) => bar(index * 10, 100 + (index % 7)));
  const outside = [5, 15, 205, 395].map((time) => bar(time, 9_000));
  const merged = mergeExtended(regular, outside);
  const lines: KLineData[] = merged.map(({ time, ...values }) => ({ timestamp: time, ...values }));
  const calc = (bars: readonly KLineData[]) =>
    rsiOf(
      bars.map(({ close }) => close),
      14,
    ).map((rsi) => ({ rsi }));
  const none = {} as Indicator;
  const values = await regularOnly((bars) => calc(bars))(lines, none);
  expect(values).toHaveLength(44);
  const ofRegular = values.filter((_, index) => merged[index]?.isExtended !== true);
  expect(ofRegular).toEqual(calc(regular.map(({ time, ...own }) => ({ timestamp: time, ...own }))));
  const ofExtended = values.filter((_, index) => merged[index]?.isExtended === true);
  expect(ofExtended).toEqual([{}, {}, {}, {}]);
});

it("puts the bars of extended hours in their places, marked, and changes no other", () => {
  const regular = [bar(10, 1), bar(20, 2)];
  const merged = mergeExtended(regular, [bar(5, 7), bar(25, 9)]);
  expect(merged.map(({ time, isExtended = false }) => [time, isExtended])).toEqual([
    [5, true],
    [10, false],
    [20, false],
    [25, true],
  ]);
  expect(merged[1]).toBe(regular[0]);
  expect(mergeExtended(regular, [])).toBe(regular);
});
