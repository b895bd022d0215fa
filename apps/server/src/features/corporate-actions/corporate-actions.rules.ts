import { positionStatuses } from "@sanshi/contract";
import {
  divide,
  minor,
  negateMinor,
  notional,
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
  instantOf,
  isTradingDay,
  localDate,
  nextTradingDay,
  roundToTick,
  tradingHours,
  type LocalDate,
  type MarketHours,
  type TickGrid,
} from "@sanshi/rulebook";

/** What an action reads and changes of a position; the meanings are those of the table `position`. */
export type AdjustablePosition = {
  market: MarketKey;
  side: "long" | "short";
  status: number;
  quantity: Shares;
  limitPrice: Price | null;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
  closeValue: bigint;
  cost: Minor;
  openFee: Minor;
  reserved: Minor;
  basisClosed: Minor;
  proceeds: Minor;
  realised: Minor;
  closingQuantity: Shares | null;
  closingPrice: Price | null;
};

export type Split = {
  numerator: bigint;
  denominator: bigint;
  /** The raw close before the ex-date; null where the feed has none. */
  closeBefore: Price | null;
};

export type SplitTerms = { split: Split; grid: Omit<TickGrid, "market">; lotSize: Shares };

export type Adjusted = {
  position: AdjustablePosition;
  /** Paid for the fraction of a share. */
  cash: Minor;
  /** Of the reservation of an order that could not go on. */
  released: Minor;
};

/** The shares that an action is about: those still held, or those of an order that waits. */
export function sharesConcerned(position: AdjustablePosition): Shares {
  return position.status === positionStatuses.pending
    ? position.quantity
    : shares(position.opened - position.closed);
}

export function applySplit(position: AdjustablePosition, terms: SplitTerms): Adjusted {
  return position.status === positionStatuses.pending
    ? splitWaiting(position, terms)
    : splitHeld(position, terms);
}

/**
 * Whole shares are kept, rounded down; the fraction is paid at the reference price, the last close
 * brought to the new shares, rounded up to the minor unit: shares and cash together are worth what
 * the shares were, and less than one unit more. What was paid for them does not change; the
 * fraction takes its part of it, as a sale would. A position that was less than one new share ends.
 */
function splitHeld(position: AdjustablePosition, { split, grid }: SplitTerms): Adjusted {
  const { numerator, denominator } = split;
  const left = sharesConcerned(position);
  const kept = divide(left * numerator, denominator, "floor");
  // In parts of a new share, of which `denominator` make a whole one.
  const fraction = left * numerator - kept * denominator;
  const closeBefore = split.closeBefore ?? position.openPrice ?? price(0n);
  const unitsPerMinor = priceUnitsPerMinor(settlementCurrency(position.market));
  const cash = minor(divide(fraction * closeBefore, numerator * unitsPerMinor, "ceiling"));
  const basisLeft = position.cost + position.openFee - position.basisClosed;
  const basisOfFraction = divide(basisLeft * fraction, left * numerator, "floor");
  // Rounded so that the shares closed so far include the fraction, and never fall behind their cost.
  const opened = atLeastOne(divide(position.opened * numerator, denominator, "half_up"), kept);
  const ended = kept === 0n;
  return {
    cash,
    released: zeroMinor,
    position: {
      ...position,
      ...(ended
        ? { status: positionStatuses.closed, closingQuantity: null, closingPrice: null }
        : splitClosing(position, shares(kept), { split, grid })),
      quantity: shares(opened),
      opened: shares(opened),
      closed: shares(opened - kept),
      openPrice:
        position.openPrice === null ? null : scalePrice(position.openPrice, split, "half_up"),
      closeValue: position.closeValue + divide(fraction * closeBefore, numerator, "floor"),
      proceeds: minor(position.proceeds + cash),
      basisClosed: minor(position.basisClosed + basisOfFraction),
      realised: minor(position.realised + cash - basisOfFraction),
    },
  };
}

/** A sale that waits goes on at the price rounded up to the tick, in the customer's favour. */
function splitClosing(
  position: AdjustablePosition,
  kept: Shares,
  { split, grid }: Pick<SplitTerms, "split" | "grid">,
): Pick<AdjustablePosition, "status" | "closingQuantity" | "closingPrice"> {
  const { status, closingQuantity, closingPrice, market } = position;
  if (closingQuantity === null || closingPrice === null) {
    return { status, closingQuantity, closingPrice };
  }
  const all = closingQuantity === position.opened - position.closed;
  const quantity = all
    ? kept
    : shares(divide(closingQuantity * split.numerator, split.denominator, "floor"));
  if (quantity === 0n) {
    return { status: positionStatuses.holding, closingQuantity: null, closingPrice: null };
  }
  const limit = scalePrice(closingPrice, split, "ceiling");
  return {
    status,
    closingQuantity: quantity,
    closingPrice: roundToTick(limit, { ...grid, market }, "ceiling"),
  };
}

/**
 * A purchase that waits goes on with whole lots at the price rounded down to the tick, in the
 * customer's favour, so that what is reserved always suffices. Less than one lot, or a price below
 * the lowest tick, is no order any more: it is cancelled and all of its money released.
 */
function splitWaiting(
  position: AdjustablePosition,
  { split, grid, lotSize }: SplitTerms,
): Adjusted {
  const { market, limitPrice } = position;
  const scaled = divide(position.quantity * split.numerator, split.denominator, "floor");
  const quantity = shares(scaled - (scaled % lotSize));
  const limit =
    limitPrice === null
      ? null
      : roundToTick(scalePrice(limitPrice, split, "floor"), { ...grid, market }, "floor");
  if (quantity === 0n || limit === 0n) {
    return {
      cash: zeroMinor,
      released: position.reserved,
      position: { ...position, status: positionStatuses.cancelled, reserved: zeroMinor },
    };
  }
  return {
    cash: zeroMinor,
    released: zeroMinor,
    position: { ...position, quantity, limitPrice: limit },
  };
}

/** Per share × shares held, a half of the minor unit rounded up; whoever is short pays it. */
export function dividendOf(position: AdjustablePosition, perShare: Price): Minor {
  const currency = settlementCurrency(position.market);
  const amount = notional(perShare, sharesConcerned(position), currency, "half_up");
  return position.side === "short" ? negateMinor(amount) : amount;
}

/** Never zero: a price has at least its smallest unit. */
function scalePrice(
  value: Price,
  { numerator, denominator }: Split,
  rounding: "floor" | "ceiling" | "half_up",
): Price {
  const scaled = divide(value * denominator, numerator, rounding);
  return price(scaled > 0n ? scaled : 1n);
}

function atLeastOne(value: bigint, kept: bigint): bigint {
  const least = kept > 1n ? kept : 1n;
  return value > least ? value : least;
}

/** When an action takes effect: the opening of its ex-date, by the market's clocks and sessions. */
export function effectiveAt(market: MarketKey, exDate: LocalDate, hours: MarketHours): number {
  return tradingHours(market, exDate, hours)?.opensAt ?? instantOf(market, exDate, "00:00");
}

/** The next opening after a moment: before it nothing trades at a price of another scale. */
export function nextOpening(market: MarketKey, now: number, hours: MarketHours): number {
  const today = localDate(market, now);
  if (isTradingDay(market, today, hours)) {
    const opensAt = effectiveAt(market, today, hours);
    if (opensAt > now) return opensAt;
  }
  return effectiveAt(market, nextTradingDay(market, today, hours), hours);
}
