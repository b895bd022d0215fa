import type { PositionStatus } from "@sanshi/contract";
import { divide, price, shares, type MarketKey, type Price, type Shares } from "@sanshi/money";
import { roundToTick, stopBehind, type TickGrid, type Trail } from "@sanshi/rulebook";

/** What a split makes of the prices at which a position, or a part of it, is closed. */

export type Split = {
  numerator: bigint;
  denominator: bigint;
  /** The raw close before the ex-date; null where the feed has none. */
  closeBefore: Price | null;
};

type SplitScale = { split: Split; grid: Omit<TickGrid, "market"> };

/** Which prices of an order the dividends of its stock lower. */
export type Lowers = { limit: boolean; stop: boolean };

/** A closing order that works; `quantity` is the whole order's, what is filled included. */
export type AdjustableClosing = {
  id: bigint;
  quantity: Shares;
  filled: Shares;
  limit: Price | null;
  stop: Price | null;
  lowers: Lowers;
  /** Of a stop that follows the best price, at an amount or a part of that price. */
  trail: { amount: Price | null; basisPoints: number | null; best: Price } | null;
};

export type AdjustableExit = {
  id: bigint;
  quantity: Shares;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** In place of prices: how far behind the best price since the purchase it stays. */
  trail: Trail | null;
};

type Bracketed = {
  market: MarketKey;
  side: "long" | "short";
  takeProfit: Price | null;
  stopLoss: Price | null;
};

type ClosingState = {
  status: PositionStatus;
  closingShares: Shares;
  closings: readonly AdjustableClosing[];
};

/** Bracket move away from the price by what rounding to the tick takes, so that no rounding sets one off. */
export function splitBracket(
  { side, market, takeProfit, stopLoss }: Bracketed,
  { split, grid }: SplitScale,
): Pick<Bracketed, "takeProfit" | "stopLoss"> {
  const exit = (at: Price | null, rounding: "floor" | "ceiling"): Price | null => {
    if (at === null) return null;
    const rounded = roundToTick(scalePrice(at, split, rounding), { ...grid, market }, rounding);
    return rounded > 0n ? rounded : null;
  };
  const [up, down] =
    side === "long" ? (["ceiling", "floor"] as const) : (["floor", "ceiling"] as const);
  return { takeProfit: exit(takeProfit, up), stopLoss: exit(stopLoss, down) };
}

/** Exits for parts of what an order opens, at prices rounded as a bracket's; one without shares or price is none. */
export function splitExits(
  position: Bracketed & { exits: readonly AdjustableExit[] },
  terms: SplitScale,
): AdjustableExit[] {
  const { numerator, denominator } = terms.split;
  return position.exits.map((exit) => {
    const prices = splitBracket({ ...position, ...exit }, terms);
    const isGone = exit.trail === null && prices.takeProfit === null && prices.stopLoss === null;
    const quantity = divide(exit.quantity * numerator, denominator, "floor");
    const trail = splitTrail(exit.trail, position.market, terms);
    // A price has to stand there; without shares it comes to nothing.
    return isGone
      ? { ...exit, quantity: shares(0n) }
      : { ...exit, ...prices, trail, quantity: shares(quantity) };
  });
}

/** An amount is a price's and scales as one; a part of the price stays what it is. */
function splitTrail(
  trail: Trail | null,
  market: MarketKey,
  { split, grid }: SplitScale,
): Trail | null {
  if (trail === null || trail.amount === null) return trail;
  const scaled = scalePrice(trail.amount, split, "ceiling");
  return { amount: roundToTick(scaled, { ...grid, market }, "ceiling"), basisPoints: null };
}

/** With the end of the order that opens, its exits for parts begin to work, as far as there are shares. */
export function withExits<Closing extends ClosingState>(
  closing: Closing,
  exits: readonly AdjustableExit[],
  {
    kept,
    side,
    lowersExits,
    from,
  }: { kept: bigint; side: "long" | "short"; lowersExits: boolean; from: Price },
): Closing & { exits: readonly AdjustableExit[] } {
  let free = kept - closing.closingShares;
  const born = exits.flatMap((exit): AdjustableClosing[] => {
    const quantity = shares(exit.quantity < free ? exit.quantity : free);
    free -= quantity;
    if (quantity <= 0n) return [];
    const { id, takeProfit: limit, stopLoss, trail } = exit;
    const follows = trail === null ? null : { ...trail, best: from };
    const stop =
      trail === null ? stopLoss : stopBehind(side === "long" ? "sell" : "buy", from, trail);
    const lowers = exitLowers(side, lowersExits && trail === null);
    return [{ id, quantity, filled: shares(0n), limit, stop, trail: follows, lowers }];
  });
  if (born.length === 0) return { ...closing, exits: [] };
  return {
    ...closing,
    status: "closing",
    closingShares: shares(kept - free),
    closings: [...closing.closings, ...born],
    exits: [],
  };
}

/** Of a pair of exits the one that sells at a stop, or buys back at a limit. */
export function exitLowers(side: "long" | "short", lowersExits: boolean): Lowers {
  return { limit: lowersExits && side === "short", stop: lowersExits && side === "long" };
}

/** Never zero: a price has at least its smallest unit. */
export function scalePrice(
  value: Price,
  { numerator, denominator }: Split,
  rounding: "floor" | "ceiling" | "half_up",
): Price {
  const scaled = divide(value * denominator, numerator, rounding);
  return price(scaled > 0n ? scaled : 1n);
}
