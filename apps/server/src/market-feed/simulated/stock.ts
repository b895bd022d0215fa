import type { MarketKey } from "@sanshi/money";
import type { Company } from "../companies/company.ts";
import type { CorporateAction, Fundamentals, Quote } from "../market-feed.ts";
import { fundamentalsAt } from "./fundamentals.ts";
import type { MarketHistory } from "./market-history.ts";
import type { Track } from "./stock-day.ts";
import { quoteAt, StockCursor, timeOf } from "./quote-at.ts";

/** One stock of the running market: where it is, and its newest quote. */
export type Stock = {
  readonly cursor: StockCursor;
  readonly history: MarketHistory;
  readonly track: Track;
  quote: Quote | null;
  /** The last trade's price as a plain number, and its day in the market's calendar; 0 and −1 before. */
  last: number;
  dayIndex: number;
};

export function createStock(company: Company, history: MarketHistory): Stock {
  const track = history.tracks.find(({ company: { code } }) => code === company.code)!;
  const cursor = new StockCursor(history, track);
  return { cursor, history, track, quote: null, last: 0, dayIndex: -1 };
}

/** Brings a stock to a moment; true when it has traded since. */
export function advance(stock: Stock, moment: number): boolean {
  if (moment < stock.cursor.nextAt) return false;
  const position = stock.cursor.at(moment);
  if (position === null || BigInt(timeOf(position)) === stock.quote?.sequence) return false;
  stock.quote = quoteAt(position);
  stock.last = position.ticks.price[position.tick]!;
  stock.dayIndex = position.of.index;
  return true;
}

export function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}

/** Splits and dividends that have taken effect; what is to come is not told before its day. */
export function knownActions({ history, track }: Stock, now: number): CorporateAction[] {
  const today = history.calendar.indexAt(now);
  return track.actions
    .filter(({ index }) => index <= today && index > track.listedAt)
    .map(({ index: _index, ...action }) => action);
}

/** Splits and dividends of the next trading day: an exchange tells them on the last day with the right. */
export function nextActions({ history, track }: Stock, now: number): CorporateAction[] {
  const next = history.calendar.indexAt(now) + 1;
  return track.actions
    .filter(({ index }) => index === next && index > track.listedAt)
    .map(({ index: _index, ...action }) => action);
}

export function knownFundamentals({ history, track }: Stock, now: number): Fundamentals {
  const { calendar, chance } = history;
  const { company, character, actions } = track;
  const question = { company, character, calendar, actions, words: chance.lasting };
  return fundamentalsAt(question, Math.max(0, calendar.indexAt(now)));
}
