import { price, shares, type Price } from "@sanshi/money";
import type { Bar, DepthLevel, Quote } from "../market-feed.ts";
import type { MarketHistory } from "./market-history.ts";
import type { DrawnDay, SoFar, Track } from "./stock-day.ts";
import { roomForTicks, type MinuteTicks } from "./minute-ticks.ts";
import { KeyedRandom, seedFor, streams } from "./random.ts";
import { tickAbove, tickBelow } from "./tick-grid.ts";
import {
  minuteAt,
  ticksOf,
  tradeTurnover,
  tradingDay,
  turnoverBefore,
  type TradingDay,
} from "./trading-day.ts";

/** Where a stock is at a moment: its last trade at or before it. */
export type Position = { of: TradingDay; minute: number; ticks: MinuteTicks; tick: number };

export const feedName = "simulated";

/** Finds the last trade at or before a moment. Keeps the minute it is in, so that the next call is cheap. */
export class StockCursor {
  readonly #track: Track;
  readonly #history: MarketHistory;
  readonly #room = roomForTicks();
  readonly #earlierRoom = roomForTicks();
  #of: TradingDay | null = null;
  #minute = -1;
  /** No trade happens before this moment that the last call did not find. */
  nextAt = -Infinity;

  constructor(history: MarketHistory, track: Track) {
    this.#history = history;
    this.#track = track;
  }

  /** The minutes of the day that it is on; null before its first look. */
  drawn(): DrawnDay | null {
    return this.#of;
  }

  /** What was paid on the day that it is on, as far as that was summed up; null before its first look. */
  soFar(): SoFar | null {
    const of = this.#of;
    if (of === null) return null;
    const { index, turnoverKnown: minute, turnoverBefore: sums } = of;
    return { index, minute, turnover: sums[minute]! };
  }

  /** Null before the stock's first trade. The answer is valid until the next call. */
  at(moment: number): Position | null {
    const { calendar } = this.#history;
    const index = calendar.indexAt(moment);
    if (index < 0) {
      this.nextAt = calendar.opensAt(0);
      return null;
    }
    this.#history.reach(index);
    if (this.#of?.index !== index) {
      this.#of = tradingDay(this.#history, this.#track, index);
      this.#minute = -1;
    }
    const of = this.#of;
    if (of === null) {
      this.nextAt = calendar.opensAt(Math.max(index + 1, this.#track.listedAt));
      return null;
    }
    const minute = minuteAt(of.starts, moment);
    if (minute < 0) {
      this.nextAt = of.starts[0]!;
      return this.#endOfDay(index - 1);
    }
    if (minute !== this.#minute) {
      ticksOf(of, minute, this.#room);
      this.#minute = minute;
    }
    const start = of.starts[minute]!;
    const { offsetMs, count } = this.#room;
    let tick = -1;
    while (tick + 1 < count && start + offsetMs[tick + 1]! <= moment) tick += 1;
    if (tick + 1 < count) this.nextAt = start + offsetMs[tick + 1]!;
    else this.nextAt = of.starts[minute + 1] ?? calendar.opensAt(index + 1);
    if (tick >= 0) return { of, minute, ticks: this.#room, tick };
    return minute > 0 ? this.#endOfMinute(of, minute - 1) : this.#endOfDay(index - 1);
  }

  #endOfDay(index: number): Position | null {
    if (index < 0) return null;
    const of = tradingDay(this.#history, this.#track, index);
    return of === null ? null : this.#endOfMinute(of, of.starts.length - 1);
  }

  #endOfMinute(of: TradingDay, minute: number): Position {
    const ticks = ticksOf(of, minute, this.#earlierRoom);
    return { of, minute, ticks, tick: ticks.count - 1 };
  }
}

export function timeOf({ of, minute, ticks, tick }: Position): number {
  return of.starts[minute]! + ticks.offsetMs[tick]!;
}

/** What the trades up to a position add up to, in numbers. */
export function runningDay({ of, minute, ticks, tick }: Position) {
  const { company } = of.track;
  const lotSize = Number(company.boardLot);
  let high = of.highBefore[minute]!;
  let low = of.lowBefore[minute]!;
  let lots = of.lotsBefore[minute]!;
  let turnover = turnoverBefore(of, minute);
  for (let index = 0; index <= tick; index += 1) {
    const value = ticks.price[index]!;
    if (value > high) high = value;
    if (value < low) low = value;
    lots += ticks.lots[index]!;
    turnover += tradeTurnover(company.market, value, ticks.lots[index]! * lotSize);
  }
  return { high, low, volume: lots * lotSize, turnover };
}

export function quoteAt(position: Position): Quote {
  const { of, ticks, tick } = position;
  const { company } = of.track;
  const at = timeOf(position);
  const running = runningDay(position);
  return {
    market: company.market,
    code: company.code,
    feed: feedName,
    // Trades of a stock never share a millisecond, so their time orders them, also over a restart.
    sequence: BigInt(at),
    at,
    last: toPrice(ticks.price[tick]!),
    ...book(position),
    tradingDate: of.date,
    previousClose: toPrice(of.day.base),
    open: toPrice(of.day.open),
    high: toPrice(running.high),
    low: toPrice(running.low),
    volume: shares(BigInt(running.volume)),
    turnoverMinor: BigInt(running.turnover),
    halted: false,
  };
}

/** The day so far, or the whole day where `position` is its last trade. */
export function runningBar(position: Position): Bar {
  const { of, ticks, tick } = position;
  const running = runningDay(position);
  return {
    from: of.starts[0]!,
    tradingDate: of.date,
    open: toPrice(of.day.open),
    high: toPrice(running.high),
    low: toPrice(running.low),
    close: toPrice(ticks.price[tick]!),
    volume: shares(BigInt(running.volume)),
    turnoverMinor: BigInt(running.turnover),
  };
}

const levels = 5;
const random = new KeyedRandom();

/**
 * Five levels on each side. A buyer's trade happened at the best ask, a seller's at the best bid. At
 * the day's limit nobody stands on the other side: that side is empty and its best price repeats the
 * limit.
 */
function book(position: Position): Pick<Quote, "bid" | "ask" | "bids" | "asks"> {
  const { of, minute, ticks, tick } = position;
  const { grid, limits, track, day, words, number } = of;
  const last = ticks.price[tick]!;
  const isLockedUp = limits !== null && last >= limits.high;
  const isLockedDown = limits !== null && last <= limits.low;
  seedFor(
    random,
    words,
    streams.depth + tick * 256,
    track.character.entity,
    number * 2_048 + minute,
  );
  const gap = track.character.spreadTicks;
  const side = isLockedUp ? -1 : isLockedDown ? 1 : ticks.side[tick]!;
  let bid = last;
  let ask = last;
  for (let step = 0; step < gap; step += 1) {
    if (side > 0) bid = Math.max(tickBelow(grid, bid), limits?.low ?? 0);
    else ask = Math.min(tickAbove(grid, ask), limits?.high ?? Infinity);
  }
  const lotSize = Number(track.company.boardLot);
  const typical = (day.volume / lotSize / of.starts.length) * (isLockedUp || isLockedDown ? 12 : 1);
  const bids: DepthLevel[] = [];
  const asks: DepthLevel[] = [];
  const size = (level: number) => {
    const chance = random.uniform();
    const lots = 1 + Math.floor(typical * (0.15 + 0.15 * level + 2 * chance * chance));
    return shares(BigInt(lots * lotSize));
  };
  let value = bid;
  for (let level = 0; level < levels && !isLockedDown; level += 1) {
    if (value <= 0 || (limits !== null && value < limits.low)) break;
    bids.push({ price: toPrice(value), quantity: size(level) });
    value = tickBelow(grid, value);
  }
  value = ask;
  for (let level = 0; level < levels && !isLockedUp; level += 1) {
    if (limits !== null && value > limits.high) break;
    asks.push({ price: toPrice(value), quantity: size(level) });
    value = tickAbove(grid, value);
  }
  return {
    bid: toPrice(isLockedDown ? last : bid),
    ask: toPrice(isLockedUp ? last : ask),
    bids,
    asks,
  };
}

function toPrice(value: number): Price {
  return price(BigInt(value));
}
