import type { MarketKey } from "@sanshi/money";
import { tradingDayBegins } from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import {
  isOfExtendedHours,
  regularFeedName,
  type Quote,
} from "../../../market-feed/market-feed.ts";
import { matchableQuote } from "../checking/session-quotes.rules.ts";
import type { PassedOver, WatchedOrder, WatchedPrices } from "./watched.ts";
import type { WorkingOrders } from "./working-orders.ts";

/** Holds what waits against the quotes that the clock has leapt over, each stock's in their order. */
export type Leaps = {
  /** Of a quote that the clock has leapt to; up to a split or dividend of the stock where one lies before it. */
  land(quote: Quote): void;
  /** Of a US stock whose extended orders have met every quote up to `from`: up to now, also where no quote has landed. */
  landExtended(code: string, from: number): void;
  /** Goes on up to a moment on the app's clock, and no further than the leap. */
  goOn(market: MarketKey, code: string, until: number): void;
  /** Lets orders for extended hours be reached whose time has come. */
  wakeExtended(): void;
  /** Of those the ones that something may have passed while they rested, each once. */
  rested(): readonly WatchedOrder[];
  /** What an order has still to meet that was set at a quote before the leap's end; null where that is nothing. */
  behind(order: Pick<WatchedOrder, "market" | "code" | "seen" | "after">): PassedOver | null;
};

/** What is still to be looked at for an order, from the quote on that it was reached by. */
type Still = Required<Pick<WatchedOrder, "passed" | "auctionsAfter">>;

/** `walked` is the moment up to which the stock's orders have met what was leapt over, `until` the leap's end. */
type Leap = { after: bigint; walked: number; until: number; landed: Quote };

type Book = Pick<WorkingOrders, "waitsFor" | "waitedFor" | "wake" | "takeReached">;

/** What waits for the quotes of extended hours is in `extended` too, and in their order meets them among all others. */
export function createLeaps(
  { feed, hours, quotes, clock }: Pick<Context, "feed" | "hours" | "quotes" | "clock">,
  { waiting, extended }: { waiting: Book; extended: Book },
  begin: (order: WatchedOrder & Still) => void,
): Leaps {
  const leaps = new Map<string, Leap>();
  const resting = new Map<bigint, WatchedOrder>();

  function walk(leap: Leap, until: number): void {
    const { market, code } = leap.landed;
    const from = leap.walked;
    leap.walked = Math.max(from, Math.min(until, leap.until));
    if (feed.passed === undefined || leap.walked === from || !waiting.waitsFor(market, code))
      return;
    const now = clock.now();
    waiting.wake(now);
    wakeExtended();
    const question = {
      ...{ market, code, after: leap.after, until: leap.walked },
      waitedFor: () => waiting.waitedFor(market, code),
      ...(extended.waitsFor(market, code) && {
        extended: () => extended.waitedFor(market, code),
      }),
    };
    // Whatever is in both books is begun at the first quote that reaches it.
    const begun = new Set<bigint>();
    for (const quote of feed.passed(question)) {
      const { sequence, at } = quote;
      const isExtended = isOfExtendedHours(quote);
      if (at <= from || (!isExtended && matchableQuote(quote, at, hours) === null)) continue;
      const passed = { after: sequence - 1n, until: leap.walked };
      const prices = { ...pricesOf(quote), at, ...(isExtended && { last: null }) };
      for (const order of (isExtended ? extended : waiting).takeReached(market, code, prices)) {
        if (begun.has(order.positionId)) continue;
        begun.add(order.positionId);
        begin({ ...order, passed, auctionsAfter: from });
      }
    }
  }

  function wakeExtended(): void {
    for (const order of extended.wake(clock.now())) {
      if (behind(order) !== null) resting.set(order.positionId, order);
    }
  }

  function behind({
    market,
    code,
    seen,
    after,
  }: Parameters<Leaps["behind"]>[0]): PassedOver | null {
    const leap = leaps.get(keyOf({ market, code }));
    const from = seen ?? after;
    if (leap === undefined || from === null || feed.passed === undefined) return null;
    if (regularFeedName(from.feed) !== leap.landed.feed) return null;
    // Quotes of an evening come after the regular one that the leap has landed on.
    const isExtended = isOfExtendedHours(from) && from.at !== undefined;
    const isBefore = from.isPassed === true || isExtended || from.sequence < leap.landed.sequence;
    const isBehind = isBefore && (from.at ?? -Infinity) < leap.walked;
    if (!isBehind) return null;
    const metUntil = seen !== undefined && isExtended ? seen.at : undefined;
    return {
      after: from.sequence,
      until: leap.walked,
      ...(metUntil !== undefined && { metUntil }),
    };
  }

  /** The evening goes on after its last regular quote. */
  function endOf({ market, code, at }: Quote): number {
    return extended.waitsFor(market, code) ? Math.max(at, clock.now()) : at;
  }

  function startFrom(leap: Leap): void {
    const key = keyOf(leap.landed);
    const before = leaps.get(key);
    // Another leap over a stock of which a split is still being applied.
    const isBehind = before !== undefined && before.walked < before.until;
    const { landed, until } = leap;
    const walked = Math.max(leap.walked, before?.walked ?? leap.walked);
    const next = isBehind ? { ...before, landed, until } : { ...leap, walked };
    leaps.set(key, next);
    walk(next, endOfScale(landed, next.walked));
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
      const { sequence: after, at: walked } = leaptFrom;
      startFrom({ after, walked, until: endOf(quote), landed: quote });
    },
    landExtended(code, from) {
      const landed = quotes.get("usd", code);
      if (landed === null) return;
      startFrom({ after: landed.sequence, walked: from, until: clock.now(), landed });
    },
    goOn(market, code, until) {
      const leap = leaps.get(keyOf({ market, code }));
      if (leap !== undefined) walk(leap, until);
    },
    wakeExtended,
    rested() {
      const found = [...resting.values()];
      resting.clear();
      return found;
    },
    behind,
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
