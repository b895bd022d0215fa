import {
  divide,
  minor,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type ShareRatio,
  type Shares,
} from "@sanshi/money";
import type { HeldMoney } from "./closing-money.rules.ts";

/** What a merger pays for each old share. */
export type ExchangeTerms = {
  ratio: ShareRatio;
  /** Beside the shares; null where there is none. */
  cashPerShare: Price | null;
  /** The published price of a new share, which fractions are paid at. */
  targetPrice: Price;
};

export type Exchange = {
  /** Whole new shares. */
  received: Shares;
  /** For the fraction and per share, rounded to the customer's favour; a short pays it. */
  cash: Minor;
  /** What closing the old shares comes to: the cost that goes on, and the cash. */
  closes: Minor;
  /** The position that goes on; null where not one whole share came of it. Cost has the fees of the opening in it. */
  goesOn: {
    openPrice: Price;
    cost: Minor;
    margin: Minor;
    /** What leverage lends; of a short the part of its cost that is not margin. */
    borrowed: Minor;
    collateral: Minor;
  } | null;
};

/**
 * Whole new shares take over what the old ones cost, to the minor unit: nothing is realised by them. Cash takes its part
 * of the cost with it, by the published prices. A loan goes on as far as the cost reaches, and so does a short's collateral.
 *
 * @param openValue price × shares of what is left, in ten-thousandths of the currency.
 */
export function exchangeOf(
  held: HeldMoney,
  openValue: bigint,
  { ratio, cashPerShare, targetPrice }: ExchangeTerms,
): Exchange {
  const { market, side } = held;
  const isLong = side === "long";
  const left = held.opened - held.closed;
  const basis = (isLong ? held.cost + held.openFee : held.cost - held.openFee) - held.basisClosed;
  const { numerator, denominator } = ratio;
  const received = shares(divide(left * numerator, denominator, "floor"));
  // In parts of a new share, of which `denominator` make a whole one.
  const fraction = left * numerator - received * denominator;
  const cash = cashOf(market, isLong, {
    parts: fraction * targetPrice + left * (cashPerShare ?? 0n) * denominator,
    denominator,
  });
  const inShares = received * targetPrice;
  const inCash = cash * priceUnitsPerMinor(settlementCurrency(market));
  const cost = minor(received === 0n ? 0n : divide(basis * inShares, inShares + inCash, "floor"));
  const closes = minor(cost + cash);
  if (received === 0n) return { received, cash, closes, goesOn: null };
  // As after a split; cash per share takes its part of the price with it.
  const each = targetPrice * numerator + (cashPerShare ?? 0n) * denominator;
  const shown = divide(openValue * targetPrice * denominator, left * each, "half_up");
  const openPrice = price(shown > 0n ? shown : 1n);
  const rest = held.collateralLeft - cost;
  const own = isLong ? cost - held.borrowedLeft : rest;
  const margin = minor(own < 0n ? 0n : own > cost ? cost : own);
  const borrowed = minor(cost - margin);
  const collateral = minor(isLong ? 0n : margin + cost);
  return { received, cash, closes, goesOn: { openPrice, cost, margin, borrowed, collateral } };
}

function cashOf(
  market: MarketKey,
  isLong: boolean,
  { parts, denominator }: { parts: bigint; denominator: bigint },
): Minor {
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  return minor(divide(parts, denominator * unit, isLong ? "ceiling" : "floor"));
}
