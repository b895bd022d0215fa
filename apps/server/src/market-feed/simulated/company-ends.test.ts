import { addTradingDays, daysAfter, instantOf, isTradingDay, localDate } from "@sanshi/rulebook";
import { marketKeys } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { openChance } from "./chance.ts";
import { simulatedEnds } from "./company-ends.ts";

const companies = demoCompanies();
const begins = Date.parse("2026-01-01T12:00:00Z");
const dayMs = 86_400_000;

/** What is told on each day of three years, by what it tells. */
function toldOver(seed: string) {
  const endsAt = simulatedEnds(companies, openChance(seed), "exchange");
  const told = new Map<string, { at: number; days: number }>();
  for (let day = 0; day < 3 * 365; day += 1) {
    const now = begins + day * dayMs;
    for (const { market, code, lastTradingDay } of endsAt(now)) {
      const key = `${market} ${code} ${lastTradingDay}`;
      const known = told.get(key);
      told.set(key, { at: known?.at ?? now, days: (known?.days ?? 0) + 1 });
    }
  }
  return told;
}

describe("companies of a simulated market end", () => {
  it.each(["one", "another", "a third"])("once a market and year, seed %s", (seed) => {
    const told = toldOver(seed);
    const byMarketAndYear = Map.groupBy(told.keys(), (key) => {
      const [market, , day = ""] = key.split(" ");
      return `${market} ${day.slice(0, 4)}`;
    });
    expect(byMarketAndYear.size).toBe(marketKeys.length * 3);
    for (const keys of byMarketAndYear.values()) expect(keys).toHaveLength(1);
  });

  it("are announced four weeks ahead and told of until the day itself, which is a trading day", () => {
    for (const [key, { at, days }] of toldOver("weeks")) {
      const [market, , last = ""] = key.split(" ");
      const known = marketKeys.find((one) => one === market)!;
      expect(isTradingDay(known, last, "exchange")).toBe(true);
      expect(last >= daysAfter(localDate(known, at), 28)).toBe(true);
      expect(days).toBeGreaterThanOrEqual(28);
      const endsAt = simulatedEnds(companies, openChance("weeks"), "exchange");
      const after = instantOf(known, addTradingDays(known, last, 1), "00:00");
      expect(endsAt(after).some((one) => one.market === known && one.lastTradingDay === last)).toBe(
        false,
      );
    }
  });

  it("are never among a market's largest", () => {
    const largest = new Set(
      marketKeys.flatMap((market) =>
        companies
          .filter((one) => one.market === market)
          .toSorted(
            (one, other) =>
              other.sharesMillions * other.anchorPrice - one.sharesMillions * one.anchorPrice,
          )
          .slice(0, 30)
          .map(({ code }) => `${market} ${code}`),
      ),
    );
    for (const seed of ["a", "b", "c", "d", "e"]) {
      for (const key of toldOver(seed).keys()) {
        expect(largest.has(key.split(" ").slice(0, 2).join(" "))).toBe(false);
      }
    }
  });
});
