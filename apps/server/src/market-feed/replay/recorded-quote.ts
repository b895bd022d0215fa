import { price, shares, type Price, type Shares } from "@sanshi/money";
import { boardOf, priceLimits, tickSize } from "@sanshi/rulebook";
import { boardLots } from "../companies/lots.ts";
import type { Instrument, Quote } from "../market-feed.ts";
import { points, type TapeEvent } from "./tape.ts";

/** The moments of a quote on the app's clock: its own, and when the record has the next price. */
type QuoteTimes = { at: number; nextAt: number | null };

/** The quote of an event. */
export function quoteOf(
  instrument: Instrument,
  event: TapeEvent,
  feed: string,
  { at, nextAt }: QuoteTimes,
): Quote {
  const { market, code } = instrument;
  const { last, previousClose, open, high, low, volume, turnoverMinor, date, passedFrom } = event;
  return {
    market,
    code,
    feed,
    sequence: sequenceOf(at, event.ordinal),
    at,
    nextAt,
    last,
    ...(passedFrom !== null && { passedFrom }),
    ...(event.bar !== null && { bar: { low: event.bar.low, high: event.bar.high } }),
    ...bookOf(instrument, event, stepOf(event)),
    tradingDate: date,
    previousClose,
    open,
    high,
    low,
    volume,
    turnoverMinor,
    halted: event.bar === null,
  };
}

/** Which of its bar's prices it is, in their order; those of a morning's extended hours are counted from below. */
function stepOf({ ordinal }: TapeEvent): number {
  return ((ordinal % points.length) + points.length) % points.length;
}

/** Two events may share a millisecond when the record is played fast; their order tells them apart. */
export function sequenceOf(at: number, ordinal: number): bigint {
  return BigInt(at) * eventsPerMs + BigInt(ordinal);
}

const eventsPerMs = 4_096n;

/** When the quote of a sequence was, on the app's clock. */
export function timeOfSequence(sequence: bigint): number {
  return Number(sequence / eventsPerMs);
}

/**
 * The recorded best bid and ask; without them one tick below and above the last price, in the size that the bar traded
 * from the price before. Neither lies outside of what the bar traded: a bar of one price has that price alone. At the
 * day's limit nobody stands on the other side, and all who queue stand at the limit itself. Nobody stands anywhere on
 * a day without a trade.
 */
function bookOf(
  instrument: Instrument,
  { bar, point, last, date, basePrice }: TapeEvent,
  step: number,
): Pick<Quote, "bid" | "ask" | "bids" | "asks"> {
  if (bar === null) return { bid: last, ask: last, bids: [], asks: [] };
  const { market, tickClass } = instrument;
  const place = points.indexOf(point);
  const recorded = bar.quotes;
  const isRecorded = recorded !== null && recorded.bids[place]! < recorded.asks[place]!;
  const { tick } = tickSize({ market, tickClass, date, price: last });
  const lock = lockAt(instrument, { date, basePrice, last });
  const bid = isRecorded ? recorded.bids[place]! : price(last - tick);
  const ask = isRecorded ? recorded.asks[place]! : price(last + tick);
  const quantity = shares(tradedAt(bar.volume, boardLots[market], step));
  const side = (at: Price, size: Shares) => ({
    price: lock === null ? within(bar, at) : last,
    size,
  });
  const buyers = side(bid, isRecorded ? recorded.bidSize : quantity);
  const sellers = side(ask, isRecorded ? recorded.askSize : quantity);
  const levels = ({ price: at, size }: typeof buyers) => [{ price: at, quantity: size }];
  return {
    bid: buyers.price,
    ask: sellers.price,
    bids: lock === "sell" ? [] : levels(buyers),
    asks: lock === "buy" ? [] : levels(sellers),
  };
}

function within({ low, high }: { low: Price; high: Price }, at: Price): Price {
  if (at < low) return low;
  return at > high ? high : at;
}

/**
 * Of a bar's shares those at one of its four prices, in whole lots, the first prices having one more where they do not
 * divide: all four together have what was traded. A vendor that knows no volume writes 0, and a lot is there.
 */
function tradedAt(volume: Shares, lot: bigint, step: number): bigint {
  if (volume === 0n) return lot;
  if (volume < lot) return step === 0 ? volume : 0n;
  const lots = volume / lot;
  const until = (count: number) => (lots * BigInt(count) + 3n) / 4n;
  return (until(step + 1) - until(step)) * lot;
}

/** The side that is left waiting at a price: at the day's highest buyers, at the lowest sellers. */
export function lockAt(
  instrument: Instrument,
  { date, basePrice, last }: { date: string; basePrice: Price; last: Price },
): "buy" | "sell" | null {
  const { market, tickClass, limitClass } = instrument;
  const board = boardOf(instrument);
  const limits = priceLimits({
    market,
    tickClass,
    limitClass,
    board,
    exchange: instrument.exchange,
    basePrice,
    date,
  });
  if (limits === null) return null;
  if (last >= limits.high) return "buy";
  return last <= limits.low ? "sell" : null;
}
