import { price, shares, type Price } from "@sanshi/money";
import { extendedPhaseAt, localDate } from "@sanshi/rulebook";
import { extendedFeedName, type DepthLevel, type Quote } from "../market-feed.ts";
import { feedName } from "./quote-at.ts";
import { KeyedRandom, seedFor, streams } from "./random.ts";
import type { Stock } from "./stock.ts";
import { snap, tickAt, tickGrid } from "./tick-grid.ts";
import { dayNumber } from "./trading-calendar.ts";

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
  const phase = extendedPhaseAt(now);
  const { history, track, quote } = stock;
  const { company, character } = track;
  if (phase === null || company.market !== "usd" || quote === null || quote.halted) return null;
  const date = localDate("usd", now);
  const { calendar } = history;
  const index = calendar.indexAt(now);
  const isMorning = phase.phase === "pre_market";
  if (quote.tradingDate !== calendar.dateAt(isMorning ? index - 1 : index)) return null;
  if (isMorning && track.actions.some((action) => action.index === index)) return null;
  const day = history.day(track, isMorning ? index - 1 : index);
  if (day === null) return null;
  const step = Math.floor(now / stepMs);
  const knot = Math.floor(step / stepsPerKnot);
  const words = history.chance.of(dayNumber(date));
  const drawn = (number: number, stream: number) => {
    seedFor(random, words, streams.extended + stream, character.entity, number);
    return 2 * random.uniform() - 1;
  };
  const way = (step % stepsPerKnot) / stepsPerKnot;
  const drift = drawn(knot, 0) * (1 - way) + drawn(knot + 1, 0) * way;
  const grid = tickGrid(company.market, company.tickClass, date);
  const last = Number(quote.last);
  const tick = tickAt(grid, last);
  const half = Math.max(3 * character.spreadTicks * tick, Math.ceil(last / 500 / tick) * tick);
  const middle = last + (half * drift) / 2;
  const bid = Math.max(tick, Math.floor((middle - half) / tick) * tick);
  const ask = Math.ceil((middle + half) / tick) * tick;
  // Of what a minute of the regular hours trades, a small part stands at each price.
  seedFor(random, words, streams.extended + 1, character.entity, step);
  const lotSize = Number(company.boardLot);
  const typical = day.volume / lotSize / calendar.minutesAt(index);
  const size = () => shares(BigInt((1 + Math.floor(typical * 0.1 * random.uniform())) * lotSize));
  const bids: DepthLevel[] = [];
  const asks: DepthLevel[] = [];
  for (let level = 0; level < levels; level += 1) {
    const away = level * 2 * tick;
    if (bid - away > 0) bids.push({ price: toPrice(bid - away), quantity: size() });
    asks.push({ price: toPrice(ask + away), quantity: size() });
  }
  const traded = toPrice(snap(grid, middle));
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
    previousClose: quote.last,
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
