import { divide, type MarketKey } from "@sanshi/money";
import { dayTraderRules, type DayTraderRules } from "./data/day-traders.ts";
import { dated } from "./dated.ts";
import { maintenancePercentOf, type MarginFigures } from "./margin-figures.ts";
import type { MarginRules } from "./margin.ts";
import type { LocalDate } from "./rule-reference.ts";

export type { DayTraderRules } from "./data/day-traders.ts";

export function dayTraders(market: MarketKey, date: LocalDate): DayTraderRules {
  return dated(dayTraderRules[market], date);
}

/** What an account did in the last trading days, today included: trades opened or closed, and those within a day. */
export type DayTradeCounts = { readonly dayTrades: number; readonly trades: number };

/** Whether one more trade that is closed on its day, a purchase and a sale, makes a pattern day trader. */
export function isPatternDayTrader(
  { pattern }: Pick<DayTraderRules, "pattern">,
  { dayTrades, trades }: DayTradeCounts,
): boolean {
  if (pattern === null) return false;
  const [made, all] = [dayTrades + 1, trades + 2];
  return made >= pattern.dayTrades && made * 100 > pattern.tradesPercent * all;
}

/** What new trades of a side may come to, in the minor unit; null where no rule limits them. */
export function dayTradingBuyingPower(
  { buyingPower }: Pick<DayTraderRules, "buyingPower">,
  rules: Pick<MarginRules, "maintenancePercent" | "shortMaintenancePercent">,
  figures: MarginFigures,
  side: "long" | "short",
): bigint | null {
  if (buyingPower === null) return null;
  const kept = BigInt(Math.round(maintenancePercentOf(rules, figures) * 100)) * figures.exposure;
  const excess = figures.equity - divide(kept, 10_000n, "ceiling");
  if (excess <= 0n) return 0n;
  if (buyingPower !== "maintenance") return excess * BigInt(buyingPower.multiple);
  const percent = side === "long" ? rules.maintenancePercent : rules.shortMaintenancePercent;
  return divide(excess * 100n, BigInt(percent), "floor");
}
