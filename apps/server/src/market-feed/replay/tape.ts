import { divide, price, shares, type Price, type Shares } from "@sanshi/money";
import { priceLimits, tickSize } from "@sanshi/rulebook";
import { boardLots } from "../companies/lots.ts";
import type { Bar, Quote } from "../market-feed.ts";
import type { RecordedStock } from "./recorded-market.ts";
import type { RecordedBar } from "./recorded-rows.ts";

/** One price that a bar tells, with the day as it stood then. */
export type TapeEvent = {
  /** On the record's clock, milliseconds since the epoch. */
  at: number;
  date: string;
  /** Counts the day's events from 0. */
  ordinal: number;
  bar: RecordedBar;
  point: Point;
  last: Price;
  previousClose: Price;
  open: Price;
  high: Price;
  low: Price;
  volume: Shares;
  turnoverMinor: bigint;
};

/** Which of the bar's four prices: also the place of its bid and ask. */
const points = ["open", "high", "low", "close"] as const;
type Point = (typeof points)[number];

/** The prices of one recorded stock in the order of time. */
export type Tape = {
  stock: RecordedStock;
  /** The newest event at or before a moment, or null before the first. */
  at(moment: number): TapeEvent | null;
  /** The events after `previous` up to a moment, in order. */
  between(previous: TapeEvent, moment: number): TapeEvent[];
};

type RecordedDay = { date: string; bars: RecordedBar[] };

export function createTape(stock: RecordedStock, until?: string): Tape {
  const days = recordedDays(stock, until);
  const starts = days.map(({ bars }) => bars[0]!.from);
  const keptEvents = new Map<number, TapeEvent[]>();

  function eventsOf(index: number): TapeEvent[] {
    const known = keptEvents.get(index);
    if (known !== undefined) return known;
    if (keptEvents.size >= 4) keptEvents.clear();
    const events = makeEvents(days[index]!, baseOf(stock, days, index));
    keptEvents.set(index, events);
    return events;
  }

  function dayIndexAt(moment: number): number {
    return lastAtOrBefore(starts.length, (index) => starts[index]!, moment);
  }

  function at(moment: number): TapeEvent | null {
    const index = dayIndexAt(moment);
    if (index < 0) return null;
    const events = eventsOf(index);
    return events[lastAtOrBefore(events.length, (one) => events[one]!.at, moment)] ?? null;
  }

  return {
    stock,
    at,
    between(previous, moment) {
      const found: TapeEvent[] = [];
      for (let index = dayIndexAt(previous.at); index <= dayIndexAt(moment); index += 1) {
        for (const event of eventsOf(index)) {
          if (event.at > previous.at && event.at <= moment) found.push(event);
        }
      }
      return found;
    },
  };
}

/** Every recorded date once: by its minutes where there are any, else by its day. */
function recordedDays(stock: RecordedStock, until = "9999-12-31"): RecordedDay[] {
  const byDate = new Map<string, RecordedDay>();
  for (const bar of stock.minutes) {
    const day = byDate.get(bar.tradingDate);
    if (day === undefined) byDate.set(bar.tradingDate, { date: bar.tradingDate, bars: [bar] });
    else day.bars.push(bar);
  }
  for (const bar of stock.days) {
    if (!byDate.has(bar.tradingDate)) {
      byDate.set(bar.tradingDate, { date: bar.tradingDate, bars: [bar] });
    }
  }
  return [...byDate.values()]
    .filter(({ date }) => date <= until)
    .toSorted((left, right) => (left.date < right.date ? -1 : 1));
}

/** What the exchange told as the previous close, else the last close without a split or a dividend. */
function baseOf(stock: RecordedStock, days: readonly RecordedDay[], index: number): Price {
  const { date, bars } = days[index]!;
  const told = stock.days.find(({ tradingDate }) => tradingDate === date)?.previousClose;
  if (told) return told;
  const before = stock.days.findLast(({ tradingDate }) => tradingDate < date);
  const beforeMinutes = days[index - 1]?.bars.at(-1);
  const isDayNewer = before && before.tradingDate >= (beforeMinutes?.tradingDate ?? "");
  const last = isDayNewer ? before : beforeMinutes;
  if (last === undefined) return bars[0]!.open;
  let base: bigint = last.close;
  for (const action of stock.actions) {
    if (action.exDate <= last.tradingDate || action.exDate > date) continue;
    if (action.kind === "dividend") base -= action.perShare;
    else base = divide(base * action.denominator, action.numerator, "half_up");
  }
  return price(base > 0n ? base : last.close);
}

function makeEvents({ date, bars }: RecordedDay, previousClose: Price): TapeEvent[] {
  const events: TapeEvent[] = [];
  const open = bars[0]!.open;
  let high = open;
  let low = open;
  let volume = 0n;
  let turnover = 0n;
  for (const bar of bars) {
    for (const [step, point] of orderOf(bar).entries()) {
      const last = bar[point];
      if (last > high) high = last;
      if (last < low) low = last;
      const part = BigInt(step + 1);
      events.push({
        at: timeIn(bar, step),
        date,
        ordinal: events.length,
        bar,
        point,
        last,
        previousClose,
        open,
        high,
        low,
        volume: shares(volume + (bar.volume * part) / 4n),
        turnoverMinor: turnover + (bar.turnoverMinor * part) / 4n,
      });
    }
    volume += bar.volume;
    turnover += bar.turnoverMinor;
  }
  return events;
}

/** A rising bar made its low before its high: the order that the least movement needs. */
function orderOf(bar: Bar): readonly Point[] {
  return bar.close >= bar.open
    ? ["open", "low", "high", "close"]
    : ["open", "high", "low", "close"];
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
  if (newest.bar !== bar) {
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

/** The quote of an event. `at` is when the app's clock shows the event's moment. */
export function quoteOf(
  { instrument }: RecordedStock,
  event: TapeEvent,
  feed: string,
  at: number,
): Quote {
  const { market, code } = instrument;
  const { last, previousClose, open, high, low, volume, turnoverMinor, date } = event;
  const moment = Math.floor(at);
  return {
    market,
    code,
    feed,
    // Two events may share a millisecond when the record is played fast; their order tells them apart.
    sequence: BigInt(moment) * 4_096n + BigInt(event.ordinal),
    at: moment,
    last,
    ...bookOf(instrument, event),
    tradingDate: date,
    previousClose,
    open,
    high,
    low,
    volume,
    turnoverMinor,
    halted: false,
  };
}

/**
 * The recorded best bid and ask; without them one tick below and above the last price, in the size
 * that the bar traded between two of its prices. Beyond the day's limit there is nobody.
 */
function bookOf(
  instrument: RecordedStock["instrument"],
  { bar, point, last, date, previousClose }: TapeEvent,
): Pick<Quote, "bid" | "ask" | "bids" | "asks"> {
  const { market, tickClass, limitClass } = instrument;
  const boardLot = boardLots[market];
  const place = points.indexOf(point);
  const recorded = bar.quotes;
  if (recorded !== null && recorded.bids[place]! < recorded.asks[place]!) {
    const [bid, ask] = [recorded.bids[place]!, recorded.asks[place]!];
    return {
      bid,
      ask,
      bids: [{ price: bid, quantity: recorded.bidSize }],
      asks: [{ price: ask, quantity: recorded.askSize }],
    };
  }
  const { tick } = tickSize({ market, tickClass, date, price: last });
  const limits = priceLimits({ market, tickClass, limitClass, basePrice: previousClose, date });
  const bid = price(last - tick);
  const ask = price(last + tick);
  const lots = bar.volume / 4n / boardLot;
  const quantity = shares((lots > 0n ? lots : 1n) * boardLot);
  const hasBid = bid > 0n && (limits === null || bid >= limits.low);
  const hasAsk = limits === null || ask <= limits.high;
  return {
    bid: hasBid ? bid : last,
    ask: hasAsk ? ask : last,
    bids: hasBid ? [{ price: bid, quantity }] : [],
    asks: hasAsk ? [{ price: ask, quantity }] : [],
  };
}

function lastAtOrBefore(count: number, valueAt: (index: number) => number, limit: number): number {
  let low = -1;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
