import fc from "fast-check";
import { expect, it } from "vitest";
import { createDaySeries, type DayRow } from "./day-series.ts";

const narrowMax = 2 ** 32 - 1;
const untold = fc.constant(Number.NaN);
/** Whole numbers and their edges, where a chunk changes how wide it is. */
const whole = fc.oneof(
  fc.nat({ max: 1_000_000_000 }),
  fc.constantFrom(0, narrowMax - 1, narrowMax, narrowMax + 1, 2 ** 53 - 1),
);
const written = fc.oneof(
  whole.map((value) => value / 10_000),
  fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
);
const prices = fc.nat({ max: 20_000_000 }).map((low) => low + 1);
const row = fc
  .record({
    open: prices,
    volume: whole,
    turnoverMinor: fc.oneof(untold, whole),
    previousClose: fc.oneof(untold, whole),
    adjustment: fc.oneof(untold, written),
  })
  .map(({ open, ...rest }) => ({ open, high: open, low: open, close: open, ...rest }));

it("gives back each row as it was added, over the edges of its chunks and in the order of the days", () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 1_200 }),
      fc.boolean(),
      (rows, areReversed) => {
        const series = createDaySeries("jpy");
        const given: DayRow[] = rows.map((one, index) => ({ day: 15_000 + index, ...one }));
        for (const one of areReversed ? given.toReversed() : given) series.add(one);
        series.settle();
        expect(Array.from({ length: series.length }, (_, index) => series.row(index))).toEqual(
          given,
        );
      },
    ),
    { numRuns: 30 },
  );
});

it("keeps a factor of a day that is there", () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 600 }), (factors) => {
      const series = createDaySeries("cny");
      const [told, open] = [{ previousClose: Number.NaN, turnoverMinor: Number.NaN }, 10_000];
      factors.forEach((_, day) =>
        series.add({
          ...{ day, open, high: open, low: open, close: open, volume: 100, ...told },
          adjustment: Number.NaN,
        }),
      );
      factors.forEach((factor, day) => expect(series.adjust(day, factor)).toBe(true));
      expect(series.adjust(factors.length, 1)).toBe(false);
      expect(factors.map((_, day) => series.toldAt("adjustment", day))).toEqual(factors);
    }),
    { numRuns: 30 },
  );
});
