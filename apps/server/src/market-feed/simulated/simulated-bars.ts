import { price, settlementCurrency, priceUnitsPerMinor, shares } from "@sanshi/money";
import type { Bar } from "../market-feed.ts";
import type { MarketHistory } from "./market-history.ts";
import type { SimulatedDay, Track } from "./stock-day.ts";
import { roomForTicks } from "./minute-ticks.ts";
import { runningBar, StockCursor } from "./quote-at.ts";
import {
  ticksOf,
  tradeTurnover,
  tradingDay,
  turnoverBefore,
  type TradingDay,
} from "./trading-day.ts";

type BarsQuestion = {
  history: MarketHistory;
  track: Track;
  now: number;
  before: number;
  limit: number;
};

/** The newest days that start before `before`, oldest first; the newest as far as it has got. */
export function dayBars(question: BarsQuestion): Bar[] {
  const { history, track, now, before, limit } = question;
  const position = new StockCursor(history, track).at(now);
  if (position === null) return [];
  const { calendar } = history;
  const bars: Bar[] = [];
  let index = Math.min(position.of.index, calendar.indexAt(Math.min(now, before)));
  for (; index >= Math.max(0, track.listedAt) && bars.length < limit; index -= 1) {
    const from = calendar.opensAt(index);
    if (from >= before) continue;
    const day = history.day(track, index);
    if (day === null) break;
    const isNewest = index === position.of.index;
    bars.push(isNewest ? runningBar(position) : finishedDay(question, index, day, from));
  }
  return bars.reverse();
}

/**
 * A past day in one step. Its prices and volume are exactly what its trades add up to; its turnover
 * is its volume at the middle of open, high, low and close, since summing years of trades would be slow.
 */
function finishedDay(question: BarsQuestion, index: number, day: SimulatedDay, from: number): Bar {
  const { history, track } = question;
  const unit = priceUnitsPerMinor(settlementCurrency(track.company.market)) * 4n;
  const middle = BigInt(day.open + day.high + day.low + day.close);
  return {
    from,
    tradingDate: history.calendar.dateAt(index),
    open: price(BigInt(day.open)),
    high: price(BigInt(day.high)),
    low: price(BigInt(day.low)),
    close: price(BigInt(day.close)),
    volume: shares(BigInt(day.volume)),
    turnoverMinor: (middle * BigInt(day.volume)) / unit,
  };
}

/** The newest minutes that start before `before`, oldest first; the present one as far as it has got. */
export function minuteBars(question: BarsQuestion): Bar[] {
  const { history, track, now, before, limit } = question;
  const { calendar } = history;
  const bars: Bar[] = [];
  const newest = calendar.indexAt(Math.min(now, before));
  if (newest < 0) return bars;
  history.reach(newest);
  for (let index = newest; index >= Math.max(0, track.listedAt); index -= 1) {
    const of = tradingDay(history, track, index);
    if (of === null) break;
    for (let minute = of.starts.length - 1; minute >= 0; minute -= 1) {
      const start = of.starts[minute]!;
      if (start >= before || start > now) continue;
      const bar = minuteBar(of, minute, now);
      if (bar !== null) bars.push(bar);
      if (bars.length >= limit) return bars.reverse();
    }
  }
  return bars.reverse();
}

/** Null while the minute has no trade yet. */
function minuteBar(of: TradingDay, minute: number, now: number): Bar | null {
  const start = of.starts[minute]!;
  if (start + 60_000 > now) return runningMinute(of, minute, now);
  const { open, high, low, close, lots } = of.minutes;
  const turnover = turnoverBefore(of, minute + 1) - turnoverBefore(of, minute);
  return {
    from: start,
    tradingDate: of.date,
    open: price(BigInt(open[minute]!)),
    high: price(BigInt(high[minute]!)),
    low: price(BigInt(low[minute]!)),
    close: price(BigInt(close[minute]!)),
    volume: shares(BigInt(lots[minute]!) * of.track.company.boardLot),
    turnoverMinor: BigInt(turnover),
  };
}

const room = roomForTicks();

function runningMinute(of: TradingDay, minute: number, now: number): Bar | null {
  const ticks = ticksOf(of, minute, room);
  const { market, boardLot } = of.track.company;
  const start = of.starts[minute]!;
  let high = -Infinity;
  let low = Infinity;
  let close = 0;
  let lots = 0;
  let turnover = 0;
  for (let tick = 0; tick < ticks.count && start + ticks.offsetMs[tick]! <= now; tick += 1) {
    close = ticks.price[tick]!;
    high = Math.max(high, close);
    low = Math.min(low, close);
    lots += ticks.lots[tick]!;
    turnover += tradeTurnover(market, close, ticks.lots[tick]! * Number(boardLot));
  }
  if (lots === 0) return null;
  return {
    from: start,
    tradingDate: of.date,
    open: price(BigInt(ticks.price[0]!)),
    high: price(BigInt(high)),
    low: price(BigInt(low)),
    close: price(BigInt(close)),
    volume: shares(BigInt(lots) * boardLot),
    turnoverMinor: BigInt(turnover),
  };
}
