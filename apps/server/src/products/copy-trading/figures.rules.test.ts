import fc from "fast-check";
import { copyPeriods, dayMs } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import {
  daysBetween,
  figuresOf,
  percent,
  periodBegins,
  within,
  type Point,
} from "./figures.rules.ts";

const dayOf = (number: number) =>
  new Date(Date.parse("2025-01-01") + number * dayMs).toISOString().slice(0, 10);

const series = (values: readonly number[]): Point[] =>
  values.map((value, index) => ({ day: dayOf(index), value, traded: 0, costs: 0 }));

/** Trading days with weekends and holidays between them. */
const anySeries = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 1, 1, 1, 3, 4),
      value: fc.integer({ min: 1, max: 200 }),
      traded: fc.nat(500),
      costs: fc.nat(9),
    }),
    { minLength: 2, maxLength: 90 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, ...rest }): Point => ({ ...rest, day: dayOf((at += gap)) }));
  });

describe("figures", () => {
  it("tell the worst fall with how long it lasted, and on how many days it lost", () => {
    expect(figuresOf(series([100, 110, 99, 88, 95, 111, 120]))).toMatchObject({
      ...{ return: "20.00", worst_fall: "-20.00", worst_fall_days: 4, worst_fall_is_over: true },
      ...{ days: 6, lost_days: 2, worst_day: "-11.11", worst_month: null },
    });
    // Not back yet: until now.
    expect(figuresOf(series([100, 80, 90]))).toMatchObject({
      ...{ worst_fall_days: 2, worst_fall_is_over: false },
    });
    expect(figuresOf(series([100, 101]))).toMatchObject({
      ...{ worst_fall: "0.00", worst_fall_days: 0, worst_fall_is_over: true },
    });
    expect(figuresOf(series([100]))).toBeNull();
    expect(figuresOf([])).toBeNull();
  });

  it("are those of a model that looks at every pair of days", () => {
    fc.assert(
      fc.property(anySeries, (points) => {
        const figures = figuresOf(points);
        if (figures === null) throw new Error("a series without figures");
        const pairs = points.flatMap((high, from) =>
          points.slice(from + 1).map((low) => ({ high, low, change: low.value / high.value - 1 })),
        );
        const deepest = Math.min(0, ...pairs.map(({ change }) => change));
        expect(figures.worst_fall).toBe(percent(deepest));
        const month = pairs.filter(({ high, low }) => {
          const days = daysBetween(high.day, low.day);
          // Between the two ends of it there is no later day that is thirty days before.
          const isNearest = points.every(
            ({ day }) => day <= high.day || daysBetween(day, low.day) < 30,
          );
          return days >= 30 && isNearest;
        });
        expect(figures.worst_month).toBe(
          month.length === 0 ? null : percent(Math.min(...month.map(({ change }) => change))),
        );
        const daily = points.slice(1).map(({ value }, index) => value / points[index]!.value - 1);
        expect(figures.lost_days).toBe(daily.filter((change) => change < 0).length);
        expect(figures.worst_day).toBe(percent(Math.min(0, ...daily)));
        const [low, high] = [Number(figures.low), Number(figures.high)];
        const inside = daily.filter(
          (change) => Number(percent(change)) >= low && Number(percent(change)) <= high,
        );
        expect(inside.length * 10).toBeGreaterThanOrEqual(daily.length * 8);
        // The worst fall lasts from the last of its highest values.
        const starts = pairs.filter(({ high: top, change }) => {
          const isTop = points.every(({ day, value }) => day > top.day || value <= top.value);
          return isTop && change === deepest && deepest < 0;
        });
        if (starts.length > 0) {
          const lasted = starts.map(({ high: top }) => {
            const back = points.find(({ day, value }) => day > top.day && value >= top.value);
            return daysBetween(top.day, (back ?? points.at(-1)!).day);
          });
          expect(lasted).toContain(figures.worst_fall_days);
        }
        const part = points.reduce((sum, { traded, value }) => sum + traded / value, 0);
        expect(figures.turnover).toBe(percent(part));
      }),
      { numRuns: 400 },
    );
  });
});

it("count the lowest moment within a day for the worst fall, where it was looked at", () => {
  const point = (day: string, value: number, low?: number) => ({
    ...{ day, value, traded: 0, costs: 0 },
    ...(low === undefined ? {} : { low }),
  });
  const days = [point("2026-06-01", 100), point("2026-06-02", 95), point("2026-06-03", 104)];
  expect(figuresOf(days)).toMatchObject({ worst_fall: "-5.00", worst_fall_days: 2 });
  // Down to 90 within a day that ends higher than ever, and lower still in one that has not.
  const within = [...days.slice(0, 2), point("2026-06-03", 104, 90), point("2026-06-04", 103, 101)];
  expect(figuresOf(within)).toMatchObject({
    ...{ worst_fall: "-10.00", worst_fall_days: 2, worst_fall_is_over: true },
  });
  const going = [...within, point("2026-06-05", 100, 78)];
  expect(figuresOf(going)).toMatchObject({
    ...{ worst_fall: "-25.00", worst_fall_days: 2, worst_fall_is_over: false },
  });
});

describe("a period", () => {
  it("goes back by months of the calendar, to the last day of a shorter one", () => {
    expect(periodBegins("month", "2026-03-31")).toBe("2026-02-28");
    expect(periodBegins("quarter", "2026-11-23")).toBe("2026-08-23");
    expect(periodBegins("year", "2028-02-29")).toBe("2027-02-28");
    expect(periodBegins("start", "2026-11-23")).toBeNull();
  });

  it("begins with the last value until its first day, and with the first of all where there was none", () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom(...copyPeriods), (points, period) => {
        const last = points.at(-1)!;
        const begins = periodBegins(period, last.day);
        const shown = within(points, begins);
        const before = points.filter(({ day }) => begins !== null && day <= begins);
        expect(shown).toEqual(points.slice(Math.max(0, before.length - 1)));
        expect(shown.at(-1)).toBe(last);
      }),
      { numRuns: 200 },
    );
  });
});
