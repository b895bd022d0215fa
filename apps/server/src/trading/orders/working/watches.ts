import type { OrderKind } from "@sanshi/contract";
import { price, type Price } from "@sanshi/money";
import type { PassedQuestion } from "../../../market-feed/market-feed.ts";
import { stopBehind, trailOf } from "../checking/trailing.rules.ts";
import { isForAuction, tradesFrom } from "../checking/validity.rules.ts";
import type { WatchedPosition } from "../storing/positions.store.ts";
import { watchesBehind } from "./stock-trails.ts";
import type { Watch, WatchSide, WatchedOrder, WatchedTrail } from "./watched.ts";

/** One that could not be tried now is tried again after this time. */
export const againAfterMs = 1_000;

/** A position as the watch over prices has it. */
export function watchedOrder(
  position: WatchedPosition,
  options: Partial<Pick<WatchedOrder, "after" | "since" | "seen">> & { notBefore?: number } = {},
): WatchedOrder {
  const { id, customer_id, market, code, revision } = position;
  const notBefore = options.notBefore ?? null;
  const extended = extendedWatches(position, notBefore);
  const trails = trailsOf(position, later(notBefore, position.sellable_at));
  return {
    positionId: id,
    customerId: customer_id,
    market,
    code,
    revision,
    watches: watchesOf(position, notBefore),
    ...(extended.length > 0 && { extended }),
    ...(trails.length > 0 && { trails }),
    after: options.after ?? null,
    ...(options.since !== undefined && { since: options.since }),
    ...(options.seen !== undefined && { seen: options.seen }),
  };
}

/** The prices at which the first of these is reached. */
export function nearestOf(
  watches: readonly Pick<Watch, "side" | "level">[],
): ReturnType<PassedQuestion["waitedFor"]> {
  let atOrBelow: Price | null = null;
  let atOrAbove: Price | null = null;
  for (const { side, level } of watches) {
    if (side === "ask_at_or_below" || side === "last_at_or_below") {
      if (atOrBelow === null || level > atOrBelow) atOrBelow = level;
    } else if (atOrAbove === null || level < atOrAbove) atOrAbove = level;
  }
  return { atOrBelow, atOrAbove };
}

/** The prices nearest to the market that a position waits for, or that its stops follow. */
export function waitedForBy(position: WatchedPosition): ReturnType<PassedQuestion["waitedFor"]> {
  const { watches, trails = [] } = watchedOrder(position);
  const behind = trails.flatMap(({ side, best, trail }) =>
    watchesBehind(side, best, stopBehind(side, best, trail)),
  );
  return nearestOf([...watches, ...behind]);
}

/** The limits of its orders for extended hours that are nearest to the market; null where it has none. */
export function extendedWaitedForBy(
  position: WatchedPosition,
): ReturnType<PassedQuestion["waitedFor"]> | null {
  const watches = extendedWatches(position, null);
  return watches.length === 0 ? null : nearestOf(watches);
}

/** Its closing orders whose stops follow the market. */
function trailsOf({ side, closings }: WatchedPosition, notBefore: number | null): WatchedTrail[] {
  return closings.flatMap((order) => {
    const { trail_best: best } = order;
    const trail = trailOf(order.trail_amount, order.trail_basis_points);
    if (trail === null || best === null || !isAheadOfStop(order)) return [];
    const sells = side === "long";
    const kept = order.trail_kept ?? best;
    return [
      {
        orderId: order.id,
        scale: order.revision,
        side: sells ? "sell" : "buy",
        ...{ trail, best, kept, notBefore },
      },
    ];
  });
}

/** The prices at which something is to be done with a position, by its state. */
function watchesOf(position: WatchedPosition, notBefore: number | null): Watch[] {
  const { status } = position;
  const watches: Watch[] = [];
  const add = (side: WatchSide, level: Price | null, from: number | null = notBefore) => {
    if (level !== null) watches.push({ side, level, notBefore: from });
  };
  if (position.opening_works && (status === "pending" || status === "holding")) {
    const { stop, limit, anyPrice: anyEntry } = entrySides[position.side];
    const isAhead = isAheadOfStop(position);
    const atMarket = position.kind === "market" ? anyEntry : null;
    if (isAhead) add(stop, position.stop_price);
    // What is for an auction alone is looked at as it ends, with that auction.
    if (isForAuction(position.time_in_force)) return watches;
    if (!isAhead || position.kind === "oco") {
      add(
        limit,
        position.limit_price ?? atMarket,
        later(notBefore, tradesFrom(asLasting(position))),
      );
    }
  }
  const { takeProfit, stopLoss, anyPrice } = exitSides[position.side];
  const from = later(notBefore, position.sellable_at);
  for (const order of position.closings) {
    const isAhead = isAheadOfStop(order);
    const isTrailing = order.kind === "trailing_stop" && isAhead;
    if (isForAuction(order.time_in_force) || isTrailing) continue;
    // What came with the order that opened it waits until shares may be sold.
    if (isAhead) add(stopLoss, order.stop_price, from);
    if (!isAhead || order.kind === "oco") {
      add(takeProfit, limitNow(order) ?? anyPrice, later(from, tradesFrom(asLasting(order))));
    }
  }
  if (status === "holding" || (status === "closing" && !isStopped(position))) {
    const isTaking = position.closings.some(({ origin }) => origin === "take_profit");
    if (!isTaking) add(takeProfit, position.take_profit, from);
    add(stopLoss, position.stop_loss, from);
  }
  return watches;
}

/** The limits of orders for extended hours. */
function extendedWatches(position: WatchedPosition, notBefore: number | null): Watch[] {
  const { side, sellable_at: sellableAt } = position;
  const from = later(notBefore, sellableAt);
  const opens = position.opening_works && position.extended_hours;
  const level = opens ? position.limit_price : null;
  const opening = { side: entrySides[side].limit, notBefore };
  return [
    ...(level === null ? [] : [{ ...opening, level }]),
    ...position.closings.flatMap((order) =>
      order.extended_hours && order.limit_price !== null
        ? [{ side: exitSides[side].takeProfit, level: order.limit_price, notBefore: from }]
        : [],
    ),
  ];
}

type Prices = Pick<WatchedPosition, "kind" | "limit_price" | "triggered_at">;

function hasStop(kind: OrderKind): boolean {
  return kind === "stop" || kind === "stop_limit" || kind === "oco" || kind === "trailing_stop";
}

/** An order with a stop that the market has not reached yet. */
export function isAheadOfStop({ kind, triggered_at }: Omit<Prices, "limit_price">): boolean {
  return hasStop(kind) && triggered_at === null;
}

/** The limit at which an order trades now: the one beside a stop is gone with what it cancelled. */
export function limitNow({ kind, limit_price: limit, triggered_at }: Prices): Price | null {
  return kind === "oco" && triggered_at !== null ? null : limit;
}

type Standing = Prices & Pick<WatchedPosition, "time_in_force" | "expires_at">;

/** A stored order as the rules of how long it stands have it. */
export function asLasting(order: Pick<Standing, "time_in_force" | "expires_at">) {
  return { timeInForce: order.time_in_force, expiresAt: order.expires_at };
}

/**
 * At which limit an order trades in an auction, or in a session after hours that the clock has leapt over: null at the
 * market, undefined where it takes no part. What was set off by a price before takes none: it meets the next quote.
 */
export function limitInAuction(
  order: Standing,
  matchesAt: number,
  isOrdinary: boolean,
): Price | null | undefined {
  const { kind, time_in_force: timeInForce, expires_at: expiresAt } = order;
  const isItsOwn = expiresAt === matchesAt;
  if (isForAuction(timeInForce) || timeInForce === "after_hours") {
    return isItsOwn ? order.limit_price : undefined;
  }
  if (timeInForce === "market_at_close" && isItsOwn) return null;
  if (!isOrdinary) return undefined;
  if (kind === "market") return expiresAt === null ? undefined : null;
  return hasLimitNow(order) ? limitNow(order) : undefined;
}

/** Whether a price between stops and limits may fill it: it has a limit that holds now. */
export function hasLimitNow(order: Prices): boolean {
  return limitNow(order) !== null && (order.kind === "oco" || !isAheadOfStop(order));
}

/** It is being closed whatever the price: no exit adds anything. */
export function isStopped({ closings }: Pick<WatchedPosition, "closings">): boolean {
  return closings.some(({ origin }) => origin === "stop_loss");
}

const entrySides = {
  long: { stop: "last_at_or_above", limit: "ask_at_or_below", anyPrice: price(2n ** 62n) },
  short: { stop: "last_at_or_below", limit: "bid_at_or_above", anyPrice: price(0n) },
} as const;

/** A closing order, and a gain, wait for the side that they trade with; a loss is told by the last price. */
const exitSides = {
  long: { takeProfit: "bid_at_or_above", stopLoss: "last_at_or_below", anyPrice: price(0n) },
  short: {
    takeProfit: "ask_at_or_below",
    stopLoss: "last_at_or_above",
    anyPrice: price(2n ** 62n),
  },
} as const;

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
