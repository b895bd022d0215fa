import { price } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOnTick, priceLimits, roundToTick } from "./index.ts";
import type { LimitClass, PriceLimitQuestion, TickClass } from "./index.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));

function limits(
  market: PriceLimitQuestion["market"],
  units: number,
  more: Partial<PriceLimitQuestion> = {},
) {
  return priceLimits({
    market,
    limitClass: "standard",
    basePrice: at(units),
    date: "2026-11-20",
    ...more,
  });
}

describe("the TSE's daily limit", () => {
  it.each([
    [99, 30],
    [100, 50],
    [199, 50],
    [200, 80],
    [499, 80],
    [500, 100],
    [700, 150],
    [999, 150],
    [1_000, 300],
    [1_500, 400],
    [2_000, 500],
    [3_000, 700],
    [5_000, 1_000],
    [7_000, 1_500],
    [9_990, 1_500],
    [10_000, 3_000],
    [15_000, 4_000],
    [20_000, 5_000],
    [30_000, 7_000],
    [50_000, 10_000],
    [70_000, 15_000],
    [100_000, 30_000],
    [150_000, 40_000],
    [200_000, 50_000],
    [300_000, 70_000],
    [500_000, 100_000],
    [700_000, 150_000],
    [1_000_000, 300_000],
    [1_500_000, 400_000],
    [2_000_000, 500_000],
    [3_000_000, 700_000],
    [5_000_000, 1_000_000],
    [7_000_000, 1_500_000],
    [10_000_000, 3_000_000],
    [15_000_000, 4_000_000],
    [20_000_000, 5_000_000],
    [30_000_000, 7_000_000],
    [50_000_000, 10_000_000],
  ])("at %d yen is ± %d", (base, amount) => {
    expect(limits("jpy", base)).toMatchObject({ low: at(base - amount), high: at(base + amount) });
  });

  it("moves outwards to the tick: 2,991 + 500 is 3,495", () => {
    expect(limits("jpy", 2_991)).toMatchObject({ low: at(2_491), high: at(3_495) });
  });

  it("stays on the finer grid of the TOPIX 500", () => {
    expect(limits("jpy", 2_991.5, { tickClass: "topix500" })).toMatchObject({
      low: at(2_491.5),
      high: at(3_492),
    });
  });

  it.each([
    [{ up: true, down: false }, 849, 1_599],
    [{ up: false, down: true }, 399, 1_149],
    [{ up: true, down: true }, 399, 1_599],
    [{ up: false, down: false }, 849, 1_149],
  ])("widens by four on the locked side only: %j", (widened, low, high) => {
    expect(limits("jpy", 999, { widened })).toMatchObject({ low: at(low), high: at(high) });
  });

  it("never reaches zero", () => {
    expect(limits("jpy", 20)).toMatchObject({ low: at(1), high: at(50) });
    expect(limits("jpy", 20, { tickClass: "topix500" })).toMatchObject({ low: at(0.1) });
  });

  it("does not exist before a new listing's first price", () => {
    expect(limits("jpy", 0, { basePrice: null })).toBeNull();
  });
});

describe("China's daily limit", () => {
  it.each([
    ["standard", "2026-11-20", 10, 9, 11],
    ["standard", "2026-11-20", 10.05, 9.05, 11.06],
    ["standard", "2026-11-20", 9.99, 8.99, 10.99],
    ["standard", "2026-11-20", 20.005, 18, 22.01],
    ["special_treatment", "2026-07-03", 10, 9.5, 10.5],
    ["special_treatment", "2026-07-06", 10, 9, 11],
    ["special_treatment", "2026-07-03", 3.3, 3.14, 3.47],
    ["growth_board", "2026-11-20", 33.33, 26.66, 40],
    // At least a fen: 0.04 at 10 % would have no other price than itself.
    ["standard", "2026-11-20", 0.04, 0.03, 0.05],
    ["standard", "2026-11-20", 0.01, 0.01, 0.02],
    ["special_treatment", "2026-07-03", 0.95, 0.9, 1],
    ["special_treatment", "1998-04-22", 10, 9.5, 10.5],
    // Beijing cuts the upper limit off and raises the lower one: 110.019, 13.065 and 7.035, 3.705 and 1.995.
    ["beijing_board", "2026-11-20", 84.63, 59.25, 110.01],
    ["beijing_board", "2026-11-20", 10.05, 7.04, 13.06],
    ["beijing_board", "2026-07-03", 2.85, 2, 3.7],
    ["beijing_board", "2021-11-15", 10, 7, 13],
    ["beijing_board", "2026-11-20", 0.02, 0.01, 0.03],
  ] as const)("of %s on %s at %d is %d to %d", (limitClass, date, base, low, high) => {
    expect(limits("cny", base, { limitClass, date })).toMatchObject({
      low: at(low),
      high: at(high),
    });
  });

  it.each([
    ["standard", "2023-04-10", 0, null],
    ["standard", "2023-04-10", 4, null],
    ["standard", "2023-04-10", 5, 11],
    ["standard", "2023-04-07", 0, 14.4],
    ["standard", "2023-04-07", 1, 11],
    ["growth_board", "2026-11-20", 4, null],
    ["growth_board", "2026-11-20", 5, 12],
    ["special_treatment", "2026-11-20", 0, 11],
  ] as const)("of %s on %s, %d days after listing, is up to %d", (limitClass, date, days, high) => {
    const answer = limits("cny", 10, { limitClass, date, tradingDaysSinceListing: days });
    expect(answer?.high ?? null).toBe(high === null ? null : at(high));
  });

  it.each([
    // Listed on the last Friday before the registration system, free on that day's own terms alone.
    ["standard", "2023-04-10", 1, "2023-04-07", 9, 11],
    ["standard", "2023-04-10", 0, "2023-04-10", null, null],
    ["standard", "2014-06-13", 0, "2014-06-13", 6.4, 14.4],
    ["standard", "2014-06-12", 0, "2014-06-12", null, null],
    ["standard", "2014-06-12", 1, "2014-06-11", 9, 11],
    ["growth_board", "2020-08-24", 1, "2020-08-21", 8, 12],
    ["growth_board", "2020-08-28", 4, "2020-08-24", null, null],
  ] as const)(
    "of %s on %s on day %d of a share of %s",
    (limitClass, date, days, listedOn, low, high) => {
      const answer = limits("cny", 10, {
        limitClass,
        date,
        board: limitClass === "growth_board" ? "chinext" : "main",
        tradingDaysSinceListing: days,
        listedOn,
      });
      expect([answer?.low ?? null, answer?.high ?? null]).toEqual(
        [low, high].map((one) => (one === null ? null : at(one))),
      );
    },
  );

  it("of Beijing hold under a risk warning too, on its own rounding", () => {
    const of = { limitClass: "special_treatment", date: "2026-11-27", exchange: "BSE" } as const;
    const beijing = { limitClass: "beijing_board", date: "2026-11-27" } as const;
    expect(limits("cny", 10.05, of)).toEqual(limits("cny", 10.05, beijing));
    expect(limits("cny", 10.05, of)?.reference.rule).toBe("bse_daily_price_limit");
  });

  it("of special treatment names Shenzhen's own first day", () => {
    const since = (exchange: "SSE" | "SZSE") =>
      limits("cny", 10, { limitClass: "special_treatment", date: "2010-01-04", exchange })
        ?.reference.validFrom;
    expect([since("SSE"), since("SZSE")]).toEqual(["1998-04-22", "1998-04-28"]);
  });

  it("of Beijing's every price lies inside 30 %, and the next fen beyond it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 4n, max: 100_000n }), (fens) => {
        const basePrice = price(fens * 100n);
        const answer = limits("cny", 0, { limitClass: "beijing_board", basePrice })!;
        expect(answer.high * 100n <= basePrice * 130n).toBe(true);
        expect((answer.high + 100n) * 100n > basePrice * 130n).toBe(true);
        expect(answer.low * 100n >= basePrice * 70n).toBe(true);
        expect((answer.low - 100n) * 100n < basePrice * 70n).toBe(true);
      }),
    );
  });

  it("fell to 64 % on a listing day before the registration system", () => {
    const answer = limits("cny", 10, { date: "2023-04-07", tradingDaysSinceListing: 0 });
    expect(answer?.low).toBe(at(6.4));
  });
});

describe("a stock without a daily limit", () => {
  it("is every stock of the United States and every stock of the class none", () => {
    expect(limits("usd", 100)).toBeNull();
    expect(limits("jpy", 1_000, { limitClass: "none" })).toBeNull();
    expect(limits("cny", 10, { limitClass: "none" })).toBeNull();
  });
});

it("is on the tick grid, above zero and around the base price, whatever the stock", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("jpy" as const, "cny" as const),
      fc.constantFrom<TickClass>("topix500", "standard"),
      fc.constantFrom<LimitClass>("standard", "special_treatment", "growth_board"),
      fc.oneof(
        fc.bigInt({ min: 10_000n, max: 100_000_000n }),
        fc.bigInt({ min: 10_000n, max: 1_000_000_000_000n }),
      ),
      fc.record({ up: fc.boolean(), down: fc.boolean() }),
      fc.constantFrom("2023-01-05", "2024-11-05", "2026-11-20"),
      (market, tickClass, limitClass, value, widened, date) => {
        const grid = { market, tickClass, date };
        const basePrice = roundToTick(price(value), grid, "nearest");
        const answer = priceLimits({ ...grid, limitClass, basePrice, widened });
        expect(answer).not.toBeNull();
        if (answer === null) return;
        expect(isOnTick(answer.low, grid) && isOnTick(answer.high, grid)).toBe(true);
        expect(answer.low > 0n && answer.low <= basePrice && basePrice <= answer.high).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
