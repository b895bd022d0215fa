import type { HeldStock, VenueNote } from "@sanshi/contract";
import { formatShares, parseShares, shares, type Shares } from "@sanshi/money";
import { serverNow } from "@sanshi/web/server-clock";
import type { TextKey } from "../../../shared/text.ts";
import { positionStatus } from "./position-status.ts";
import { lockSecondsLeft } from "./sell-lock.ts";

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
  /** How far its stop stays behind, and behind which price; null of a stop that stands still. */
  trail: { amount: string | null; percent: string | null; best: string } | null;
  /** The limit and the stop are two ways out of it, of which the first cancels the other. */
  isOco: boolean;
  expiresAt: string | null;
  expiresAtStatus: string;
  /** No dividend lowers its price. */
  isUnreduced: boolean;
  /** It trades in extended hours too. */
  isExtended: boolean;
  /** When the session after hours begins that it waits for; null of all others. */
  tradesFrom: string | null;
  /** The money that it holds; null of one that holds shares. */
  reserved: string | null;
  /** What its venue has not answered yet; null where there is nothing to tell. */
  atVenue: VenueNote | null;
};

/** What waits of a position, the oldest first. */
export function workingOrdersOf(position: HeldStock): WorkingOrder[] {
  const closing = position.closing_orders.map(
    ({
      id,
      kind,
      quantity,
      filled,
      price,
      stop_price,
      expires_at,
      expires_at_status,
      at_venue,
      do_not_reduce,
      hours,
      trades_from,
      ...own
    }): WorkingOrder => ({
      id,
      position,
      part: "closing",
      quantity,
      filled,
      limit: price,
      stop: stop_price ?? null,
      trail: trailOf(own),
      isOco: kind === "oco" && stop_price !== undefined,
      expiresAt: expires_at,
      expiresAtStatus: expires_at_status,
      isUnreduced: do_not_reduce === true,
      isExtended: hours === "extended",
      tradesFrom: trades_from ?? null,
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
    trail: null,
    isOco: position.kind === "oco" && position.triggered_at === null,
    expiresAt: position.expires_at,
    expiresAtStatus: position.expires_at_status,
    isUnreduced: position.do_not_reduce === true,
    isExtended: position.hours === "extended",
    tradesFrom: position.trades_from ?? null,
    reserved: isPending ? position.margin : position.reserved,
    atVenue: position.at_venue ?? null,
  };
  return [opening, ...closing];
}

type Trailing = Pick<
  HeldStock["closing_orders"][number],
  "trail_amount" | "trail_percent" | "trail_best"
>;

function trailOf({ trail_amount, trail_percent, trail_best }: Trailing): WorkingOrder["trail"] {
  if (trail_best === undefined) return null;
  return { amount: trail_amount ?? null, percent: trail_percent ?? null, best: trail_best };
}

/** The shares that no closing order waits for: what can be sold, or bought back, now. */
export function freeShares({ stock_num: held, closing_quantity: waiting }: HeldStock): Shares {
  return shares((parseShares(held) ?? 0n) - (parseShares(waiting ?? "0") ?? 0n));
}

/**
 * What of those can be sold at this moment: what was bought today may have to wait for the next day. A lock
 * that ends while the position is looked at is over, whatever was answered before.
 */
export function sellableShares(position: HeldStock, nowMs: number = serverNow()): Shares {
  const { quantity_locked: quantity, locked_until: until } = position;
  const isLocked = until !== null && lockSecondsLeft(until, nowMs) > 0;
  return shares(freeShares(position) - (isLocked ? (parseShares(quantity) ?? 0n) : 0n));
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

/**
 * The price that the market has to reach next: the stop, and after it the limit, of two ways out the limit; null
 * at the market.
 */
export function nextPrice({ stop, limit, part, position, isOco }: WorkingOrder): string | null {
  if (isOco && limit !== null) return limit;
  return stop ?? limit ?? (part === "closing" ? null : position.buy_price);
}

/** `Buy limit`, `Short stop`, `Sell limit`, `Sell at market`. */
export function workingOrderName({
  part,
  position,
  limit,
  stop,
  trail,
  isOco,
}: WorkingOrder): TextKey<"positions"> {
  const { side } = position;
  if (part === "closing") {
    const close = side === "long" ? "sell" : "cover";
    if (isOco) return `waiting_${close}_oco`;
    if (trail !== null) return `waiting_${close}_trailing`;
    if (stop === null) return limit === null ? `waiting_${close}_market` : `waiting_${close}`;
    return limit === null ? `waiting_${close}_stop` : `waiting_${close}_stop_limit`;
  }
  const act = side === "long" ? "buy" : "short";
  if (isOco) return `waiting_${act}_oco`;
  if (stop === null) return `waiting_${act}_limit`;
  return limit === null ? `waiting_${act}_stop` : `waiting_${act}_stop_limit`;
}
