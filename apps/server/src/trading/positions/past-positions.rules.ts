import {
  divide,
  minor,
  openingAfterSplit,
  price,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  accrueBeforeAdding,
  interestDue,
  lastInterestDay,
  localDate,
  type InterestBearing,
  type LocalDate,
} from "@sanshi/rulebook";

/** What changed a position, in the shares of its day. */
export type PositionEvent =
  | {
      kind: "fill";
      /** Milliseconds since the epoch. */
      at: number;
      opens: boolean;
      /** Below zero where it reverses an earlier fill. */
      quantity: bigint;
      /** Price times shares, in ten-thousandths of the currency. */
      value: bigint;
      amount: bigint;
      isReversal: boolean;
      /** Of an opening on margin: what was lent for it, and what it added to a short's collateral. */
      lent: bigint;
      collateral: bigint;
      /** Closed on the day that ends then it bears no interest: shares that came for others, and day trades. */
      freeUntil?: number;
    }
  | { kind: "split"; at: number; numerator: bigint; denominator: bigint; quantityAfter: bigint }
  /** Beside interest, and in its units: it is paid with it. */
  | { kind: "charge"; at: number; units: bigint };

/** A position as it stood at a moment, in the shares of that moment. */
export type PastFigures = {
  opened: Shares;
  closed: Shares;
  openPrice: Price;
  /** Price × shares of what was opened, in ten-thousandths of the currency, in shares of now. */
  openValue: bigint;
  marginLeft: Minor;
  borrowedLeft: Minor;
  collateralLeft: Minor;
  interestUnits: bigint;
  interestThrough: LocalDate | null;
};

export type PositionTerms = {
  market: MarketKey;
  side: "long" | "short";
  openedAt: number;
  /** From before its opening's value was kept: the price itself was rounded at each part and split, and was shown so. */
  roundsPrice: boolean;
};
/** `bought` is what all purchases came to: where prices are rounded, a reversal and its correction set it anew from that. */
type Running = PastFigures & { bought: bigint; reversedAt: number | null };

const nothing: Running = {
  opened: shares(0n),
  closed: shares(0n),
  openPrice: price(0n),
  marginLeft: minor(0n),
  borrowedLeft: minor(0n),
  collateralLeft: minor(0n),
  interestUnits: 0n,
  interestThrough: null,
  bought: 0n,
  openValue: 0n,
  reversedAt: null,
};

/** The position after these events, oldest first, rounded at each as it was when it happened. */
export function positionAfter(events: readonly PositionEvent[], terms: PositionTerms): PastFigures {
  let past = nothing;
  for (const event of events) {
    if (event.kind === "split") past = afterSplit(past, event, terms);
    else if (event.kind === "charge") {
      past = { ...past, interestUnits: past.interestUnits + event.units };
    } else past = event.opens ? afterOpening(past, event, terms) : afterClosing(past, event, terms);
  }
  return past;
}

type Fill = Extract<PositionEvent, { kind: "fill" }>;

function afterOpening(past: Running, fill: Fill, terms: PositionTerms): Running {
  const opened = past.opened + fill.quantity;
  const bought = past.bought + fill.value;
  const reversedAt = fill.isReversal ? fill.at : past.reversedAt;
  const rounded = reversedAt === fill.at ? bought : past.openPrice * past.opened + fill.value;
  const openValue = terms.roundsPrice ? rounded : past.openValue + fill.value;
  return {
    ...past,
    ...accrueBeforeAdding(bearing(past, terms), localDate(terms.market, fill.at)),
    opened: shares(opened),
    openPrice: opened === 0n ? past.openPrice : price(divide(openValue, opened, "half_up")),
    bought,
    openValue: opened === 0n ? 0n : openValue,
    reversedAt,
    ...(fill.freeUntil !== undefined && {
      interestThrough: lastInterestDay(terms, localDate(terms.market, fill.freeUntil - 1)),
    }),
    ...lentFor(past, fill, terms),
  };
}

/** What is not a customer's own counts as lent: of a short all of its amount but the margin. */
function lentFor(past: Running, { amount, lent, collateral }: Fill, { side }: PositionTerms) {
  const margin = side === "long" ? amount - lent : collateral - amount;
  const borrowed = side === "long" ? lent : amount - margin;
  return {
    marginLeft: minor(past.marginLeft + margin),
    borrowedLeft: minor(past.borrowedLeft + borrowed),
    collateralLeft: minor(past.collateralLeft + collateral),
  };
}

function afterClosing(past: Running, { at, quantity }: Fill, terms: PositionTerms): Running {
  const left = shares(past.opened - past.closed);
  const closed = shares(past.closed + quantity);
  if (left === 0n) return { ...past, closed };
  const due = interestDue(bearing(past, terms), localDate(terms.market, at), {
    quantity: shares(quantity),
    left,
  });
  return {
    ...past,
    ...without(past, quantity, left),
    closed,
    interestUnits: due.interestUnits,
    interestThrough: due.interestThrough,
  };
}

/** Whole new shares are kept; opened and closed are rounded so that they stay so many apart. */
function afterSplit(
  past: Running,
  split: Extract<PositionEvent, { kind: "split" }>,
  terms: PositionTerms,
): Running {
  // One that came before the first fill changed an order, and no shares.
  if (past.opened === 0n) return past;
  const { numerator, denominator, quantityAfter: kept } = split;
  const whole = (past.opened - past.closed) * numerator;
  const scaled = divide(past.opened * numerator, denominator, "half_up");
  const opened = [scaled, kept, 1n].reduce((most, one) => (one > most ? one : most));
  const before = terms.roundsPrice ? past.openPrice * past.opened : past.openValue;
  const after = openingAfterSplit({ ...past, openValue: before }, split, shares(opened));
  return {
    ...past,
    // Days before it bear interest for what was lent on them.
    ...accrueBeforeAdding(bearing(past, terms), localDate(terms.market, split.at)),
    ...(whole > 0n && without(past, whole - kept * denominator, whole)),
    opened: shares(opened),
    closed: shares(opened - kept),
    ...after,
  };
}

/** Loan, margin and collateral without a part's share of them, rounded down. */
function without(past: Running, part: bigint, whole: bigint) {
  const rest = (amount: Minor) => minor(amount - divide(amount * part, whole, "floor"));
  return {
    marginLeft: rest(past.marginLeft),
    borrowedLeft: rest(past.borrowedLeft),
    collateralLeft: rest(past.collateralLeft),
  };
}

function bearing(past: PastFigures, terms: PositionTerms): InterestBearing {
  return { ...terms, ...past };
}
