import type { PositionStatus } from "@sanshi/contract";
import {
  divide,
  minor,
  negateMinor,
  openingAfterSplit,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  interestDue,
  isTradingDay,
  marketDate,
  nextTradingDay,
  roundToTick,
  tradingDayBegins,
  type LocalDate,
  type MarketHours,
  type TickGrid,
} from "@sanshi/rulebook";
import {
  scalePrice,
  splitBracket,
  splitExits,
  withExits,
  type AdjustableClosing,
  type AdjustableExit,
  type Lowers,
  type Split,
} from "./split-exits.rules.ts";

export type { AdjustableClosing, AdjustableExit, Lowers, Split } from "./split-exits.rules.ts";

/** What an action reads and changes of a position; the meanings are those of the table `position`. */
export type AdjustablePosition = {
  market: MarketKey;
  side: "long" | "short";
  status: PositionStatus;
  /** Of the order that opens it, which prices a dividend lowers. */
  lowers: Lowers;
  /** Whether it lowers those at which the position is closed by itself, and those of exits that wait. */
  lowersExits: boolean;
  quantity: Shares;
  limitPrice: Price | null;
  stopPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  expiresAt: number | null;
  openedAt: number | null;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
  openValue: bigint | null;
  closeValue: bigint;
  cost: Minor;
  openFee: Minor;
  reserved: Minor;
  marginLeft: Minor;
  borrowedLeft: Minor;
  collateralLeft: Minor;
  interestUnits: bigint;
  interestThrough: LocalDate | null;
  interestPaid: Minor;
  basisClosed: Minor;
  proceeds: Minor;
  realised: Minor;
  /** What its closing orders wait for, and those that work; empty of one that the action has ended. */
  closingShares: Shares;
  closings: readonly AdjustableClosing[];
  /** Of an order to open that works, those for parts of what it opens. */
  exits: readonly AdjustableExit[];
  ending: string | null;
};

export type SplitTerms = {
  split: Split;
  grid: Omit<TickGrid, "market">;
  lotSize: Shares;
  /** The most shares of one order at the exchange; null where it names no number, or nobody keeps to its rules. */
  orderMax: Shares | null;
};

/** What an action moves of a customer's money; all of it zero where nothing moves. */
export type ActionMoney = {
  /** Paid for the fraction of a share, or as a dividend; below zero where a short pays it. */
  cash: Minor;
  /** Of the loan, the collateral and the interest of shares that are no more. */
  repaid: Minor;
  freed: Minor;
  interest: Minor;
  /** Of the reservation of an order that could not go on. */
  released: Minor;
};

export type Adjusted = { position: AdjustablePosition; money: ActionMoney };

export const noMoney: ActionMoney = {
  cash: zeroMinor,
  repaid: zeroMinor,
  freed: zeroMinor,
  interest: zeroMinor,
  released: zeroMinor,
};

/** The shares that an action is about: those still held, or those of a working order. */
export function sharesConcerned(position: AdjustablePosition): Shares {
  return position.status === "pending"
    ? position.quantity
    : shares(position.opened - position.closed);
}

export function applySplit(position: AdjustablePosition, terms: SplitTerms): Adjusted {
  return position.status === "pending" ? splitWaiting(position, terms) : splitHeld(position, terms);
}

/**
 * Whole shares are kept, rounded down; the fraction is closed at the reference price, the last close
 * brought to the new shares, rounded to the customer's favour by less than one minor unit: shares and
 * cash together are worth what the shares were. What was paid for them does not change; the fraction
 * takes its part of it, and of loan and collateral, as closing it would. A position that was less than
 * one new share ends, and pays its interest.
 */
function splitHeld(position: AdjustablePosition, terms: SplitTerms): Adjusted {
  const { split } = terms;
  const { numerator, denominator } = split;
  const left = sharesConcerned(position);
  const kept = divide(left * numerator, denominator, "floor");
  // In parts of a new share, of which `denominator` make a whole one.
  const fraction = left * numerator - kept * denominator;
  const closeBefore = split.closeBefore ?? position.openPrice ?? price(0n);
  const ends = kept === 0n;
  const today = terms.grid.date;
  const money = closeFraction(position, { fraction, numerator, closeBefore, ends, today });
  // Rounded so that the shares closed so far include the fraction, and never fall behind their cost.
  const opened = atLeastOne(divide(position.opened * numerator, denominator, "half_up"), kept);
  const rest = splitRest(position, { ...terms, opened, isWhole: fraction === 0n });
  const exits = splitExits(position, terms);
  const restEnds = position.reserved > 0n && rest.position.reserved === 0n;
  const closing = splitClosing(position, shares(kept), terms);
  const { openPrice, openValue } = openedAfterSplit(position, split, shares(opened));
  const { side, lowersExits } = position;
  const born = { kept, side, lowersExits, from: openPrice ?? closeBefore };
  return {
    money: { ...money.moved, released: rest.released },
    position: {
      ...position,
      ...money.position,
      ...splitBracket(position, terms),
      ...(restEnds ? withExits(closing, exits, born) : { ...closing, exits }),
      ...rest.position,
      opened: shares(opened),
      closed: shares(opened - kept),
      openPrice,
      openValue,
      closeValue: position.closeValue + divide(fraction * closeBefore, numerator, "floor"),
    },
  };
}

/** Of a position from before its value was kept, the price itself is rounded. */
function openedAfterSplit(
  { opened, openPrice, openValue }: AdjustablePosition,
  split: Split,
  openedAfter: Shares,
): Pick<AdjustablePosition, "openPrice" | "openValue"> {
  if (openValue !== null) return openingAfterSplit({ opened, openValue }, split, openedAfter);
  const scaled = openPrice === null ? null : scalePrice(openPrice, split, "half_up");
  return { openPrice: scaled, openValue: null };
}

type Fraction = {
  fraction: bigint;
  numerator: bigint;
  closeBefore: Price;
  ends: boolean;
  /** The market's day on which the interest is paid. */
  today: LocalDate;
};

/** The money of closing the fraction: a long is paid for it, a short pays for what it gives back. */
function closeFraction(
  position: AdjustablePosition,
  { fraction, numerator, closeBefore, ends, today }: Fraction,
): {
  moved: Omit<ActionMoney, "released">;
  position: Partial<AdjustablePosition>;
} {
  const { market, side, cost, openFee, basisClosed } = position;
  const isLong = side === "long";
  const left = sharesConcerned(position);
  const whole = left * numerator;
  const share = (amount: bigint) => minor(divide(amount * fraction, whole, "floor"));
  const unitsPerMinor = priceUnitsPerMinor(settlementCurrency(market));
  const value = minor(
    divide(fraction * closeBefore, numerator * unitsPerMinor, isLong ? "ceiling" : "floor"),
  );
  const basis = share((isLong ? cost + openFee : cost - openFee) - basisClosed);
  const due = ends
    ? interestDue(position, today, { quantity: left, left })
    : {
        interest: zeroMinor,
        interestUnits: position.interestUnits,
        interestThrough: position.interestThrough,
      };
  const [repaid, freed, margin] = [
    share(position.borrowedLeft),
    share(position.collateralLeft),
    share(position.marginLeft),
  ];
  const gain = (isLong ? value - basis : basis - value) - due.interest;
  return {
    moved: {
      cash: isLong ? value : negateMinor(value),
      repaid: isLong ? repaid : zeroMinor,
      freed,
      interest: due.interest,
    },
    position: {
      marginLeft: minor(position.marginLeft - margin),
      borrowedLeft: minor(position.borrowedLeft - repaid),
      collateralLeft: minor(position.collateralLeft - freed),
      interestUnits: due.interestUnits,
      interestThrough: due.interestThrough,
      interestPaid: minor(position.interestPaid + due.interest),
      basisClosed: minor(basisClosed + basis),
      proceeds: minor(position.proceeds + value),
      realised: minor(position.realised + gain),
    },
  };
}

/**
 * The rest of an order that was filled in part goes on like a working order, as long as nothing of
 * the position is closed: a fraction that was paid for ends it, and so does a size that no exchange takes.
 */
function splitRest(
  position: AdjustablePosition,
  {
    split,
    grid,
    lotSize,
    orderMax,
    opened,
    isWhole,
  }: SplitTerms & { opened: bigint; isWhole: boolean },
): { position: Partial<AdjustablePosition>; released: Minor } {
  const { reserved, limitPrice, stopPrice } = position;
  if (reserved === 0n) return { position: { quantity: shares(opened) }, released: zeroMinor };
  const rest = inLots(position.quantity - position.opened, split, lotSize);
  const limit = limitPrice === null ? null : entryPrice(position, limitPrice, { split, grid });
  const stop = stopPrice === null ? null : floorPrice(position.market, stopPrice, { split, grid });
  const collides = limit === stop && limitPrice !== stopPrice;
  const fits = isWhole && rest > 0n && !isTooLarge(rest, orderMax);
  if (!fits || limit === null || limit === 0n || stop === 0n || collides) {
    const taken = { quantity: shares(opened), reserved: zeroMinor, expiresAt: null };
    return { position: taken, released: reserved };
  }
  return {
    position: { quantity: shares(opened + rest), limitPrice: limit, stopPrice: stop },
    released: zeroMinor,
  };
}

type Closings = Pick<
  AdjustablePosition,
  "status" | "closingShares" | "closings" | "expiresAt" | "ending"
>;

/** Closing orders that work go on; one that is left without a share or a price, or too large, is cancelled. */
function splitClosing(
  position: AdjustablePosition,
  kept: Shares,
  terms: Omit<SplitTerms, "lotSize">,
): Closings {
  const { ending, expiresAt } = position;
  if (kept === 0n) {
    const ended = { status: "closed" as const, ending: "corporate_action" };
    return { ...ended, closingShares: shares(0n), closings: [], expiresAt: null };
  }
  const closings = position.closings.flatMap((order) => splitOrder(position, order, kept, terms));
  const waiting = closings.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0n);
  const wasClosing = position.status === "closing";
  const status = wasClosing && waiting === 0n ? "holding" : position.status;
  return { status, closingShares: shares(waiting), closings, expiresAt, ending };
}

/** It goes on at its prices rounded to the tick, the limit in the customer's favour and a stop further away. */
function splitOrder(
  { market, side, opened, closed }: AdjustablePosition,
  order: AdjustableClosing,
  kept: Shares,
  { split, grid, orderMax }: Omit<SplitTerms, "lotSize">,
): AdjustableClosing[] {
  const scale = (count: bigint) => divide(count * split.numerator, split.denominator, "floor");
  const waiting = order.quantity - order.filled;
  const left = waiting === opened - closed ? kept : scale(waiting);
  const rounding = side === "long" ? "ceiling" : "floor";
  const scaled = (at: Price | null, towards: "ceiling" | "floor") =>
    at === null ? null : roundToTick(scalePrice(at, split, towards), { ...grid, market }, towards);
  const limit = scaled(order.limit, rounding);
  const stop = scaled(order.stop, side === "long" ? "floor" : "ceiling");
  const trail = order.trail && {
    ...order.trail,
    amount: scaled(order.trail.amount, "ceiling"),
    best: scalePrice(order.trail.best, split, side === "long" ? "floor" : "ceiling"),
  };
  const isOnStop = trail !== null && trail.best === stop;
  if (left === 0n || limit === 0n || stop === 0n || isOnStop || isTooLarge(left, orderMax))
    return [];
  const filled = shares(scale(order.filled));
  return [{ ...order, quantity: shares(filled + left), filled, limit, stop, trail }];
}

/**
 * A working order goes on with whole lots. A purchase's prices are rounded down to the tick, so
 * that what is reserved always suffices, and a short's limit up, both in the customer's favour. Less
 * than one lot, more than the exchange takes, or a price below the lowest tick, is no order any more: it is
 * cancelled and all of its money released.
 */
function splitWaiting(position: AdjustablePosition, terms: SplitTerms): Adjusted {
  const { limitPrice, stopPrice } = position;
  const quantity = inLots(position.quantity, terms.split, terms.lotSize);
  const limit = limitPrice === null ? null : entryPrice(position, limitPrice, terms);
  const stop = stopPrice === null ? null : floorPrice(position.market, stopPrice, terms);
  const collides = limit !== null && limit === stop && limitPrice !== stopPrice;
  const fits = quantity > 0n && !isTooLarge(quantity, terms.orderMax);
  if (!fits || limit === 0n || stop === 0n || collides) {
    const ended = { status: "cancelled" as const, ending: "corporate_action" };
    return {
      money: { ...noMoney, released: position.reserved },
      position: { ...position, ...ended, reserved: zeroMinor, expiresAt: null },
    };
  }
  const scaled = { quantity, limitPrice: limit, stopPrice: stop };
  return {
    money: noMoney,
    position: {
      ...position,
      ...scaled,
      ...splitBracket(position, terms),
      exits: splitExits(position, terms),
    },
  };
}

function isTooLarge(quantity: bigint, orderMax: Shares | null): boolean {
  return orderMax !== null && quantity > orderMax;
}

/** Shares of the working orders that a split has ended, where what they belong to goes on or was not opened yet. */
export function sharesCancelled(before: AdjustablePosition, after: AdjustablePosition): Shares {
  if (before.status === "pending") {
    return shares(after.status === "cancelled" ? before.quantity : 0n);
  }
  if (after.status === "closed") return shares(0n);
  const restEnds = before.reserved > 0n && after.reserved === 0n;
  const working = new Set(after.closings.map(({ id }) => id));
  const ended = before.closings.filter(({ id }) => !working.has(id));
  return shares(
    ended.reduce(
      (sum, { quantity, filled }) => sum + quantity - filled,
      restEnds ? before.quantity - before.opened : 0n,
    ),
  );
}

/** Scaled, and only whole lots of it. */
function inLots(count: bigint, { numerator, denominator }: Split, lotSize: Shares): Shares {
  const scaled = divide(count * numerator, denominator, "floor");
  return shares(scaled - (scaled % lotSize));
}

function entryPrice(
  { market, side }: AdjustablePosition,
  at: Price,
  terms: Pick<SplitTerms, "split" | "grid">,
): Price {
  if (side === "long") return floorPrice(market, at, terms);
  const scaled = scalePrice(at, terms.split, "ceiling");
  return roundToTick(scaled, { ...terms.grid, market }, "ceiling");
}

function floorPrice(
  market: MarketKey,
  at: Price,
  { split, grid }: Pick<SplitTerms, "split" | "grid">,
): Price {
  return roundToTick(scalePrice(at, split, "floor"), { ...grid, market }, "floor");
}

function atLeastOne(value: bigint, kept: bigint): bigint {
  const least = kept > 1n ? kept : 1n;
  return value > least ? value : least;
}

/** The next opening after a moment: before it nothing trades at a price of another scale. */
export function nextOpening(market: MarketKey, now: number, hours: MarketHours): number {
  const today = marketDate(market, now, hours);
  if (isTradingDay(market, today, hours)) {
    const opensAt = tradingDayBegins(market, today, hours);
    if (opensAt > now) return opensAt;
  }
  return tradingDayBegins(market, nextTradingDay(market, today, hours), hours);
}
