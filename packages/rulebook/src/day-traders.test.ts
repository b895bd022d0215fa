import { marketKeys } from "@sanshi/money";
import fc from "fast-check";
import { expect, it } from "vitest";
import { dayTraders, dayTradingBuyingPower, isPatternDayTrader } from "./day-traders.ts";
import { marginRules } from "./margin.ts";
import { maintenancePercentOf } from "./margin-figures.ts";

const figures = (equity: bigint, exposure = 0n) => ({
  ...{ equity, exposure, shorts: 0n, shortExtra: 0n, debt: 0n },
});

it("asks pattern day traders in New York for 25,000 dollars until June 2026, and nobody since", () => {
  const before = dayTraders("usd", "2026-06-03");
  expect(before.pattern).toMatchObject({ dayTrades: 4, tradingDays: 5, equity: 2_500_000n });
  const pattern = (dayTrades: number, trades: number) =>
    isPatternDayTrader(before, { dayTrades, trades });
  expect(pattern(2, 4)).toBe(false);
  expect(pattern(3, 6)).toBe(true);
  // Four of 67 are less than 6 %.
  expect(pattern(3, 64)).toBe(true);
  expect(pattern(3, 65)).toBe(false);
  const since = dayTraders("usd", "2026-06-04");
  expect(since).toMatchObject({ pattern: null, reference: { confirmed: true } });
  expect(isPatternDayTrader(since, { dayTrades: 50, trades: 100 })).toBe(false);
  expect(dayTraders("usd", "2001-09-27").pattern).toBeNull();
});

it("has no such rule in Tokyo and on the mainland, and says where it is from", () => {
  for (const market of marketKeys) {
    const { pattern, buyingPower, reference } = dayTraders(market, "2026-11-23");
    expect(reference.source).not.toBe("");
    if (market !== "usd") expect([pattern, buyingPower]).toEqual([null, null]);
  }
});

it("limits new trades to four times the equity beyond maintenance, or to what leaves maintenance", () => {
  const rules = marginRules("usd", "2026-06-03");
  const before = dayTraders("usd", "2026-06-03");
  // 10,000 dollars of own money with 20,000 of positions, which keep 5,000.
  const held = figures(1_000_000n, 2_000_000n);
  expect(dayTradingBuyingPower(before, rules, held, "long")).toBe(2_000_000n);
  expect(dayTradingBuyingPower(before, rules, figures(-1n), "long")).toBe(0n);
  const since = dayTraders("usd", "2026-06-04");
  expect(dayTradingBuyingPower(since, rules, held, "long")).toBe(2_000_000n);
  expect(dayTradingBuyingPower(since, rules, held, "short")).toBe(1_666_666n);
});

it("leaves maintenance whatever is bought within it", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const rules = marginRules("usd", "2026-06-04");
  const since = dayTraders("usd", "2026-06-04");
  fc.assert(
    fc.property(amounts, amounts, (equity, exposure) => {
      const power = dayTradingBuyingPower(since, rules, figures(equity, exposure), "long") ?? 0n;
      if (power === 0n) return;
      const after = figures(equity, exposure + power);
      const kept = BigInt(maintenancePercentOf(rules, after)) * after.exposure;
      expect(kept).toBeLessThanOrEqual(equity * 100n);
    }),
    { numRuns: 300 },
  );
});
