import { positionStatuses } from "@sanshi/contract";
import {
  divide,
  formatScaled,
  minor,
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

/** What a position's figures are computed from; `openPrice` is null before the first share. */
export type PositionFacts = {
  market: MarketKey;
  status: number;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
};

export type PositionFigures = {
  /** Shares that are still the customer's. */
  left: Shares;
  marketValue: Minor;
  /** (now − buy) × shares, without fees, rounded towards the loss. */
  floating: Minor;
  /** Of the cost, two decimals. */
  floatingPercent: string;
  /** buy_price × stock_num, rounded up as the cost was: what counts as frozen. */
  cost: Minor;
};

/**
 * A closing position's shares are the customer's until the sale is filled, so it counts like a held
 * one: placing a closing order changes nobody's assets.
 */
export function isHeld(status: number): boolean {
  return (
    status === positionStatuses.holding ||
    status === positionStatuses.closing ||
    status === positionStatuses.locked
  );
}

/** A stock without a price is carried at what it cost: no profit is made up, and no loss. */
export function figuresOf(facts: PositionFacts, now: Price | null): PositionFigures {
  const left = shares(facts.opened - facts.closed);
  if (facts.openPrice === null || !isHeld(facts.status) || left === 0n) {
    return {
      left,
      marketValue: zeroMinor,
      floating: zeroMinor,
      floatingPercent: formatScaled(0n, 2),
      cost: zeroMinor,
    };
  }
  const currency = settlementCurrency(facts.market);
  const at = now ?? facts.openPrice;
  const gain = price(at - facts.openPrice);
  return {
    left,
    marketValue: notional(at, left, currency, "floor"),
    floating: minor(divide(gain * left, priceUnitsPerMinor(currency), "floor")),
    floatingPercent: percentOf(gain, facts.openPrice),
    cost: notional(facts.openPrice, left, currency, "ceiling"),
  };
}

/** In per cent with two decimals, half away from zero; zero of nothing. */
export function percentOf(part: bigint, whole: bigint): string {
  return formatScaled(whole > 0n ? divide(part * 10_000n, whole, "half_up") : 0n, 2);
}

export type HoldingsTotal = { marketValue: Minor; floating: Minor; cost: Minor };

export function totalOf(figures: readonly PositionFigures[]): HoldingsTotal {
  let marketValue = 0n;
  let floating = 0n;
  let cost = 0n;
  for (const one of figures) {
    marketValue += one.marketValue;
    floating += one.floating;
    cost += one.cost;
  }
  return { marketValue: minor(marketValue), floating: minor(floating), cost: minor(cost) };
}
