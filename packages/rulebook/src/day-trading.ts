import type { MarketKey } from "@sanshi/money";
import { dayTradingTerms, type DayTradingTerms } from "./data/day-trading.ts";
import { dated } from "./dated.ts";
import { marginRules } from "./margin.ts";
import { minuteMs } from "./local-time.ts";
import type { LocalDate, MarketHours } from "./rule-reference.ts";
import { marketDate, tradingDayEnds } from "./sessions.ts";

export type DayTrading = DayTradingTerms & {
  /** Multiples of the customer's own money; empty where nothing is traded for one day. */
  readonly leverageMultiples: readonly number[];
};

/** The terms of a position of one day, opened on `date`. */
export function dayTrading(market: MarketKey, date: LocalDate): DayTrading {
  const terms = dated(dayTradingTerms[market], date);
  const multiples = marginRules(market, date).leverageMultiples;
  return {
    ...terms,
    leverageMultiples:
      terms.leverageMax === 1 ? [] : multiples.filter((multiple) => multiple <= terms.leverageMax),
  };
}

export type DayTradingTimes = {
  date: LocalDate;
  /** Until then trades are taken. */
  takenUntil: number;
  squaresOffAt: number;
  sessionEndsAt: number;
};

/** The moments of the trading day that an order given now belongs to; an early close moves all of them. */
export function dayTradingTimes(
  market: MarketKey,
  at: number,
  hours: MarketHours,
): DayTradingTimes {
  const sessionEndsAt = tradingDayEnds(market, at, hours);
  const date = marketDate(market, sessionEndsAt - 1, hours);
  const before = dayTrading(market, date).squareOffMinutes * minuteMs;
  const squaresOffAt = sessionEndsAt - before;
  return { date, takenUntil: squaresOffAt - before, squaresOffAt, sessionEndsAt };
}
