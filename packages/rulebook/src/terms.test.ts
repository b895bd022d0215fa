import { currencies, minor, price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  blockLimits,
  dayCount,
  dividendEquivalent,
  firstPriceBounds,
  instantOf,
  interestDays,
  isWholeLot,
  lotRule,
  marginCallDueAt,
  marginRules,
  offerPriceRange,
  securedLoanRules,
  settlementDate,
  usuryCap,
} from "./index.ts";

const at = (units: number) => price(BigInt(Math.round(units * 10_000)));

describe("settlement", () => {
  it.each([
    ["jpy", "2026-11-19", "2026-11-24"],
    ["jpy", "2026-11-16", "2026-11-18"],
    ["jpy", "2026-12-29", "2027-01-04"],
    ["usd", "2024-05-24", "2024-05-29"],
    ["usd", "2024-05-28", "2024-05-29"],
    ["usd", "2026-11-25", "2026-11-27"],
    ["cny", "2026-09-30", "2026-10-08"],
    ["jpy", "2026-11-21", "2026-11-25"],
  ] as const)("of a trade in %s on %s is on %s", (market, tradeDate, date) => {
    expect(settlementDate(market, tradeDate).date).toBe(date);
  });
});

describe("lots", () => {
  it.each([
    ["jpy", "main", 100n, true],
    ["jpy", "main", 150n, false],
    ["usd", "main", 1n, true],
    ["usd", "main", 0n, false],
    ["cny", "main", 100n, true],
    ["cny", "main", 99n, false],
    ["cny", "star", 199n, false],
    ["cny", "star", 201n, true],
    ["cny", "chinext", 201n, false],
    ["cny", "beijing", 99n, false],
    ["cny", "beijing", 101n, true],
  ] as const)("%s %s: a purchase of %d keeps to them: %s", (market, board, quantity, whole) => {
    expect(isWholeLot(shares(quantity), lotRule(market, "2026-11-20", board))).toBe(whole);
  });
});

describe("margin", () => {
  it.each([
    ["jpy", "2026-11-20", 30, 20, [1, 2, 3]],
    ["usd", "2026-11-20", 50, 25, [1, 2]],
    ["cny", "2023-09-07", 100, 130, [1]],
    ["cny", "2023-09-08", 80, 130, [1]],
    // The exchanges' notice of 2026-01-14: new contracts from Monday, 2026-01-19.
    ["cny", "2026-01-16", 80, 130, [1]],
    ["cny", "2026-01-19", 100, 130, [1]],
  ] as const)(
    "in %s on %s: initial %d %, maintenance %d %",
    (market, date, initial, kept, multiples) => {
      expect(marginRules(market, date)).toMatchObject({
        initialPercent: initial,
        maintenancePercent: kept,
        leverageMultiples: multiples,
      });
    },
  );

  it("calls are due at noon of the second trading day", () => {
    expect(marginCallDueAt("jpy", "2026-11-20").at).toBe(instantOf("jpy", "2026-11-25", "12:00"));
    expect(marginCallDueAt("jpy", "2026-11-20").reference.confirmed).toBe(false);
  });

  it.each([
    ["jpy", "2026-11-20", "2026-11-20", 1, 365],
    ["jpy", "2026-11-20", "2026-11-24", 5, 365],
    ["jpy", "2026-11-20", "2026-11-19", 1, 365],
    ["usd", "2026-11-20", "2026-11-20", 0, 360],
    ["usd", "2026-11-20", "2026-11-24", 4, 360],
  ] as const)(
    "in %s from %s to %s bears interest for %d days of %d",
    (market, from, to, days, year) => {
      expect(interestDays(market, from, to)).toMatchObject({ days, dayCount: year });
    },
  );

  it("counts 360 days for dollars and yuan", () => {
    const short = currencies.filter((currency) => dayCount(currency).days === 360);
    expect(short).toEqual(["USD", "CNY"]);
  });
});

describe("blocks", () => {
  const block = (market: "jpy" | "usd" | "cny", units: number, limitClass: "standard" | "none") =>
    blockLimits({
      market,
      limitClass,
      basePrice: at(units),
      lastPrice: at(units),
      date: "2026-11-20",
    });

  it.each([
    [1_000, 930, 1_070],
    [72, 66.96, 77.04],
    [71, 66, 76],
    [3, 0.0001, 8],
  ])("in Japan at %d yen trade from %d to %d", (last, low, high) => {
    expect(block("jpy", last, "standard")).toMatchObject({
      low: at(low),
      high: at(high),
      minimum: null,
    });
  });

  it("in China trade inside the daily limit, or ± 30 % where there is none", () => {
    expect(block("cny", 10, "standard")).toMatchObject({ low: at(9), high: at(11) });
    expect(block("cny", 10, "none")).toMatchObject({ low: at(7), high: at(13) });
    expect(block("cny", 10, "none")?.minimum).toEqual({
      shares: 300_000n,
      valueMinor: 200_000_000n,
    });
  });

  it("have no band in the United States", () => {
    expect(block("usd", 10, "none")).toBeNull();
  });
});

describe("new listings in Japan", () => {
  it("may be offered at 80 % of the range's low to 120 % of its high since October 2023", () => {
    const range = { low: at(1_820), high: at(1_940) };
    expect(offerPriceRange(range, "2023-10-01")).toMatchObject({ low: at(1_456), high: at(2_328) });
    expect(offerPriceRange(range, "2023-09-29")).toMatchObject(range);
  });

  it.each([
    [1_940, 1_455, 4_465],
    [2_110, 1_583, 4_855],
  ])("offered at %d yen open from %d to %d", (offer, low, high) => {
    expect(firstPriceBounds(at(offer), "standard", "2026-11-20")).toMatchObject({
      low: at(low),
      high: at(high),
    });
  });
});

describe("loans and lending", () => {
  it.each([
    [99_999n, 20],
    [100_000n, 18],
    [999_999n, 18],
    [1_000_000n, 15],
  ])("a loan of %d yen bears at most %d %", (principal, yearlyPercentMax) => {
    expect(usuryCap("JPY", minor(principal), "2026-11-20")).toMatchObject({ yearlyPercentMax });
  });

  it("has no Japanese cap in another currency", () => {
    expect(usuryCap("USD", minor(100n), "2026-11-20")).toBeNull();
  });

  it("stops borrowing at 60 % of the collateral and sells it at 85 %", () => {
    expect(securedLoanRules("2026-11-20")).toMatchObject({
      borrowingStopsAtPercent: 60,
      collateralSoldAtPercent: 85,
    });
  });

  it("pays 84.685 % of a dividend to the lender", () => {
    const { numerator, denominator } = dividendEquivalent();
    expect((1_000_000n * numerator) / denominator).toBe(846_850n);
  });
});
