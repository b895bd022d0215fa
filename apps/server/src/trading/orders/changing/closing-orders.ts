import { shares, type Price, type Shares } from "@sanshi/money";
import type { Match } from "../../../venues/execution-venue.ts";
import { nothingClosed, type OrderFilled } from "../costing/closing-money.rules.ts";
import { isAtOnce } from "../checking/validity.rules.ts";
import type { Change, OrderChange } from "../storing/changes.store.ts";
import type { ClosingGroup } from "../storing/closing-groups.store.ts";
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
  /** What it has filled before, where it is done in parts that each are a sale of their own. */
  before?: OrderFilled;
  /** The larger order that it is placed as a part of. */
  group?: ClosingGroup | undefined;
  quantity: Shares;
  /** No dividend is to lower its prices. */
  doNotReduce?: boolean;
  /** At which it trades now; null: at the market. */
  limit: Price | null;
  /** As it was asked for, where it comes to wait. */
  asked: AskedClosing;
  /** The market has just reached its stop. */
  triggers: boolean;
  /** Null: the customer. */
  reason: ClosingReason | "forced_sale" | "stock_end" | null;
  /** Its rest works on until the venue says otherwise, whatever it was placed as. */
  atVenue?: boolean;
};

export type AskedClosing = Pick<
  WorkingClosing,
  | "kind"
  | "time_in_force"
  | "limit_price"
  | "stop_price"
  | "trail_amount"
  | "trail_basis_points"
  | "trail_best"
  | "expires_at"
  | "extended_hours"
>;

export const noTrailing = { amount: null, basisPoints: null, best: null };

export const noTrail = { trail_amount: null, trail_basis_points: null, trail_best: null };

/** At the market, or at a limit, until it is cancelled. */
export function askedAt(limit: Price | null): AskedClosing {
  return {
    kind: limit === null ? "market" : "limit",
    time_in_force: "until_cancelled",
    limit_price: limit,
    stop_price: null,
    ...noTrail,
    expires_at: null,
    extended_hours: false,
  };
}

export const nothingMatched = { quantity: shares(0n), value: 0n };

function isExit({ reason }: ClosingOrder): boolean {
  return reason === "take_profit" || reason === "stop_loss";
}

/** What the house does with a position by itself is no order of anybody's. */
export function isNoOrder({ reason, atVenue }: Pick<ClosingOrder, "reason" | "atVenue">): boolean {
  return reason === "stock_end" || (reason === "forced_sale" && atVenue !== true);
}

function originOf({ reason }: ClosingOrder): OrderChange["origin"] {
  if (reason === "stock_end") throw new Error("the end of a stock is no order");
  return reason ?? "customer";
}

/** What a stop has let loose goes on until it is filled; an order that was placed at the market does not. */
function goesOn(order: ClosingOrder): boolean {
  if (order.atVenue === true) return true;
  const { time_in_force: timeInForce, stop_price: stop, expires_at: until } = order.asked;
  if (isAtOnce(timeInForce)) return false;
  return order.limit !== null || stop !== null || until !== null || isExit(order);
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
  // What works at a venue ends by what that says: nothing else is cancelled beside it here.
  const closesAll = ends || isExit(order) || isNoOrder(order);
  const others = stored.closings.filter(({ id }) => id !== working?.id);
  const cancelled = closesAll ? others.map((other) => ended(stored, other, "cancelled")) : [];
  const left = order.quantity - match.quantity;
  const waitsOn = !ends && left > 0n && goesOn(order);
  if (isNoOrder(order) || (working === null && !waitsOn)) return cancelled;
  const filled = shares((working?.filled ?? 0n) + match.quantity);
  return [
    ...cancelled,
    {
      id: order.id,
      isNew: working === null,
      state: waitsOn ? "working" : left > 0n ? "cancelled" : "filled",
      side: stored.side === "long" ? "sell" : "buy",
      origin: originOf(order),
      kind: order.asked.kind,
      timeInForce: order.asked.time_in_force,
      quantity: shares(filled + left),
      limit: order.asked.limit_price,
      stop: order.asked.stop_price,
      trail: trailing(order.asked),
      scale: working?.revision ?? 0,
      triggers: order.triggers || (working !== null && working.triggered_at !== null),
      triggeredAt: working?.triggered_at ?? null,
      filled,
      filledValue: (working?.filled_value ?? 0n) + match.value,
      expiresAt: order.asked.expires_at,
      isExtended: order.asked.extended_hours,
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
    kind: order.kind,
    timeInForce: order.time_in_force,
    quantity: order.quantity,
    limit: order.limit_price,
    stop: order.stop_price,
    trail: trailing(order),
    scale: order.revision,
    triggers: order.triggered_at !== null,
    triggeredAt: order.triggered_at,
    filled: order.filled,
    filledValue: order.filled_value,
    expiresAt: order.expires_at,
    isExtended: order.extended_hours,
  };
}

function trailing(
  order: Pick<WorkingClosing, "trail_amount" | "trail_basis_points" | "trail_best">,
): OrderChange["trail"] {
  return {
    amount: order.trail_amount,
    basisPoints: order.trail_basis_points,
    best: order.trail_best,
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

/** The closing orders that work once the change is written; a stop that was reached with it was so `now`. */
export function closingsAfter(
  { closings }: Pick<StoredPosition, "closings">,
  orders: readonly OrderChange[],
  now = 0,
): WorkingClosing[] {
  const changedIds = new Set(orders.map(({ id }) => id));
  return [
    ...closings.filter(({ id }) => !changedIds.has(id)),
    ...orders
      .filter(({ state }) => state === "working")
      .map((order) => ({
        id: order.id,
        origin: order.origin,
        kind: order.kind,
        time_in_force: order.timeInForce,
        quantity: order.quantity,
        limit_price: order.limit,
        stop_price: order.stop,
        trail_amount: order.trail.amount,
        trail_basis_points: order.trail.basisPoints,
        trail_best: order.trail.best,
        revision: order.scale,
        triggered_at: order.triggers ? (order.triggeredAt ?? now) : null,
        filled: order.filled,
        filled_value: order.filledValue,
        expires_at: order.expiresAt,
        extended_hours: order.isExtended,
        closing_group: null,
        group_filled: null,
        group_value: null,
      })),
  ];
}

/** What a change that fills so much of an order does to the larger one; null where it is a whole one. */
export function groupAfter(order: ClosingOrder, value: bigint): Change["group"] {
  const group = groupOf(order);
  return group && { id: group.id, orderId: order.id, filledSeen: group.filled, value };
}

/** What the parts of the larger order have filled that it is one of; null where it is a whole one. */
function groupOf({ group, working }: ClosingOrder): ClosingGroup | null {
  if (working === null) return group ?? null;
  const { closing_group: id, group_filled: filled, group_value: value } = working;
  return id === null || filled === null || value === null ? null : { id, filled, value };
}

/**
 * What the same closing order has filled before, with all of its parts. A forced sale goes on with whatever was closed of the
 * position: it sells what each quote takes, and pays a minimum once.
 */
export function filledBefore(stored: StoredPosition, order: ClosingOrder): OrderFilled {
  const { reason, working, atVenue, before = nothingClosed } = order;
  if (reason === "forced_sale" && atVenue !== true)
    return { quantity: stored.closed, value: stored.close_value };
  const group = groupOf(order);
  if (group !== null) return { quantity: shares(group.filled), value: group.value };
  if (working === null) return before;
  return { quantity: working.filled, value: working.filled_value };
}
