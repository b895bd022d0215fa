import { shares, type MarketKey, type Price, type Shares } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import type { Bar } from "../market-feed.ts";
import { openingOf, type RecordedBar } from "./recorded-rows.ts";
import { barOn, baseOf, type RecordedStock } from "./recorded-stock.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import type { MarketDays } from "./settle-stock.ts";

/** One price that a bar tells, with the day as it stood then. */
export type TapeEvent = {
  /** On the record's clock, milliseconds since the epoch. */
  at: number;
  date: string;
  /** Counts the day's events from 0. */
  ordinal: number;
  /** Null on a day on which the market was open and the stock was not traded. */
  bar: RecordedBar | null;
  point: Point;
  last: Price;
  /** The price that the bar told before this one: on its way from there the market was at every price between. */
  passedFrom: Price | null;
  previousClose: Price;
  /** What the day's limits stand on. */
  basePrice: Price;
  open: Price;
  high: Price;
  low: Price;
  volume: Shares;
  turnoverMinor: bigint;
};

/** Which of the bar's four prices: also the place of its bid and ask. */
export const points = ["open", "high", "low", "close"] as const;
type Point = (typeof points)[number];

/** The prices of one recorded stock in the order of time. */
export type Tape = {
  stock: RecordedStock;
  /** The newest event at or before a moment, or null before the first. */
  at(moment: number): TapeEvent | null;
  /** The events from a moment up to another, both included, in order. */
  between(from: number, until: number): Iterable<TapeEvent>;
  /** When the record has the next price; null at its end. */
  nextAt(event: TapeEvent): number | null;
};

const keptDaysMax = 3;

export function createTape(stock: RecordedStock, marketDays: MarketDays, until?: string): Tape {
  const { market } = stock.instrument;
  const firstDay = stock.days.dayAt(0);
  const lastDay = until === undefined ? Number.POSITIVE_INFINITY : dayNumberOf(until);
  const minutesOf = minutesByDay(stock);
  const kept = new Map<number, TapeEvent[]>();
  const allDays = () => marketDays.of(market);
  const isPlayed = (day: number | undefined): day is number =>
    day !== undefined && day >= firstDay && day <= lastDay;

  /** Of the market's day at `index`; none before the stock's first. */
  function eventsOf(index: number): TapeEvent[] {
    const day = allDays()[index];
    if (!isPlayed(day)) return [];
    const known = kept.get(day);
    if (known !== undefined) return known;
    if (kept.size >= keptDaysMax) kept.clear();
    const events = makeEvents(stock, day, minutesOf.get(day));
    kept.set(day, events);
    return events;
  }

  /** Prices of auctions come before the opening: a day's first event is looked for from its midnight. */
  function dayIndexAt(moment: number): number {
    let index = marketDays.indexAt(market, Math.floor(moment / dayMs) + 1);
    const days = allDays();
    while (index >= 0 && instantOf(market, dateOf(days[index]!), "00:00") > moment) index -= 1;
    return index;
  }

  function at(moment: number): TapeEvent | null {
    for (let index = dayIndexAt(moment); index >= 0; index -= 1) {
      const day = allDays()[index]!;
      if (day < firstDay) return null;
      const event = eventsOf(index).findLast((one) => one.at <= moment);
      if (event !== undefined) return event;
    }
    return null;
  }

  return {
    stock,
    at,
    *between(from, until) {
      const last = dayIndexAt(until);
      for (let index = Math.max(0, dayIndexAt(from)); index <= last; index += 1) {
        for (const event of eventsOf(index)) {
          if (event.at >= from && event.at <= until) yield event;
        }
      }
    },
    nextAt(event) {
      const index = marketDays.indexAt(market, dayNumberOf(event.date));
      const today = eventsOf(index).find((one) => one.at > event.at);
      return today?.at ?? eventsOf(index + 1)[0]?.at ?? null;
    },
  };
}

const dayMs = 86_400_000;

function minutesByDay({ minutes }: RecordedStock): Map<number, RecordedBar[]> {
  return Map.groupBy(minutes, ({ tradingDate }) => dayNumberOf(tradingDate));
}

/** A day is played by its minutes where there are any, else by its own bar. */
function makeEvents(
  stock: RecordedStock,
  day: number,
  minutes: readonly RecordedBar[] | undefined,
): TapeEvent[] {
  const { days, instrument } = stock;
  const own = barOn(days, day);
  const previousClose = baseOf(stock, day, own ?? minutes?.[0] ?? null);
  const bars = minutes ?? (own === null ? [] : [own]);
  return bars.some(isTraded)
    ? eventsOfBars(bars, previousClose, stock.bases.get(day))
    : [untraded(instrument.market, dateOf(day), previousClose)];
}

/** Vendors write the last price into a day without a trade. */
export function isTraded({ open, high, low, close, volume }: RecordedBar): boolean {
  return volume > 0n || open !== high || low !== high || close !== high;
}

/** The market is open and the stock is not: it stands where it stood, without a change. */
function untraded(market: MarketKey, date: string, last: Price): TapeEvent {
  const same = { last, previousClose: last, basePrice: last, open: last, high: last, low: last };
  const none = { volume: shares(0n), turnoverMinor: 0n, passedFrom: null };
  return {
    at: openingOf(market, date),
    date,
    ordinal: 0,
    bar: null,
    point: "open",
    ...same,
    ...none,
  };
}

export function eventsOfBars(
  bars: readonly RecordedBar[],
  previousClose: Price,
  basePrice: Price = previousClose,
): TapeEvent[] {
  const events: TapeEvent[] = [];
  const open = bars[0]!.open;
  let high = open;
  let low = open;
  let volume = 0n;
  let turnover = 0n;
  for (const bar of bars) {
    let passedFrom: Price | null = null;
    for (const [step, point] of orderOf(bar).entries()) {
      const last = bar[point];
      if (last > high) high = last;
      if (last < low) low = last;
      const part = BigInt(step + 1);
      events.push({
        at: timeIn(bar, step),
        date: bar.tradingDate,
        ordinal: events.length,
        bar,
        point,
        last,
        passedFrom,
        previousClose,
        basePrice,
        open,
        high,
        low,
        volume: shares(volume + (bar.volume * part) / 4n),
        turnoverMinor: turnover + (bar.turnoverMinor * part) / 4n,
      });
      passedFrom = last;
    }
    volume += bar.volume;
    turnover += bar.turnoverMinor;
  }
  return events;
}

/** The extreme nearer to the open came first; of two as near, the one that the least movement needs. */
function orderOf({ open, high, low, close }: Bar): readonly Point[] {
  const [up, down] = [high - open, open - low];
  const isLowFirst = up === down ? close >= open : down < up;
  return isLowFirst ? ["open", "low", "high", "close"] : ["open", "high", "low", "close"];
}

/** At the bar's start, at each third, and in its last millisecond. */
function timeIn(bar: RecordedBar, step: number): number {
  return step === 3
    ? bar.from + bar.lengthMs - 1
    : bar.from + Math.floor((bar.lengthMs * step) / 3);
}

/** What the chart shows of a bar at `now`, when `newest` was played last; null for one that lies ahead. */
export function playedBar(bar: RecordedBar, newest: TapeEvent, now: number): Bar | null {
  const { from, tradingDate, lengthMs } = bar;
  if (from > newest.at || tradingDate > newest.date) return null;
  const { open, high, low, close, volume, turnoverMinor } = bar;
  if (tradingDate < newest.date || now >= from + lengthMs - 1) {
    return { from, tradingDate, open, high, low, close, volume, turnoverMinor };
  }
  // A day without a trade has no bar of its own.
  if (newest.bar === null) return null;
  if (newest.bar.from !== from || newest.bar.lengthMs !== lengthMs) {
    // A day that is being played by its minutes.
    const { open, high, low, last, volume, turnoverMinor } = newest;
    return { from, tradingDate, open, high, low, close: last, volume, turnoverMinor };
  }
  const played = orderOf(bar).slice(0, orderOf(bar).indexOf(newest.point) + 1);
  const prices = played.map((point) => bar[point]);
  const part = BigInt(played.length);
  return {
    from,
    tradingDate,
    open,
    high: prices.reduce((top, value) => (value > top ? value : top)),
    low: prices.reduce((bottom, value) => (value < bottom ? value : bottom)),
    close: newest.last,
    volume: shares((volume * part) / 4n),
    turnoverMinor: (turnoverMinor * part) / 4n,
  };
}
