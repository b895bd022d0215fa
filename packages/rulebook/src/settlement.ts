import type { MarketKey } from "@sanshi/money";
import { addTradingDays } from "./calendars.ts";
import { settlementRules } from "./data/settlement.ts";
import { dated } from "./dated.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

/**
 * When cash and shares of a trade change hands, counted in the exchange's trading days (bank
 * holidays on which it trades are not left out). A trade made on a closed day of an always-open
 * market counts from that day.
 */
export function settlementDate(
  market: MarketKey,
  tradeDate: LocalDate,
): { date: LocalDate; reference: RuleReference } {
  const rule = dated(settlementRules[market], tradeDate);
  return {
    date: addTradingDays(market, tradeDate, rule.tradingDaysAfter),
    reference: rule.reference,
  };
}
