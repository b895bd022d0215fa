import { price, shares } from "@sanshi/money";
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
    ...bookOf(instrument, event),
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

/** Two events may share a millisecond when the record is played fast; their order tells them apart. */
export function sequenceOf(at: number, ordinal: number): bigint {
  return BigInt(at) * 4_096n + BigInt(ordinal);
}

/**
 * The recorded best bid and ask; without them one tick below and above the last price, in the size
 * that the bar traded between two of its prices. Beyond the day's limit there is nobody, nor on a day without a
 * trade.
 */
function bookOf(
  instrument: Instrument,
  { bar, point, last, date, previousClose }: TapeEvent,
): Pick<Quote, "bid" | "ask" | "bids" | "asks"> {
  if (bar === null) return { bid: last, ask: last, bids: [], asks: [] };
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
  const board = boardOf(instrument);
  const base = { basePrice: previousClose, date };
  const limits = priceLimits({ market, tickClass, limitClass, board, ...base });
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
