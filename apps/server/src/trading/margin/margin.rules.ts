import {
  formatScaled,
  minor,
  notional,
  price,
  settlementCurrency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  addMarginFigures,
  isBelowRatio,
  maintenancePercentOf,
  marginFigures,
  noMarginFigures,
  ratioHundredths,
  restorePercentOf,
  shortExtra,
  type MarginFigures,
  type MarginRules,
} from "@sanshi/rulebook";

/** A leveraged or short position as it is held now. */
export type MarginedPosition = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  /** Shares that are still held. */
  left: Shares;
  openPrice: Price;
  openedAt: number;
  borrowedLeft: Minor;
  collateralLeft: Minor;
  /** What closing it today would pay in interest. */
  interest: Minor;
};

/** What of an account's money in the market's currency stands behind its positions. */
export type AccountMoney = {
  /** Without what credit loans lent: `ownMoney`. */
  available: Minor;
  /** What an earlier closing left unpaid; zero or more. */
  unpaidDebt: Minor;
};

/**
 * What of the available money is the customer's own: what a credit loan lent in the currency stands behind no
 * position. What of a loan was spent on shares paid in full weighs on nothing here: those do not count either, and
 * an order on margin takes own money alone.
 */
export function ownMoney(available: Minor, loan: Minor): Minor {
  const own = available + loan;
  return minor(own > 0n ? own : 0n);
}

/** Of a stock, what it could be sold and bought for; null where nobody ever quoted it. */
export type ExitPrices = { bid: Price; ask: Price } | null;

/**
 * The price at which a position could be closed: a long is sold at the bid, a short bought back at the
 * ask. One without a price is carried at what it was opened for.
 */
export function exitPrice({ side, openPrice }: MarginedPosition, prices: ExitPrices): Price {
  const at = side === "long" ? prices?.bid : prices?.ask;
  return at !== undefined && at > 0n ? at : openPrice;
}

/** What the position is worth when it is closed, a fraction of the minor unit to the customer's loss. */
export function exitValue(position: MarginedPosition, at: Price): Minor {
  const rounding = position.side === "long" ? "floor" : "ceiling";
  return notional(at, position.left, settlementCurrency(position.market), rounding);
}

/**
 * An account's figures in one market: its leveraged and short positions at what they could be closed
 * for, less the interest that would be paid, with the available money behind them. Shares that are
 * paid in full, and money that waits for an order, do not count.
 */
export function accountFigures(
  positions: readonly MarginedPosition[],
  pricesOf: (position: MarginedPosition) => ExitPrices,
  money: AccountMoney,
  rules: Pick<MarginRules, "shortLeast" | "shortMaintenancePercent">,
): MarginFigures {
  let sum = noMarginFigures;
  let interest = 0n;
  for (const position of positions) {
    const { side, borrowedLeft: borrowed, collateralLeft: collateral } = position;
    const at = exitPrice(position, pricesOf(position));
    const value = exitValue(position, at);
    const extra = side === "short" ? shortExtra(rules, position.market, position.left, at) : 0n;
    sum = addMarginFigures(sum, marginFigures({ side, value, borrowed, collateral, extra }));
    interest += position.interest;
  }
  const owed = interest + money.unpaidDebt;
  return {
    equity: sum.equity + money.available - owed,
    exposure: sum.exposure,
    shorts: sum.shorts,
    shortExtra: sum.shortExtra,
    debt: sum.debt + owed,
  };
}

export type OpenCall = { calledAt: number; dueAt: number };

/**
 * `call_overdue`: a call's deadline has passed; `ratio_too_low`: no deadline is waited for any more;
 * `term_ended`: the position's own day has come.
 */
export type SaleReason = "call_overdue" | "ratio_too_low" | "term_ended";

/** What an account's ratio asks for now. */
export type MarginVerdict =
  | { kind: "nothing" }
  | { kind: "call" }
  | { kind: "restored" }
  | { kind: "sell"; reason: SaleReason; percentRequired: number };

type VerdictRules = Pick<
  MarginRules,
  | "maintenanceRatio"
  | "maintenancePercent"
  | "shortMaintenancePercent"
  | "restorePercent"
  | "shortRestorePercent"
  | "forcedSalePercent"
>;

/**
 * Below the forced-sale ratio positions are sold at once, and from a call's deadline on while the ratio
 * is not restored; below maintenance a call is made. A sale goes first: whether there is anything left
 * to call for is looked at after it.
 */
export function verdictOn(
  figures: MarginFigures,
  rules: VerdictRules,
  call: OpenCall | null,
  now: number,
): MarginVerdict {
  const isBelow = (percent: number) => isBelowRatio(rules.maintenanceRatio, percent, figures);
  // Without a position there is nothing to call for, whatever is still owed.
  if (figures.exposure === 0n) return { kind: call === null ? "nothing" : "restored" };
  if (isBelow(rules.forcedSalePercent)) {
    return { kind: "sell", reason: "ratio_too_low", percentRequired: rules.forcedSalePercent };
  }
  if (call === null)
    return { kind: isBelow(maintenancePercentOf(rules, figures)) ? "call" : "nothing" };
  const restore = restorePercentOf(rules, figures);
  if (!isBelow(restore)) return { kind: "restored" };
  if (now < call.dueAt) return { kind: "nothing" };
  return { kind: "sell", reason: "call_overdue", percentRequired: restore };
}

/**
 * The order in which positions are sold: the one with the largest loss first, interest included; of
 * equal ones the one that was opened first, and of those the one with the lower number. Whole positions,
 * one after the other, until the ratio is what it has to be; one that cannot be traded now is passed
 * over until it can be.
 */
export function saleOrder(
  positions: readonly MarginedPosition[],
  pricesOf: (position: MarginedPosition) => ExitPrices,
): MarginedPosition[] {
  return positions
    .map((position) => ({ position, gain: gainOf(position, pricesOf(position)) }))
    .toSorted(
      (one, other) =>
        compare(one.gain, other.gain) ||
        one.position.openedAt - other.position.openedAt ||
        compare(one.position.id, other.position.id),
    )
    .map(({ position }) => position);
}

function gainOf(position: MarginedPosition, prices: ExitPrices): bigint {
  const { side, openPrice, left, interest, market } = position;
  const now = exitPrice(position, prices);
  const step = side === "long" ? now - openPrice : openPrice - now;
  return notional(price(step), left, settlementCurrency(market), "floor") - interest;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The ratio as the wire has it: per cent with two decimals, null without a position. */
export function ratioText(
  kind: MarginRules["maintenanceRatio"],
  figures: MarginFigures,
): string | null {
  const hundredths = ratioHundredths(kind, figures);
  return hundredths === null ? null : formatScaled(hundredths, 2);
}

/** Hundredths of a per cent that a number in a column can hold: a ratio of almost nothing owed has no bound. */
export const ratioStoredMax = 1_000_000_000n;

export function storedRatio(kind: MarginRules["maintenanceRatio"], figures: MarginFigures): bigint {
  const hundredths = ratioHundredths(kind, figures) ?? ratioStoredMax;
  return clamp(hundredths, -ratioStoredMax, ratioStoredMax);
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value;
}

export const noMoney: AccountMoney = { available: minor(0n), unpaidDebt: minor(0n) };
