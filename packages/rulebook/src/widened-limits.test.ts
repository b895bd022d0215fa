import { price, type Price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { priceLimits } from "./price-limits.ts";
import { widenedAfter as widenedOn, type TradedDay } from "./widened-limits.ts";

const yen = (amount: number): Price => price(BigInt(amount) * 10_000n);
const stock = { market: "jpy", limitClass: "standard", tickClass: "standard" } as const;

const widenedAfter = (one: Parameters<typeof widenedOn>[0], past: readonly TradedDay[]) =>
  widenedOn(one, past, "2026-11-20");

/** Days of one price each, or of a low and a high. */
function days(base: number, ...traded: (number | [number, number])[]): TradedDay[] {
  let previous = base;
  return traded.map((one, index) => {
    const [low, high] = typeof one === "number" ? [one, one] : one;
    const day = {
      date: `2026-11-${String(9 + index).padStart(2, "0")}`,
      basePrice: yen(previous),
      low: yen(low),
      high: yen(high),
    };
    previous = high;
    return day;
  });
}

describe("a Japanese limit is widened", () => {
  // 700 yen may move by 150: 850, then 1,000, and widened fourfold from there.
  it("after two straight days at the upper one, and on that side alone", () => {
    expect(widenedAfter(stock, days(700, 850))).toEqual({ up: false, down: false });
    expect(widenedAfter(stock, days(700, 850, 1_000))).toEqual({ up: true, down: false });
    const limits = priceLimits({
      ...stock,
      basePrice: yen(1_000),
      date: "2026-11-11",
      widened: widenedAfter(stock, days(700, 850, 1_000)),
    });
    // 300 yen from a base of 1,000, four times upwards.
    expect(limits).toMatchObject({ low: yen(700), high: yen(2_200) });
  });

  it("after two straight days at the lower one", () => {
    expect(widenedAfter(stock, days(1_000, 700, 550))).toEqual({ up: false, down: true });
  });

  it("until it trades away from the limit", () => {
    expect(widenedAfter(stock, days(700, 850, 1_000, 2_200))).toEqual({ up: true, down: false });
    expect(widenedAfter(stock, days(700, 850, 1_000, [1_900, 2_200])).up).toBe(false);
    // The ordinary limit is none any more: 1,300 yen on a widened day is a price like others.
    expect(widenedAfter(stock, days(700, 850, 1_000, 1_300)).up).toBe(false);
  });

  it("not where another price was traded on one of the days", () => {
    expect(widenedAfter(stock, days(700, [849, 850], 1_000)).up).toBe(false);
    expect(widenedAfter(stock, days(700, 850, [999, 1_000])).up).toBe(false);
  });

  // JPX's notice of 2020-06-30: from 2020-08-03 on two days are enough, and the factor is four.
  it.each([
    ["2020-07-31", 2, 1_000, 1_300],
    ["2020-07-31", 3, 1_300, 1_900],
    ["2020-08-03", 2, 1_000, 2_200],
    ["2020-08-03", 3, 1_300, 2_500],
  ])("as the rule of its day says: on %s after %d locked days", (date, count, base, high) => {
    const locked = days(700, ...[850, 1_000, 1_300].slice(0, count)).map((day, index) => ({
      ...day,
      date: `2020-07-${27 + index}`,
    }));
    const widened = widenedOn(stock, locked, date);
    expect(priceLimits({ ...stock, basePrice: yen(base), date, widened })?.high).toBe(yen(high));
  });

  it("nowhere else", () => {
    const locked = days(1_000, 1_100, 1_210);
    expect(widenedAfter({ ...stock, market: "cny" }, locked)).toEqual({ up: false, down: false });
    expect(widenedAfter({ ...stock, limitClass: "none" }, locked).up).toBe(false);
  });
});
