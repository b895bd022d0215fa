import type { MarketKey, Price } from "@sanshi/money";
import type { Trail } from "../checking/trailing.rules.ts";

/** What a price has to do to set something off. */
export type WatchSide =
  | "ask_at_or_below"
  | "bid_at_or_above"
  | "last_at_or_above"
  | "last_at_or_below";

/** A price that sets something off: a limit, a stop, an exit. */
export type Watch = {
  side: WatchSide;
  level: Price;
  /** Not before this moment, on the app's clock: a lock on selling has to run out first. */
  notBefore: number | null;
};

/** A stop that follows the best traded price that its order has seen. */
export type WatchedTrail = {
  orderId: bigint;
  /** Prices of another scale, from before a split, are none for it. */
  scale: number;
  side: "buy" | "sell";
  trail: Trail;
  /** The best that it has seen, and what of that the database knows. */
  best: Price;
  kept: Price;
  notBefore: number | null;
};

/** A position on which something waits. It is only a copy of the database, which decides. */
export type WatchedOrder = {
  positionId: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  /** The position's; an older copy never takes the place of a newer one. */
  revision: number;
  watches: readonly Watch[];
  /** Of those the ones that a quote of extended hours reaches too; left out where there are none. */
  extended?: readonly Watch[];
  /** A quote of extended hours has reached it; left out of what waits, and of what any other price reached. */
  atExtended?: true;
  /** Left out where nothing trails. */
  trails?: readonly WatchedTrail[];
  /** Since when it waits as it is, on the app's clock; what waits from now on leaves it out. */
  since?: number;
  /** Auctions after this moment are still to be looked at for it; left out where there are none. */
  auctionsAfter?: number;
  /** What the clock leapt over and is still to be looked at for it; left out where that is nothing. */
  passed?: PassedOver;
  /** Up to which quote everything was looked at for it; what is new waits from now on, and leaves it out. */
  seen?: QuoteMark;
  /** The quote that has had its effect already; only a newer one is looked at. */
  after: QuoteMark | null;
};

export type QuoteMark = {
  feed: string;
  sequence: bigint;
  /** Milliseconds since the epoch, on the app's clock; left out where nobody asks for it. */
  at?: number;
  /** It was met among what the clock leapt over: all after it is still to be met. */
  isPassed?: true;
};

/**
 * Quotes that were not decided on when they came: those after a sequence, up to a moment on the app's clock. What came by
 * `metUntil` has been met.
 */
export type PassedOver = { after: bigint; until: number; metUntil?: number };

/** What watches are held against; null reaches nothing. */
export type WatchedPrices = QuoteMark & {
  bid: Price | null;
  ask: Price | null;
  last: Price | null;
};
