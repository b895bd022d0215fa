import type { MarketKey, Shares } from "@sanshi/money";
import { lotRules, type Board, type LotRule } from "./data/lots.ts";
import { dated } from "./dated.ts";
import type { LocalDate } from "./rule-reference.ts";

export type { Board, LotRule } from "./data/lots.ts";

/** The exchange's lot sizes. Whether an installation enforces them is its own setting. */
export function lotRule(market: MarketKey, date: LocalDate, board: Board = "main"): LotRule {
  return dated(lotRules[market][board], date);
}

/** Whether a purchase of so many shares keeps to the exchange's minimum and steps. */
export function isWholeLot(quantity: Shares, rule: LotRule): boolean {
  return quantity >= rule.buyMinimum && (quantity - rule.buyMinimum) % rule.buyStep === 0n;
}
