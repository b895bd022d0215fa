import { minuteMs } from "@sanshi/contract";
import { price, shares, type Price } from "@sanshi/money";
import { extendedPhaseAt, localDate, type ExtendedPhase } from "@sanshi/rulebook";
import {
  extendedFeedName,
  reachesWaited,
  type Bar,
  type DepthLevel,
  type PassedQuestion,
  type Quote,
} from "../market-feed.ts";
import { feedName } from "./quote-at.ts";
import { KeyedRandom, seedFor, streams } from "./random.ts";
import type { Stock } from "./stock.ts";
import { snap, tickAt, tickGrid } from "./tick-grid.ts";
import { dayNumber } from "./trading-calendar.ts";
import { tradingDay } from "./trading-day.ts";

const stepMs = 10_000;
const stepsPerKnot = 30;
const levels = 3;
const random = new KeyedRandom();

/**
 * A stock's quote in the extended hours of a moment; null outside of them, of a stock that has not traded on the day
 * before, and on the morning of a split or dividend, whose prices have another scale. It stands around the last price of
 * the regular hours, which is never outside of its bid and ask: nobody can foresee a gain from one to the other. What it
 * draws is drawn by nothing else, so that the prices of the regular hours are the same with and without it.
 */
export function simulatedExtendedQuote(stock: Stock, now: number): Quote | null {
  const phase = extendedPhaseAt(now, "exchange");
  const { quote } = stock;
  if (phase === null || quote === null || quote.halted) return null;
  const around = aroundOf(stock, phase);
  if (around === null || quote.tradingDate !== around.date) return null;
  return quoteOf(around, Number(quote.last), Math.floor(now / stepMs));
}

/**
 * A phase's quotes after a moment and up to another, the same as they were at their time. As the official price is never
 * outside of bid and ask, no quote of a phase comes to a limit on the other side of it.
 */
export function* passedExtendedQuotes(
  of: Pick<Stock, "history" | "track">,
  phase: ExtendedPhase,
  { after, until, extended }: Pick<PassedQuestion, "after" | "until" | "extended">,
): Generator<Quote, void> {
  const from = Number(after);
  if (extended === undefined || phase.from > until || phase.until <= from) return;
  const around = aroundOf(of, phase);
  const close = around && tradingDay(of.history, of.track, around.index)?.minutes.close.at(-1);
  if (around === null || close === undefined || close === null) return;
  const official = BigInt(close);
  const last = Math.min(until, phase.until - 1);
  const first = Math.max(phase.from, from + 1);
  for (let step = Math.ceil(first / stepMs); step * stepMs <= last; step += 1) {
    if (!reachesWaited({ low: official, high: official }, extended())) return;
    const quote = quoteOf(around, close, step);
    if (reachesWaited({ low: quote.ask, high: quote.bid }, extended())) yield quote;
  }
}

/**
 * A phase's minutes up to `until`, each from the prices that were shown in it. They have no volume: in the simulated
 * market's extended hours only customers trade.
 */
export function extendedBars(
  of: Pick<Stock, "history" | "track">,
  phase: ExtendedPhase,
  { from, until }: { from: number; until: number },
): Bar[] {
  const around = aroundOf(of, phase);
  const close = around && tradingDay(of.history, of.track, around.index)?.minutes.close.at(-1);
  if (around === null || close === undefined || close === null) return [];
  const course = courseOf(around, close);
  const bars: Bar[] = [];
  const end = Math.min(until, phase.until);
  for (let start = Math.max(phase.from, from); start < end; start += minuteMs) {
    const prices: Price[] = [];
    for (let at = start; at < Math.min(end, start + minuteMs); at += stepMs) {
      prices.push(course.at(Math.floor(at / stepMs)).traded);
    }
    const [open = price(0n)] = prices;
    bars.push({
      from: start,
      tradingDate: course.date,
      open,
      high: prices.reduce((high, one) => (one > high ? one : high), open),
      low: prices.reduce((low, one) => (one < low ? one : low), open),
      close: prices.at(-1) ?? open,
      volume: shares(0n),
      turnoverMinor: 0n,
    });
  }
  return bars;
}

/** The day whose last price a phase's quotes stand around, and what is drawn of it. */
type Around = Pick<Stock, "history" | "track"> & {
  phase: ExtendedPhase;
  index: number;
  date: string;
  /** Shares that a minute of the regular hours trades. */
  typical: number;
};

function aroundOf(
  { history, track }: Pick<Stock, "history" | "track">,
  phase: ExtendedPhase,
): Around | null {
  if (track.company.market !== "usd") return null;
  const { calendar } = history;
  const today = calendar.indexAt(phase.from);
  const isMorning = phase.phase === "pre_market";
  if (isMorning && track.actions.some((action) => action.index === today)) return null;
  const index = isMorning ? today - 1 : today;
  const day = index < 0 ? null : history.day(track, index);
  if (day === null) return null;
  const typical = day.volume / calendar.minutesAt(today);
  return { history, track, phase, index, date: calendar.dateAt(index), typical };
}

type Middle = { middle: number; traded: Price };

/** How a phase's prices move: each step's middle of bid and ask, and what is shown as its last price. */
function courseOf({ history, track, phase }: Around, last: number) {
  const { company, character } = track;
  const date = localDate("usd", phase.from);
  const words = history.chance.of(dayNumber(date));
  const grid = tickGrid(company.market, company.tickClass, date);
  const tick = tickAt(grid, last);
  const half = Math.max(3 * character.spreadTicks * tick, Math.ceil(last / 500 / tick) * tick);
  const knots = new Map<number, number>();
  const drawn = (knot: number): number => {
    let known = knots.get(knot);
    if (known === undefined) {
      seedFor(random, words, streams.extended, character.entity, knot);
      knots.set(knot, (known = 2 * random.uniform() - 1));
    }
    return known;
  };
  const at = (step: number): Middle => {
    const knot = Math.floor(step / stepsPerKnot);
    const way = (step % stepsPerKnot) / stepsPerKnot;
    const middle = last + (half * (drawn(knot) * (1 - way) + drawn(knot + 1) * way)) / 2;
    return { middle, traded: toPrice(snap(grid, middle)) };
  };
  return { date, words, tick, half, at };
}

function quoteOf(around: Around, last: number, step: number): Quote {
  const { company, character } = around.track;
  const { date, words, tick, half, at } = courseOf(around, last);
  const { middle, traded } = at(step);
  const { phase, typical } = around;
  const bid = Math.max(tick, Math.floor((middle - half) / tick) * tick);
  const ask = Math.ceil((middle + half) / tick) * tick;
  // Of what a minute of the regular hours trades, a small part stands at each price.
  seedFor(random, words, streams.extended + 1, character.entity, step);
  const lotSize = Number(company.boardLot);
  const lots = typical / lotSize;
  const size = () => shares(BigInt((1 + Math.floor(lots * 0.1 * random.uniform())) * lotSize));
  const bids: DepthLevel[] = [];
  const asks: DepthLevel[] = [];
  for (let level = 0; level < levels; level += 1) {
    const away = level * 2 * tick;
    if (bid - away > 0) bids.push({ price: toPrice(bid - away), quantity: size() });
    asks.push({ price: toPrice(ask + away), quantity: size() });
  }
  return {
    market: company.market,
    code: company.code,
    feed: extendedFeedName(feedName),
    sequence: BigInt(step * stepMs),
    at: Math.max(phase.from, step * stepMs),
    last: traded,
    bid: toPrice(bid),
    ask: toPrice(ask),
    bids,
    asks,
    tradingDate: date,
    previousClose: toPrice(last),
    open: traded,
    high: traded,
    low: traded,
    volume: shares(0n),
    turnoverMinor: 0n,
    halted: false,
  };
}

function toPrice(value: number): Price {
  return price(BigInt(value));
}
