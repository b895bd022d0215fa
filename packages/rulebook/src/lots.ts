import { shares, type MarketKey, type Shares } from "@sanshi/money";
import { lotRules, type Board, type LotRule } from "./data/lots.ts";
import { dated } from "./dated.ts";
import type { Exchange } from "./listing-codes.ts";
import type { LimitClass } from "./price-limits.ts";
import type { LocalDate } from "./rule-reference.ts";

export type { Board, LotRule } from "./data/lots.ts";

/** The exchange's lot sizes. Whether an installation enforces them is its own setting. */
export function lotRule(market: MarketKey, date: LocalDate, board: Board = "main"): LotRule {
  return dated(lotRules[market][board], date);
}

/** The board of a share: STAR and ChiNext are the growth boards of Shanghai and Shenzhen, Beijing has one. */
export function boardOf(share: {
  market: MarketKey;
  exchange: Exchange;
  limitClass: LimitClass;
}): Board {
  if (share.exchange === "BSE") return "beijing";
  if (share.market !== "cny" || share.limitClass !== "growth_board") return "main";
  return share.exchange === "SSE" ? "star" : "chinext";
}

/**
 * What an installation's own unit must be a multiple of, so that no whole number of units breaks the
 * rule: one share where odd lots can be bought too, the exchange's lot where they can only be sold.
 */
export function smallestUnit({ oddLots, lotShares }: LotRule): Shares {
  return oddLots === "sell_only" ? lotShares : shares(1n);
}

/** Whether a purchase of so many shares keeps to the exchange's minimum and steps. */
export function isWholeLot(quantity: Shares, rule: LotRule): boolean {
  return quantity >= rule.buyMinimum && (quantity - rule.buyMinimum) % rule.buyStep === 0n;
}
