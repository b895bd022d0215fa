import type { MarketKey } from "@sanshi/money";
import { tradingDayFrom } from "./calendars.ts";
import { nonSettlementDays, settlementRules } from "./data/settlement.ts";
import { dated } from "./dated.ts";
import { dateOfDay, dayOf } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import { dateBegins, marketDate } from "./sessions.ts";

/**
 * When cash and shares of a trade change hands, counted in the exchange's trading days, without those on
 * which its banks are closed. A trade made on a closed day of an always-open market counts from that day; a
 * record's days are counted by the days that it has.
 */
export function settlementDate(
  market: MarketKey,
  tradeDate: LocalDate,
  hours: MarketHours = "exchange",
): { date: LocalDate; reference: RuleReference } {
  const rule = dated(settlementRules[market], tradeDate);
  let day = dayOf(tradeDate);
  for (let left = rule.tradingDaysAfter; left > 0; left -= 1) {
    do day = tradingDayFrom(market, day + 1, 1, exchangeCalendar(hours));
    while (nonSettlementDays[market].has(day));
  }
  return { date: dateOfDay(day), reference: rule.reference };
}

/** Around the clock nobody settles: the exchange's own days stand for those. */
export function exchangeCalendar(hours: MarketHours): MarketHours {
  return typeof hours === "string" || hours.keeps === "always" ? "exchange" : hours;
}

/** Trades of a span of time that have not settled yet. The last span has no end: a trade of any later moment is in it. */
export type UnsettledDay = {
  readonly settlesOn: LocalDate;
  readonly from: number;
  readonly until: number | null;
};

/** The local days whose trades have not settled at a moment, oldest first; the money of a day is there when its date begins. */
export function unsettledDays(
  market: MarketKey,
  at: number,
  hours: MarketHours,
): readonly UnsettledDay[] {
  const today = marketDate(market, at, hours);
  const days: UnsettledDay[] = [];
  let until: number | null = null;
  for (let day = dayOf(today); ; day -= 1) {
    const date = dateOfDay(day);
    const settlesOn = settlementDate(market, date, hours).date;
    if (settlesOn <= today) return days.toReversed();
    const from = dateBegins(market, date, hours);
    days.push({ settlesOn, from, until });
    until = from;
  }
}
