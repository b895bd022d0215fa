import type { MarketKey } from "@sanshi/money";
import { isHalfDay, nextTradingDay } from "./calendars.ts";
import { auctionTimes, type AuctionName, type AuctionTimes } from "./data/auctions.ts";
import { dated } from "./dated.ts";
import type { Exchange } from "./listing-codes.ts";
import { dateOfDay, dayOf, instantOf } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import {
  marketDate,
  marketStatus,
  sessionPhases,
  sessionsOf,
  type SessionsKey,
} from "./sessions.ts";

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
  /** Until when those at a limit are taken still, none beyond the furthest of the prices of these moments. */
  readonly late: { readonly until: number; readonly referenceAt: readonly number[] } | null;
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

/**
 * When orders that work can be cancelled and changed again; null where they can be now. On the mainland nobody's can
 * in an auction's last minutes. Tokyo takes cancels until an auction matches; New York and Nasdaq hold orders for
 * their auctions alone.
 */
export function cancelsAgain(
  exchange: Exchange,
  at: number,
  hours: MarketHours,
): { at: number; reference: RuleReference } | null {
  const date = marketDate(exchangeMarket(exchange), at, hours);
  const { noCancels } = dated(auctionTimes[exchange], date);
  if (noCancels === null) return null;
  const auction = auctionsOf(exchange, date, hours).find(
    ({ cancelUntil, matchesAt }) => at >= cancelUntil && at < matchesAt,
  );
  return auction === undefined ? null : { at: auction.matchesAt, reference: noCancels };
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
    late: times.late && {
      until: moment(times.late.until),
      referenceAt: times.late.referenceTimes.map(moment),
    },
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
  { exchange, code }: { exchange: Exchange; code: string },
  at: number,
  hours: MarketHours,
  isAtMarket: boolean,
): Meeting | null {
  const market = exchangeMarket(exchange);
  const sessions = sessionsOf({ market, code });
  for (const date of daysFrom(market, at, hours)) {
    const found = meetingsOf(exchange, sessions, date, hours, isAtMarket)
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
  board: SessionsKey,
  date: LocalDate,
  hours: MarketHours,
  isAtMarket: boolean,
): PossibleMeeting[] {
  const sessions = sessionPhases(board, date, hours).flatMap(
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

export type NamedMeeting =
  | {
      readonly ok: true;
      readonly auction: Auction;
      /** Only a limit may come by now, and none beyond the auction's reference prices. */
      readonly isLate: boolean;
    }
  | {
      readonly ok: false;
      /** The exchange has no such orders; or trading is on, and has opened already. */
      readonly why: "none_here" | "session_open";
      readonly reference: RuleReference;
    }
  | {
      readonly ok: false;
      /** It is too late for today's: since when. */
      readonly why: "too_late";
      readonly since: number;
      readonly reference: RuleReference;
    };

/**
 * The auction for which an order at the open or at the close is taken at a moment: the next one that it is not
 * too late for. At the open none is taken while a session is on, at the close none between its last minute and
 * the closing itself: who orders then means today.
 */
export function namedAuction(
  exchange: Exchange,
  end: "open" | "close",
  at: number,
  hours: MarketHours,
  isAtMarket: boolean,
): NamedMeeting {
  const market = exchangeMarket(exchange);
  const names: readonly AuctionName[] =
    end === "open" ? ["opening", "afternoon_opening"] : ["morning_closing", "closing"];
  const status = marketStatus(market, at, hours);
  for (const date of daysFrom(market, at, hours)) {
    for (const auction of auctionsOf(exchange, date, hours)) {
      const { namedUntil, late, matchesAt, reference } = auction;
      if (!names.includes(auction.auction) || at >= matchesAt) continue;
      if (namedUntil === null) return { ok: false, why: "none_here", reference };
      if (end === "open" && status.isOpen) return { ok: false, why: "session_open", reference };
      const isLate = at >= namedUntil;
      const until = late === null || isAtMarket ? namedUntil : late.until;
      if (at >= until) return { ok: false, why: "too_late", since: until, reference };
      return { ok: true, auction, isLate };
    }
  }
  return { ok: false, why: "none_here", reference: status.reference };
}

/** The auction that matches at a moment; null where none does. */
export function auctionAt(
  exchange: Exchange,
  matchesAt: number,
  hours: MarketHours,
): Auction | null {
  const date = marketDate(exchangeMarket(exchange), matchesAt, hours);
  return auctionsOf(exchange, date, hours).find((one) => one.matchesAt === matchesAt) ?? null;
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
