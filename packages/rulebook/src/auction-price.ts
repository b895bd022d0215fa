import { price, shares, type Price, type Shares } from "@sanshi/money";
import { auctionPriceRules, type AuctionPriceRule, type TieStep } from "./data/auction-prices.ts";
import type { Exchange } from "./listing-codes.ts";
import type { RuleReference } from "./rule-reference.ts";
import { roundToTick, type TickGrid } from "./tick-sizes.ts";

/** What an auction has collected; of two at one price the one that stands earlier in the book came earlier. */
export type AuctionOrder = {
  readonly side: "buy" | "sell";
  /** Null: at the market. */
  readonly limit: Price | null;
  readonly quantity: Shares;
};

export type AuctionBook = {
  readonly orders: readonly AuctionOrder[];
  /** What the auction stands on: the previous close at the opening, then the last price or the middle of the quote. */
  readonly reference: Price;
  readonly grid: TickGrid;
  /** The day's lowest and highest price; null where there is no daily limit. */
  readonly limits: { readonly low: Price; readonly high: Price } | null;
};

export type AuctionResult = {
  readonly price: Price;
  readonly volume: Shares;
  /** What of each order is filled, in the order of the book. */
  readonly filled: readonly Shares[];
  readonly rule: RuleReference;
};

/**
 * The one price of an auction, and who is filled how much. At it most shares are traded, whoever bid more or
 * asked less is filled as a whole, and at the price itself at least one side is; among several such prices the
 * exchange's own steps choose. Filled are those at the market first, then the better price, then the earlier.
 * Null where nobody meets, and in Tokyo where not every order at the market would (a special quote).
 */
export function formAuctionPrice(exchange: Exchange, book: AuctionBook): AuctionResult | null {
  const rule = auctionPriceRules[exchange];
  const orders = pricedOrders(book);
  const points = pointsOf(book, orders, rule).filter(isBalanced);
  if (points.length === 0) return null;
  let left: readonly Point[] = points;
  for (const step of rule.ties) if (left.length > 1) left = tieSteps[step](left, book);
  const chosen = highest(left);
  const volume = tradedAt(chosen);
  const buys = fill(orders, "buy", volume);
  const sells = fill(orders, "sell", volume);
  const filled = orders.map((_, index) => buys.get(index) ?? sells.get(index) ?? shares(0n));
  const isMarketLeft = orders.some(
    ({ isAtMarket, quantity }, index) => isAtMarket && filled[index] !== quantity,
  );
  if (rule.allAtMarket && book.limits === null && isMarketLeft) return null;
  return { price: chosen.price, volume, filled, rule: rule.reference };
}

/** An order at the market counts as one at the best price that there can be. */
type PricedOrder = Pick<AuctionOrder, "side" | "quantity"> & {
  readonly price: bigint;
  readonly isAtMarket: boolean;
};

function pricedOrders({ orders, reference, limits }: AuctionBook): PricedOrder[] {
  const named = [reference, ...orders.flatMap(({ limit }) => limit ?? [])];
  const high = limits?.high ?? named.reduce((most, one) => (one > most ? one : most));
  const low = limits?.low ?? named.reduce((least, one) => (one < least ? one : least));
  return orders.map(({ side, limit, quantity }) => ({
    side,
    quantity,
    price: limit ?? (side === "buy" ? high : low),
    isAtMarket: limit === null,
  }));
}

/** A price that the auction could have, with what is wanted there and better. */
type Point = {
  readonly price: Price;
  readonly bought: bigint;
  readonly sold: bigint;
  readonly boughtAbove: bigint;
  readonly soldBelow: bigint;
  /** Somebody named it. */
  readonly isNamed: boolean;
};

/**
 * Prices that orders name, those a tick beside them and the one that the auction stands on: between two orders'
 * prices nothing changes, so that each stretch has its ends here, and what in it is nearest to the reference.
 */
function pointsOf(book: AuctionBook, orders: readonly PricedOrder[], rule: AuctionPriceRule) {
  const { grid, reference, limits } = book;
  const named = new Set<bigint>(book.orders.flatMap(({ limit }) => limit ?? []));
  const prices = new Set(orders.map((order) => order.price));
  if (!rule.onlyNamedPrices) {
    for (const one of [...prices]) {
      prices.add(roundToTick(price(one + 1n), grid, "ceiling"));
      prices.add(roundToTick(price(one - 1n), grid, "floor"));
    }
    prices.add(roundToTick(reference, grid, "floor"));
    prices.add(roundToTick(reference, grid, "ceiling"));
  }
  const allowed = [...prices].filter(
    (one) => one > 0n && (limits === null || (one >= limits.low && one <= limits.high)),
  );
  return allowed.map((one) => pointAt(one, orders, named.has(one)));
}

function pointAt(at: bigint, orders: readonly PricedOrder[], isNamed: boolean): Point {
  const sum = (side: "buy" | "sell", isMet: (other: bigint) => boolean) =>
    orders.reduce(
      (total, order) =>
        order.side === side && isMet(order.price) ? total + order.quantity : total,
      0n,
    );
  return {
    price: price(at),
    bought: sum("buy", (other) => other >= at),
    sold: sum("sell", (other) => other <= at),
    boughtAbove: sum("buy", (other) => other > at),
    soldBelow: sum("sell", (other) => other < at),
    isNamed,
  };
}

/** Somebody trades, and whoever named a better price does as a whole. No other price has more volume then. */
function isBalanced(point: Point): boolean {
  const { sold, bought, boughtAbove, soldBelow } = point;
  return tradedAt(point) > 0n && boughtAbove <= sold && soldBelow <= bought;
}

function tradedAt({ bought, sold }: Point): Shares {
  return shares(bought < sold ? bought : sold);
}

const tieSteps: Record<TieStep, (points: readonly Point[], book: AuctionBook) => readonly Point[]> =
  {
    least_unfilled: (points) => least(points, unfilledAt),
    entered_unfilled: (points) => {
      const entered = points.filter((point) => point.isNamed && unfilledAt(point) > 0n);
      return entered.length === 0 ? points : entered;
    },
    middle: (points, { grid }) => {
      const prices = points
        .map((point) => point.price)
        .toSorted((one, other) => (one < other ? -1 : 1));
      const [low, top] = [prices[0], prices.at(-1)];
      const [first] = points;
      if (low === undefined || top === undefined || first === undefined) return points;
      // Between balanced prices every price is, and as much is traded.
      return [{ ...first, price: roundToTick(price((low + top + 1n) / 2n), grid, "nearest") }];
    },
    nearest: (points, { reference }) => least(points, (point) => distance(point.price, reference)),
  };

function unfilledAt({ bought, sold }: Point): bigint {
  return distance(bought, sold);
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

function least(points: readonly Point[], measure: (point: Point) => bigint): readonly Point[] {
  const lowest = points.map(measure).reduce((one, other) => (one < other ? one : other));
  return points.filter((point) => measure(point) === lowest);
}

/** Of two prices as near as each other no page says which; the higher one is taken. */
function highest(points: readonly Point[]): Point {
  return points.reduce((one, other) => (one.price > other.price ? one : other));
}

/** By market, price and time, as much as there is. */
function fill(
  orders: readonly PricedOrder[],
  side: "buy" | "sell",
  volume: Shares,
): ReadonlyMap<number, Shares> {
  const better = side === "buy" ? 1 : -1;
  const queue = orders
    .map((order, index) => ({ ...order, index }))
    .filter((order) => order.side === side)
    .toSorted((one, other) => {
      if (one.isAtMarket !== other.isAtMarket) return one.isAtMarket ? -1 : 1;
      if (one.price !== other.price) return one.price > other.price ? -better : better;
      return one.index - other.index;
    });
  const filled = new Map<number, Shares>();
  let left: bigint = volume;
  for (const { index, quantity } of queue) {
    const taken = quantity < left ? quantity : left;
    filled.set(index, shares(taken));
    left -= taken;
  }
  return filled;
}
