import { price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, marketFall, movedAverage, priceBand, type BandQuestion } from "./index.ts";

const date = "2026-11-20";
const session = {
  opensAt: instantOf("usd", date, "09:30"),
  closesAt: instantOf("usd", date, "16:00"),
};
const dollars = (value: number) => price(BigInt(Math.round(value * 10_000)));

function band(more: Partial<BandQuestion> & { time?: string } = {}) {
  const { time = "12:00", ...rest } = more;
  const on = rest.date ?? date;
  const found = priceBand({
    tier: 1,
    date,
    previousClose: dollars(100),
    average: dollars(100),
    at: instantOf("usd", on, time),
    session: { opensAt: instantOf("usd", on, "09:30"), closesAt: instantOf("usd", on, "16:00") },
    ...rest,
  });
  return found === null ? null : [Number(found.low) / 10_000, Number(found.high) / 10_000];
}

describe("the bands of a stock in New York", () => {
  it("are 5 % around the average of an S&P 500 stock, 10 % of another", () => {
    expect(band()).toEqual([95, 105]);
    expect(band({ tier: 2 })).toEqual([90, 110]);
  });

  it("widen by the previous close: 20 % up to three dollars, below 75 cents 15 cents at most", () => {
    expect(band({ previousClose: dollars(3), average: dollars(3) })).toEqual([2.4, 3.6]);
    expect(band({ previousClose: dollars(0.75), average: dollars(1) })).toEqual([0.8, 1.2]);
    expect(band({ previousClose: dollars(0.74), average: dollars(0.7) })).toEqual([0.55, 0.85]);
    expect(band({ previousClose: dollars(0.1), average: dollars(0.1) })).toEqual([0.03, 0.18]);
  });

  it("are doubled in the last 25 minutes, of the second tier only up to three dollars", () => {
    expect(band({ time: "15:34" })).toEqual([95, 105]);
    expect(band({ time: "15:35" })).toEqual([90, 110]);
    expect(band({ time: "15:35", tier: 2 })).toEqual([90, 110]);
    expect(band({ time: "15:35", tier: 2, previousClose: dollars(2) })).toEqual([60, 140]);
    expect(band({ time: "09:35" })).toEqual([95, 105]);
  });

  it("were doubled in the first 15 minutes and for everybody until 2020", () => {
    expect(band({ date: "2020-02-21", time: "09:44" })).toEqual([90, 110]);
    expect(band({ date: "2020-02-21", time: "09:45" })).toEqual([95, 105]);
    expect(band({ date: "2020-02-21", time: "15:40", tier: 2 })).toEqual([80, 120]);
    expect(band({ date: "2020-02-24", time: "09:44" })).toEqual([95, 105]);
    expect(band({ date: "2010-05-06" })).toBe(null);
  });

  it("are rounded as a whole, doubled before: 40 % of 1.03 is 0.62 to 1.44", () => {
    const low = { previousClose: dollars(1.03), average: dollars(1.03) };
    expect(band({ ...low, time: "15:50" })).toEqual([0.62, 1.44]);
    // 2.99 at 20 %: 2.392 and 3.588; at 40 %: 1.794 and 4.186.
    const penny = { tier: 2, previousClose: dollars(2.99), average: dollars(2.99) } as const;
    expect(band({ ...penny, time: "10:00" })).toEqual([2.39, 3.59]);
    expect(band({ ...penny, time: "15:50" })).toEqual([1.79, 4.19]);
    // An average between two cents leaves the band on the grid.
    expect(band({ ...penny, average: dollars(2.9949) })).toEqual([2.4, 3.59]);
    // 75 % of 10 cents, doubled: 15 cents up, and nothing down.
    const cents = { previousClose: dollars(0.1), average: dollars(0.1), time: "15:50" };
    expect(band(cents)).toEqual([0, 0.25]);
  });

  it("held first for the first tier alone, from 9:45 to 15:30", () => {
    const on = "2013-04-08";
    expect(band({ date: on, time: "09:44" })).toBe(null);
    expect(band({ date: on, time: "09:45" })).toEqual([95, 105]);
    expect(band({ date: on, time: "15:29" })).toEqual([95, 105]);
    expect(band({ date: on, time: "15:30" })).toBe(null);
    expect(band({ date: on, tier: 2 })).toBe(null);
    expect(band({ date: "2013-08-05", tier: 2 })).toEqual([90, 110]);
    expect(band({ date: "2013-08-05", time: "09:31" })).toEqual([90, 110]);
  });

  it("stay until the average has moved by a hundredth", () => {
    expect(movedAverage(dollars(100), dollars(100.99))).toBe(dollars(100));
    expect(movedAverage(dollars(100), dollars(101))).toBe(dollars(101));
    expect(movedAverage(dollars(100), dollars(99))).toBe(dollars(99));
  });

  it("always have their average within them, in whole cents of it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }).map((one) => price(BigInt(one))),
        fc.integer({ min: 1, max: 100_000_000 }).map((one) => price(BigInt(one))),
        fc.constantFrom<1 | 2>(1, 2),
        fc.integer({ min: session.opensAt, max: session.closesAt - 1 }),
        (average, previousClose, tier, at) => {
          const found = priceBand({ tier, date, previousClose, average, at, session })!;
          expect(found.low <= average && average <= found.high).toBe(true);
          expect(found.low).toBeGreaterThanOrEqual(0n);
        },
      ),
    );
  });
});

describe("a fall of the whole market", () => {
  const fall = (level: number, time: string, on = date) =>
    marketFall(
      on,
      { level: dollars(level), previousClose: dollars(1_000) },
      instantOf("usd", on, time),
      instantOf("usd", on, "16:00"),
    )?.level ?? null;
  it.each([
    [930.01, "12:00", null],
    [930, "12:00", 1],
    [930, "15:24", 1],
    [930, "15:25", null],
    [870, "15:24", 2],
    [870, "15:25", null],
    [800, "15:59", 3],
    [800, "09:31", 3],
  ] as const)("to %s of 1,000 at %s halts it at level %s", (level, time, expected) => {
    expect(fall(level, time)).toBe(expected);
  });

  it("halted nothing by these levels before they were the rule", () => {
    expect(fall(800, "12:00", "2008-10-15")).toBe(null);
  });
});
