import type { OrderKind } from "@sanshi/contract";
import {
  divide,
  perShareOfPrice,
  price,
  shares,
  zeroMinor,
  type PerShare,
  type Price,
  type Shares,
} from "@sanshi/money";
import { tickSize, type TickGrid } from "@sanshi/rulebook";
import { noMoney, type Adjusted, type AdjustablePosition } from "./corporate-actions.rules.ts";
import { exitLowers, withExits, type AdjustableClosing, type Lowers } from "./split-exits.rules.ts";

/**
 * What the cash dividends of an ex-date make of the orders for a stock of New York, by FINRA Rule 5330: it lowers open
 * orders to buy and open stop orders to sell. Stops to buy and limits to sell stay, and so does what is marked "do not
 * reduce".
 */

type PricedOrder = {
  buys: boolean;
  kind: OrderKind;
  /** The market has reached its stop: what goes on is an order at its limit, or at the market. */
  isTriggered: boolean;
  doNotReduce: boolean;
};

export function lowersOf({ buys, kind, isTriggered, doNotReduce }: PricedOrder): Lowers {
  if (doNotReduce || kind === "trailing_stop") return { limit: false, stop: false };
  const isStopLimit = kind === "stop_limit" && !isTriggered;
  if (buys) return { limit: !isStopLimit, stop: false };
  return { limit: isStopLimit, stop: !isTriggered };
}

/** The rule leaves out what is less than a cent. */
const leastPerShare = perShareOfPrice(price(100n));

/**
 * A price less a dividend, rounded to the next lower multiple of the tick that the price itself lies on: where a stock
 * has two ticks, the rule takes the greater. Null where nothing is left.
 */
export function lowerPrice(at: Price, dividend: PerShare, grid: TickGrid): Price | null {
  if (dividend < leastPerShare) return at;
  const { tick } = tickSize({ ...grid, price: at });
  const ticks = divide(perShareOfPrice(at) - dividend, perShareOfPrice(tick), "floor");
  return ticks > 0n ? price(ticks * tick) : null;
}

/** An order with lower prices, or ended because nothing is left of one. */
export type LoweredOrder = {
  /** Null of the prices at which the position is closed by itself. */
  orderId: bigint | null;
  /** The whole order's, and what of it waits. */
  quantity: Shares;
  waiting: Shares;
  before: Prices;
  after: Prices | null;
};

type Prices = { limit: Price | null; stop: Price | null };

type Terms = {
  /** The position's, and of the order that opens it. */
  id: bigint;
  /** Of all dividends of the day. */
  dividend: PerShare;
  grid: Omit<TickGrid, "market">;
  /** Orders whose prices a venue has to be asked to change. */
  atVenue: ReadonlySet<bigint>;
  /** Closing orders that were placed on the ex-date or later. */
  placedOver: ReadonlySet<bigint>;
};

/** What waits at a price for a position, and what of that was lowered. Nothing is paid here. */
export function lowerOrders(
  position: AdjustablePosition,
  { id, dividend, grid, atVenue, placedOver }: Terms,
): Adjusted & { lowered: readonly LoweredOrder[] } {
  const lower = (at: Price | null, applies: boolean) =>
    at === null || !applies ? at : lowerPrice(at, dividend, { ...grid, market: position.market });
  const before = ordersOf(position, id).filter(
    ({ orderId }) => orderId === null || !placedOver.has(orderId),
  );
  const lowered = before.flatMap(({ lowers, ...order }): LoweredOrder[] => {
    const { limit, stop } = order.before;
    const to = { limit: lower(limit, lowers.limit), stop: lower(stop, lowers.stop) };
    if (to.limit === limit && to.stop === stop) return [];
    const isGone =
      (to.limit === null) !== (limit === null) || (to.stop === null) !== (stop === null);
    return [{ ...order, after: isGone ? null : to }];
  });
  const changes = new Map(
    lowered
      .filter(({ orderId }) => orderId === null || !atVenue.has(orderId))
      .map(({ orderId, after }) => [orderId, after]),
  );
  const exits = exitLowers(position.side, position.lowersExits);
  const parts = position.exits.map((exit) => {
    if (exit.trail !== null) return exit;
    const takeProfit = lower(exit.takeProfit, exits.limit);
    const stopLoss = lower(exit.stopLoss, exits.stop);
    // A price has to stand there; without shares it comes to nothing.
    const isGone = takeProfit === null && stopLoss === null;
    return isGone ? { ...exit, quantity: shares(0n) } : { ...exit, takeProfit, stopLoss };
  });
  const closed = withClosings(position, changes);
  const to = { ...closed, ...bracketAfter(position, changes.get(null)), exits: parts };
  const open = changes.get(id);
  const adjusted = open === null ? withoutOpening(to) : { money: noMoney, position: to };
  const prices = open && { limitPrice: open.limit, stopPrice: open.stop };
  return { ...adjusted, position: { ...adjusted.position, ...prices }, lowered };
}

type PricedPart = Omit<LoweredOrder, "after"> & { lowers: Lowers };

/** Whatever waits at prices of its own. */
function ordersOf(position: AdjustablePosition, id: bigint): PricedPart[] {
  const { status, quantity, opened, closed, reserved, side, lowers, lowersExits } = position;
  const left = shares(opened - closed);
  const opening: PricedPart = {
    orderId: id,
    quantity,
    waiting: shares(quantity - opened),
    before: { limit: position.limitPrice, stop: position.stopPrice },
    lowers,
  };
  const bracket: PricedPart = {
    orderId: null,
    quantity: status === "pending" ? quantity : left,
    waiting: status === "pending" ? quantity : left,
    before: { limit: position.takeProfit, stop: position.stopLoss },
    lowers: exitLowers(side, lowersExits),
  };
  const closings = position.closings.map(
    ({ id: orderId, quantity: whole, filled, limit, stop, lowers: those }): PricedPart => ({
      orderId,
      quantity: whole,
      waiting: shares(whole - filled),
      before: { limit, stop },
      lowers: those,
    }),
  );
  return [...(reserved > 0n ? [opening] : []), ...closings, bracket];
}

type Changes = ReadonlyMap<bigint | null, Prices | null>;

/** The other exit of a pair stays where nothing is left of the one. */
function bracketAfter(
  { side, takeProfit, stopLoss }: AdjustablePosition,
  to: Prices | null | undefined,
): Pick<AdjustablePosition, "takeProfit" | "stopLoss"> {
  if (to === undefined) return { takeProfit, stopLoss };
  if (to !== null) return { takeProfit: to.limit, stopLoss: to.stop };
  return side === "long" ? { takeProfit, stopLoss: null } : { takeProfit: null, stopLoss };
}

function withClosings(position: AdjustablePosition, changes: Changes): AdjustablePosition {
  const closings = position.closings.flatMap((order): AdjustableClosing[] => {
    const to = changes.get(order.id);
    if (to === null) return [];
    return [to === undefined ? order : { ...order, ...to }];
  });
  const waiting = closings.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0n);
  const isOver = position.status === "closing" && waiting === 0n;
  const status = isOver ? "holding" : position.status;
  return { ...position, status, closings, closingShares: shares(waiting) };
}

/** What waits of the order to open has ended: its money is released, and exits for parts of what it has opened begin. */
function withoutOpening(position: AdjustablePosition): Adjusted {
  const { status, reserved, opened, closed, openPrice, side, lowersExits } = position;
  const money = { ...noMoney, released: reserved };
  const over = { reserved: zeroMinor, expiresAt: null };
  if (status === "pending" || openPrice === null) {
    const ended = { status: "cancelled" as const, ending: "corporate_action" };
    return { money, position: { ...position, ...ended, ...over } };
  }
  const born = { kept: opened - closed, side, lowersExits, from: openPrice };
  const rest = withExits(position, position.exits, born);
  return { money, position: { ...rest, ...over, quantity: opened } };
}
