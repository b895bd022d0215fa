import type { HeldStock, VenueNote } from "@sanshi/contract";
import { formatShares, parseShares, shares, type Shares } from "@sanshi/money";
import type { TextKey } from "../../../shared/text.ts";
import { positionStatus } from "./position-status.ts";

/**
 * A working order: one that opens a position, the rest of one that is filled in part, or one of those
 * that close shares.
 */
export type WorkingOrder = {
  /** By which it is changed and cancelled: a closing order's own, otherwise the position's. */
  id: string;
  position: HeldStock;
  part: "opening" | "rest" | "closing";
  /** Shares that it still waits for. */
  quantity: string;
  /** Shares of it that are filled already. */
  filled: string;
  /** Null of a stop before it is reached, and of what goes on at the market. */
  limit: string | null;
  /** Only while the market has not reached it. */
  stop: string | null;
  expiresAt: string | null;
  /** The money that it holds; null of one that holds shares. */
  reserved: string | null;
  /** What its venue has not answered yet; null where there is nothing to tell. */
  atVenue: VenueNote | null;
};

/** What waits of a position, the oldest first. */
export function workingOrdersOf(position: HeldStock): WorkingOrder[] {
  const closing = position.closing_orders.map(
    ({ id, quantity, filled, price, expires_at, at_venue }): WorkingOrder => ({
      id,
      position,
      part: "closing",
      quantity,
      filled,
      limit: price,
      stop: null,
      expiresAt: expires_at,
      reserved: null,
      atVenue: at_venue ?? null,
    }),
  );
  const isPending = position.status === positionStatus.pending;
  if (!isPending && !/[1-9]/.test(position.quantity_waiting)) return closing;
  const opening: WorkingOrder = {
    id: position.id,
    position,
    part: isPending ? "opening" : "rest",
    quantity: isPending ? position.stock_num : position.quantity_waiting,
    filled: isPending ? "0" : position.quantity_opened,
    limit: position.limit_price,
    stop: position.triggered_at === null ? position.stop_price : null,
    expiresAt: position.expires_at,
    reserved: isPending ? position.margin : position.reserved,
    atVenue: position.at_venue ?? null,
  };
  return [opening, ...closing];
}

/** The shares that no closing order waits for: what can be sold, or bought back, now. */
export function freeShares({ stock_num: held, closing_quantity: waiting }: HeldStock): Shares {
  return shares((parseShares(held) ?? 0n) - (parseShares(waiting ?? "0") ?? 0n));
}

/**
 * Of a position all of whose shares wait to be closed, the one order that there is to cancel: of several,
 * each has its own way on the position's screen. Null where shares are free, or orders several.
 */
export function onlyClosingOrder(position: HeldStock): WorkingOrder | null {
  const [order, ...others] = workingOrdersOf(position).filter(({ part }) => part === "closing");
  return freeShares(position) > 0n || others.length > 0 ? null : (order ?? null);
}

/** Whether there is nothing to close: every share waits in an order. */
export function isAllClosing(position: HeldStock): boolean {
  return position.status === positionStatus.closing && freeShares(position) === 0n;
}

/** How far an order that is filled in part has come; null of one that is not. */
export function progressOf({ part, position, quantity, filled }: WorkingOrder) {
  if (part === "rest") return { filled, ordered: position.quantity_ordered };
  const done = parseShares(filled) ?? 0n;
  if (part === "opening" || done === 0n) return null;
  const rest = parseShares(quantity) ?? 0n;
  return { filled: formatShares(shares(done)), ordered: formatShares(shares(done + rest)) };
}

/** The price that the market has to reach next: the stop, and after it the limit; null at the market. */
export function nextPrice({ stop, limit, part, position }: WorkingOrder): string | null {
  return stop ?? limit ?? (part === "closing" ? null : position.buy_price);
}

/** `Buy limit`, `Short stop`, `Sell limit`, `Sell at market`. */
export function workingOrderName({
  part,
  position,
  limit,
  stop,
}: WorkingOrder): TextKey<"positions"> {
  const { side } = position;
  if (part === "closing") {
    const close = side === "long" ? "sell" : "cover";
    return limit === null ? `waiting_${close}_market` : `waiting_${close}`;
  }
  const act = side === "long" ? "buy" : "short";
  if (stop === null) return `waiting_${act}_limit`;
  return limit === null ? `waiting_${act}_stop` : `waiting_${act}_stop_limit`;
}
