import { price, type Price } from "@sanshi/money";
import type { WatchedPosition } from "../storing/positions.store.ts";
import type { Watch, WatchSide, WatchedOrder } from "./working-orders.ts";

/** One that could not be tried now is tried again after this time. */
export const againAfterMs = 1_000;

/** A position as the watch over prices has it. */
export function watchedOrder(
  position: WatchedPosition,
  options: Partial<Pick<WatchedOrder, "after" | "since">> & { notBefore?: number } = {},
): WatchedOrder {
  const { id, customer_id, market, code, revision } = position;
  return {
    positionId: id,
    customerId: customer_id,
    market,
    code,
    revision,
    watches: watchesOf(position, options.notBefore ?? null),
    after: options.after ?? null,
    ...(options.since !== undefined && { since: options.since }),
  };
}

/** The prices at which something is to be done with a position, by its state. */
function watchesOf(position: WatchedPosition, notBefore: number | null): Watch[] {
  const { status } = position;
  const watches: Watch[] = [];
  const add = (side: WatchSide, level: Price | null, from: number | null = notBefore) => {
    if (level !== null) watches.push({ side, level, notBefore: from });
  };
  if (position.opening_works && (status === "pending" || status === "holding")) {
    const { stop, limit } = entrySides[position.side];
    if (isAheadOfStop(position)) add(stop, position.stop_price);
    else add(limit, position.limit_price);
  }
  const { takeProfit, stopLoss, anyPrice } = exitSides[position.side];
  for (const order of position.closings) add(takeProfit, order.limit_price ?? anyPrice);
  if (status === "holding" || (status === "closing" && !isStopped(position))) {
    const from = later(notBefore, position.sellable_at);
    const isTaking = position.closings.some(({ origin }) => origin === "take_profit");
    if (!isTaking) add(takeProfit, position.take_profit, from);
    add(stopLoss, position.stop_loss, from);
  }
  return watches;
}

/** A stop order that the market has not reached yet. */
export function isAheadOfStop({
  kind,
  triggered_at,
}: Pick<WatchedPosition, "kind" | "triggered_at">): boolean {
  return (kind === "stop" || kind === "stop_limit") && triggered_at === null;
}

/** It is being closed whatever the price: no exit adds anything. */
export function isStopped({ closings }: Pick<WatchedPosition, "closings">): boolean {
  return closings.some(({ origin }) => origin === "stop_loss");
}

const entrySides = {
  long: { stop: "last_at_or_above", limit: "ask_at_or_below" },
  short: { stop: "last_at_or_below", limit: "bid_at_or_above" },
} as const satisfies Record<string, Record<string, WatchSide>>;

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
