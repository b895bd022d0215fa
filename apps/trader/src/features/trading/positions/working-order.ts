import type { HeldStock } from "@sanshi/contract";
import { formatShares, parseShares, shares } from "@sanshi/money";
import type { TextKey } from "../../../shared/text.ts";
import { positionStatus } from "./position-status.ts";

/**
 * A working order: one that opens a position, the rest of one that is filled in part, or one that
 * closes shares.
 */
export type WorkingOrder = {
  position: HeldStock;
  part: "opening" | "rest" | "closing";
  quantity: string;
  limit: string | null;
  /** Only while the market has not reached it. */
  stop: string | null;
  /** The money that it holds; null of one that holds shares. */
  reserved: string | null;
};

/** What waits of a position; null where nothing does. */
export function workingOrderOf(position: HeldStock): WorkingOrder | null {
  const { closing_quantity: closing, closing_price: limit } = position;
  if (position.status === positionStatus.closing && closing !== null) {
    return { position, part: "closing", quantity: closing, limit, stop: null, reserved: null };
  }
  const isPending = position.status === positionStatus.pending;
  if (!isPending && !/[1-9]/.test(position.quantity_waiting)) return null;
  return {
    position,
    part: isPending ? "opening" : "rest",
    quantity: isPending ? position.stock_num : position.quantity_waiting,
    limit: position.limit_price,
    stop: position.triggered_at === null ? position.stop_price : null,
    reserved: isPending ? position.margin : position.reserved,
  };
}

/** How far an order that is filled in part has come; null of one that is not. */
export function progressOf({ part, position, quantity }: WorkingOrder) {
  if (part === "rest") {
    return { filled: position.quantity_opened, ordered: position.quantity_ordered };
  }
  const filled = parseShares(position.closing_filled ?? "0") ?? 0n;
  if (part === "opening" || filled === 0n) return null;
  const rest = parseShares(quantity) ?? 0n;
  return { filled: formatShares(shares(filled)), ordered: formatShares(shares(filled + rest)) };
}

/** The price that the market has to reach next: the stop, and after it the limit. */
export function nextPrice({ stop, limit, position }: WorkingOrder): string {
  return stop ?? limit ?? position.buy_price;
}

/** `Buy limit`, `Short stop`, `Sell limit`. */
export function workingOrderName({
  part,
  position,
  limit,
  stop,
}: WorkingOrder): TextKey<"positions"> {
  const { side } = position;
  if (part === "closing") return side === "long" ? "waiting_sell" : "waiting_cover";
  const act = side === "long" ? "buy" : "short";
  if (stop === null) return `waiting_${act}_limit`;
  return limit === null ? `waiting_${act}_stop` : `waiting_${act}_stop_limit`;
}
