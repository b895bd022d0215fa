import type { MarketKey } from "@sanshi/money";
import { tradingDayBegins } from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { Quote } from "../../../market-feed/market-feed.ts";
import { matchableQuote } from "../checking/session-quotes.rules.ts";
import type { PassedOver, WatchedOrder, WatchedPrices } from "./watched.ts";
import type { WorkingOrders } from "./working-orders.ts";

/** Holds what waits against the quotes that the clock has leapt over, each stock's in their order. */
export type Leaps = {
  /** Of a quote that the clock has leapt to; up to a split or dividend of the stock where one lies before it. */
  land(quote: Quote): void;
  /** Goes on up to a moment on the app's clock, and no further than the leap. */
  goOn(market: MarketKey, code: string, until: number): void;
  /** What an order has still to meet that was set at a quote before the leap's end; null where that is nothing. */
  behind(order: Pick<WatchedOrder, "market" | "code" | "seen" | "after">): PassedOver | null;
};

/** What is still to be looked at for an order, from the quote on that it was reached by. */
type Still = Required<Pick<WatchedOrder, "passed" | "auctionsAfter">>;

/** `walked` is the moment up to which the stock's orders have met what was leapt over. */
type Leap = { after: bigint; walked: number; landed: Quote };

export function createLeaps(
  { feed, hours, quotes, clock }: Pick<Context, "feed" | "hours" | "quotes" | "clock">,
  waiting: Pick<WorkingOrders, "waitsFor" | "waitedFor" | "wake">,
  reach: (market: MarketKey, code: string, prices: WatchedPrices, still: Still) => void,
): Leaps {
  const leaps = new Map<string, Leap>();

  function walk(leap: Leap, until: number): void {
    const { market, code } = leap.landed;
    const from = leap.walked;
    leap.walked = Math.max(from, Math.min(until, leap.landed.at));
    if (feed.passed === undefined || leap.walked === from || !waiting.waitsFor(market, code))
      return;
    waiting.wake(clock.now());
    const waitedFor = () => waiting.waitedFor(market, code);
    const question = { market, code, after: leap.after, until: leap.walked, waitedFor };
    for (const quote of feed.passed(question)) {
      const { sequence, at } = quote;
      if (at <= from || matchableQuote(quote, at, hours) === null) continue;
      const passed = { after: sequence - 1n, until: leap.walked };
      reach(market, code, { ...pricesOf(quote), at }, { passed, auctionsAfter: from });
    }
  }

  /** While a split or dividend is being applied, what waits is of the scale before it. */
  function endOfScale({ market, code }: Quote, from: number): number {
    if (quotes.get(market, code) !== null) return Infinity;
    const begun = feed
      .corporateActions(market, code)
      .map(({ exDate }) => tradingDayBegins(market, exDate, hours))
      .filter((at) => at > from);
    return Math.min(...begun) - 1;
  }

  return {
    land(quote) {
      const { leaptFrom } = quote;
      if (leaptFrom === undefined) return;
      const key = keyOf(quote);
      const before = leaps.get(key);
      // Another leap over a stock of which a split is still being applied.
      const isBehind = before !== undefined && before.walked < before.landed.at;
      const leap = isBehind
        ? { ...before, landed: quote }
        : { after: leaptFrom.sequence, walked: leaptFrom.at, landed: quote };
      leaps.set(key, leap);
      walk(leap, endOfScale(quote, leap.walked));
    },
    goOn(market, code, until) {
      const leap = leaps.get(keyOf({ market, code }));
      if (leap !== undefined) walk(leap, until);
    },
    behind({ market, code, seen, after }) {
      const leap = leaps.get(keyOf({ market, code }));
      const from = seen ?? after;
      if (leap === undefined || from === null || from.feed !== leap.landed.feed) return null;
      const isBefore = from.sequence < leap.landed.sequence && (from.at ?? -Infinity) < leap.walked;
      return isBefore ? { after: from.sequence, until: leap.walked } : null;
    },
  };
}

/** What waits at a price is held against the side that it trades with, where anybody stands there. */
export function pricesOf({ feed, sequence, last, bids, asks }: Quote): WatchedPrices {
  const bid = bids[0];
  const ask = asks[0];
  return {
    feed,
    sequence,
    last,
    bid: bid === undefined || bid.quantity === 0n ? null : bid.price,
    ask: ask === undefined || ask.quantity === 0n ? null : ask.price,
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}
