import type { MarketKey } from "@sanshi/money";
import { isHalfDay, nextTradingDay } from "./calendars.ts";
import { auctionTimes, type AuctionName, type AuctionTimes } from "./data/auctions.ts";
import { dated } from "./dated.ts";
import type { Exchange } from "./listing-codes.ts";
import { dateOfDay, dayOf, instantOf } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import { marketDate, sessionPhases } from "./sessions.ts";

export type { AuctionName } from "./data/auctions.ts";

/** One auction of one day. Moments are milliseconds since the epoch on the app's clock. */
export type Auction = {
  readonly exchange: Exchange;
  readonly auction: AuctionName;
  readonly date: LocalDate;
  /** When the exchange begins to take orders for it. */
  readonly collectsFrom: number;
  /** When it is too late for orders for this auction alone; null where the exchange has no such orders. */
  readonly namedUntil: number | null;
  /** When it is too late for an ordinary market order to take part; a limit may come until the matching. */
  readonly marketUntil: number;
  /** When it is too late to cancel or change what takes part. */
  readonly cancelUntil: number;
  readonly matchesAt: number;
  readonly reference: RuleReference;
};

/** How an order meets the market: as it comes, at an auction's one price, or at the day's close after hours. */
export type Meeting = {
  readonly by: "continuous" | "after_hours_fixed_price" | AuctionName;
  /** When it does: the moment that was asked for where trading is on. */
  readonly at: number;
  readonly date: LocalDate;
  /** Until then it can be cancelled and changed freely: the moment that was asked for where that is too late. */
  readonly freeUntil: number;
  readonly reference: RuleReference;
};

const marketOfExchange: Readonly<Record<Exchange, MarketKey>> = {
  TSE: "jpy",
  NYSE: "usd",
  NASDAQ: "usd",
  SSE: "cny",
  SZSE: "cny",
  BSE: "cny",
};

export function exchangeMarket(exchange: Exchange): MarketKey {
  return marketOfExchange[exchange];
}

/** A day's auctions in order: none on a day without trading, nor where the market never sleeps. */
export function auctionsOf(
  exchange: Exchange,
  date: LocalDate,
  hours: MarketHours,
): readonly Auction[] {
  const market = exchangeMarket(exchange);
  const keeps = typeof hours === "string" ? hours : hours.keeps;
  if (keeps === "always" || sessionPhases(market, date, hours).length === 0) return [];
  const { fullDay, halfDay, reference } = dated(auctionTimes[exchange], date);
  const isShort =
    isHalfDay(market, date) || (typeof hours !== "string" && hours.endsEarly(market, dayOf(date)));
  const moment = (time: string) => {
    const at = instantOf(market, date, time);
    return typeof hours === "string" ? at : hours.toApp(at);
  };
  return (isShort ? halfDay : fullDay).map((times: AuctionTimes) => ({
    exchange,
    auction: times.auction,
    date,
    collectsFrom: moment(times.collectsFrom),
    namedUntil: times.namedUntil === null ? null : moment(times.namedUntil),
    marketUntil: moment(times.marketUntil),
    cancelUntil: moment(times.cancelUntil),
    matchesAt: moment(times.matchesAt),
    reference,
  }));
}

/**
 * Where an ordinary order that is placed at a moment meets the market first. Null after the last day of a
 * record. While trading is continuous that is at once; before, at noon and after the close it waits for the
 * next auction or session, on the next day that there is one.
 */
export function nextMeeting(
  exchange: Exchange,
  at: number,
  hours: MarketHours,
  isAtMarket: boolean,
): Meeting | null {
  const market = exchangeMarket(exchange);
  for (const date of daysFrom(market, at, hours)) {
    const found = meetingsOf(exchange, date, hours, isAtMarket)
      .filter(({ until }) => at < until)
      .toSorted((one, other) => one.from - other.from || order(one) - order(other))[0];
    if (found === undefined) continue;
    const { by, from, freeUntil, reference } = found;
    const meetsAt = Math.max(at, from);
    return { by, at: meetsAt, date, freeUntil: Math.max(at, freeUntil ?? meetsAt), reference };
  }
  return null;
}

type PossibleMeeting = Pick<Meeting, "by" | "reference"> & {
  /** When orders meet there first, and when it is too late to. */
  readonly from: number;
  readonly until: number;
  /** Null: until it meets the market. */
  readonly freeUntil: number | null;
};

/** An auction opens the session that begins at its moment. */
function order({ by }: PossibleMeeting): number {
  return by === "continuous" ? 1 : 0;
}

function meetingsOf(
  exchange: Exchange,
  date: LocalDate,
  hours: MarketHours,
  isAtMarket: boolean,
): PossibleMeeting[] {
  const sessions = sessionPhases(exchangeMarket(exchange), date, hours).flatMap(
    ({ phase, from, until, reference }): PossibleMeeting[] =>
      phase === "continuous" || phase === "after_hours_fixed_price"
        ? [{ by: phase, from, until, freeUntil: null, reference }]
        : [],
  );
  const auctions = auctionsOf(exchange, date, hours).map((one) => ({
    by: one.auction,
    from: one.matchesAt,
    until: isAtMarket ? one.marketUntil : one.matchesAt,
    freeUntil: one.cancelUntil,
    reference: one.reference,
  }));
  return [...sessions, ...auctions];
}

/** Longer ago than the longest validity of an order, nobody asks. */
const datesBetweenMax = 400;

/** The auctions that matched after a moment and by another, in order; of a long span those of its last dates. */
export function auctionsBetween(
  exchange: Exchange,
  after: number,
  until: number,
  hours: MarketHours,
): readonly Auction[] {
  const market = exchangeMarket(exchange);
  const first = marketDate(market, after, hours);
  const dates: LocalDate[] = [];
  let date = marketDate(market, until, hours);
  for (; date >= first && dates.length < datesBetweenMax; date = dayBefore(date)) dates.push(date);
  return dates
    .toReversed()
    .flatMap((one) => auctionsOf(exchange, one, hours))
    .filter(({ matchesAt }) => matchesAt > after && matchesAt <= until);
}

function dayBefore(date: LocalDate): LocalDate {
  return dateOfDay(dayOf(date) - 1);
}

/** The longest closure is the Golden Week or the Spring Festival; a record may have none after a day at all. */
const tradingDaysTried = 3;

/** The market's date at a moment, and the trading days after it. */
function daysFrom(market: MarketKey, at: number, hours: MarketHours): readonly LocalDate[] {
  const dates = [marketDate(market, at, hours)];
  while (dates.length <= tradingDaysTried) {
    dates.push(nextTradingDay(market, dates.at(-1)!, hours));
  }
  return dates;
}
