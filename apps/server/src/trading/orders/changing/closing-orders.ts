import { shares, type Price, type Shares } from "@sanshi/money";
import type { Match } from "../../../venues/execution-venue.ts";
import type { OrderChange } from "../storing/changes.store.ts";
import type {
  ClosingReason,
  StoredState,
  StoredPosition,
  WorkingClosing,
} from "../storing/positions.store.ts";

/** Which closing orders work on a position once a change is written. */

/** A closing order: how many shares it waits for, at which price or better, and what has placed it. */
export type ClosingOrder = {
  /** Its own, or the one that it gets where it waits. */
  id: bigint;
  /** As it works already; null where it is placed now. */
  working: WorkingClosing | null;
  quantity: Shares;
  /** Null: at the market. */
  limit: Price | null;
  /** Null: the customer. */
  reason: ClosingReason | "forced_sale" | null;
  expiresAt: number | null;
};

export const nothingMatched = { quantity: shares(0n), value: 0n };

function isExit({ reason }: ClosingOrder): boolean {
  return reason === "take_profit" || reason === "stop_loss";
}

/**
 * The closing orders that change by what is filled of one: a market order that is not filled as a whole ends with
 * what was filled, an exit's goes on. One that is placed and done at once is kept as its fill.
 */
export function ordersAfter(
  stored: StoredPosition,
  order: ClosingOrder,
  match: Pick<Match, "quantity" | "value">,
  ends: boolean,
): OrderChange[] {
  const { working } = order;
  const closesAll = ends || isExit(order) || order.reason === "forced_sale";
  const others = stored.closings.filter(({ id }) => id !== working?.id);
  const cancelled = closesAll ? others.map((other) => ended(stored, other, "cancelled")) : [];
  const left = order.quantity - match.quantity;
  const waitsOn = !ends && left > 0n && (order.limit !== null || isExit(order));
  if (order.reason === "forced_sale" || (working === null && !waitsOn)) return cancelled;
  const filled = shares((working?.filled ?? 0n) + match.quantity);
  return [
    ...cancelled,
    {
      id: order.id,
      isNew: working === null,
      state: waitsOn ? "working" : left > 0n ? "cancelled" : "filled",
      side: stored.side === "long" ? "sell" : "buy",
      origin: order.reason ?? "customer",
      quantity: shares(filled + left),
      limit: order.limit,
      filled,
      filledValue: (working?.filled_value ?? 0n) + match.value,
      expiresAt: order.expiresAt,
    },
  ];
}

/** A closing order that works, in another state. */
export function ended(
  { side }: StoredPosition,
  order: WorkingClosing,
  state: OrderChange["state"],
): OrderChange {
  return {
    id: order.id,
    isNew: false,
    state,
    side: side === "long" ? "sell" : "buy",
    origin: order.origin,
    quantity: order.quantity,
    limit: order.limit_price,
    filled: order.filled,
    filledValue: order.filled_value,
    expiresAt: order.expires_at,
  };
}

/** Closing is what has a closing order at work. */
export function closingAfter(
  stored: StoredPosition,
  orders: readonly OrderChange[],
  ends: boolean,
): Pick<StoredState, "status" | "closing_shares"> {
  const waiting = closingsAfter(stored, orders).reduce(
    (sum, { quantity, filled }) => sum + quantity - filled,
    0n,
  );
  const status = ends ? "closed" : waiting > 0n ? "closing" : "holding";
  return { status, closing_shares: shares(waiting) };
}

/** The closing orders that work once the change is written. */
export function closingsAfter(
  { closings }: Pick<StoredPosition, "closings">,
  orders: readonly OrderChange[],
): WorkingClosing[] {
  const changedIds = new Set(orders.map(({ id }) => id));
  return [
    ...closings.filter(({ id }) => !changedIds.has(id)),
    ...orders
      .filter(({ state }) => state === "working")
      .map(({ id, origin, quantity, limit, filled, filledValue, expiresAt }) => ({
        id,
        origin,
        quantity,
        limit_price: limit,
        filled,
        filled_value: filledValue,
        expires_at: expiresAt,
      })),
  ];
}
