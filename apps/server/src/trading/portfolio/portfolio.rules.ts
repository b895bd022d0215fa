import type { PositionStatus } from "@sanshi/contract";
import {
  divide,
  formatScaled,
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

/** What a position's figures are computed from; `openPrice` is null before the first share. */
export type PositionFacts = {
  market: MarketKey;
  side: "long" | "short";
  status: PositionStatus;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
  /** Everything that was opened, its fee, and what of the two belongs to closed shares. */
  cost: Minor;
  openFee: Minor;
  basisClosed: Minor;
  /** What leverage still lends; of a short, the part of its cost that is not margin. */
  borrowedLeft: Minor;
  /** Of a short: its margin and what selling brought, as the ledger has them. */
  collateralLeft: Minor;
  /** What closing it now would pay. */
  interest: Minor;
};

/** What of the market's day has to do with a position. */
export type PositionDay = {
  /** In today's scale; null where it is not known, and then the day has changed nothing. */
  previousClose: Price | null;
  /** Today's fills; null stands for none but, where it was opened today, all of its shares. */
  fills: readonly DayFill[] | null;
  wasOpenedToday: boolean;
};
export type DayFill = { closes: boolean; quantity: Shares; amount: Minor };

export type PositionFigures = {
  /** Shares that are still the customer's. */
  left: Shares;
  marketValue: Minor;
  /**
   * (now − open) × shares, of a short the other way round; without fees. It is what makes cost, floating profit and
   * debt together the worth of the position in the ledger, so each unit of it is in one of them.
   */
  floating: Minor;
  /** Of the opening price, two decimals. */
  floatingPercent: string;
  /** buy_price × stock_num, rounded up as the cost was: what counts as frozen. */
  cost: Minor;
  /** As `floating`, to the last minor unit that was paid, and with the opening's fee. */
  heldProfit: Minor;
  /** What closing would bring without fees; negative of a short. */
  worth: Minor;
  borrowed: Minor;
  interest: Minor;
};

/**
 * A closing position's shares are the customer's until the sale is filled, so it counts like a held
 * one: placing a closing order changes nobody's assets.
 */
export function isHeld(status: PositionStatus): boolean {
  return status === "holding" || status === "closing" || status === "locked";
}

/** A stock without a price is carried at what it cost: no profit is made up, and no loss. */
export function figuresOf(facts: PositionFacts, now: Price | null): PositionFigures {
  const left = shares(facts.opened - facts.closed);
  const { market, side, openPrice } = facts;
  if (openPrice === null || !isHeld(facts.status) || left === 0n) {
    return {
      left,
      marketValue: zeroMinor,
      floating: zeroMinor,
      floatingPercent: formatScaled(0n, 2),
      cost: zeroMinor,
      heldProfit: zeroMinor,
      worth: zeroMinor,
      borrowed: zeroMinor,
      interest: zeroMinor,
    };
  }
  const currency = settlementCurrency(market);
  const at = now ?? openPrice;
  const gain = price(side === "long" ? at - openPrice : openPrice - at);
  const cost = notional(openPrice, left, currency, "ceiling");
  const worth = worthAt(facts, at, left);
  const inLedger = side === "long" ? worth : worth + facts.collateralLeft + facts.borrowedLeft;
  return {
    left,
    marketValue: notional(at, left, currency, "floor"),
    floating: minor(inLedger - cost),
    floatingPercent: percentOf(gain, openPrice),
    cost,
    heldProfit: heldProfit(facts, at, left),
    worth,
    borrowed: facts.borrowedLeft,
    interest: facts.interest,
  };
}

/** Against what the books say was paid, or taken in, for the shares that are left. */
function heldProfit(facts: PositionFacts, at: Price, left: Shares): Minor {
  const { side, cost, openFee, basisClosed } = facts;
  const worth = worthAt(facts, at, left);
  return side === "long"
    ? minor(worth - (cost + openFee - basisClosed))
    : minor(cost - openFee - basisClosed + worth);
}

/** What closing the shares would bring without fees: of a short it costs. Rounded against the customer. */
function worthAt({ market, side }: PositionFacts, at: Price, left: Shares): Minor {
  const currency = settlementCurrency(market);
  return side === "long"
    ? notional(at, left, currency, "floor")
    : negateMinor(notional(at, left, currency, "ceiling"));
}

/**
 * What the market did today to a position: its shares now, and what was closed today at its price,
 * against the previous close, or against the price paid for what was opened today. Fees apart; rounded
 * towards the loss.
 */
export function dayProfit(facts: PositionFacts, now: Price | null, day: PositionDay): Minor {
  const { market, side, openPrice } = facts;
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  const left = isHeld(facts.status) ? facts.opened - facts.closed : 0n;
  const at = now ?? openPrice ?? price(0n);
  const previous = day.previousClose ?? at;
  const sum = (closes: boolean, part: (fill: DayFill) => bigint) =>
    (day.fills ?? [])
      .filter((fill) => fill.closes === closes)
      .reduce((total, fill) => total + part(fill), 0n);
  const openedToday =
    day.fills === null && day.wasOpenedToday ? left : sum(false, (fill) => fill.quantity);
  const paidToday =
    day.fills === null && day.wasOpenedToday
      ? left * (openPrice ?? at)
      : sum(false, (fill) => fill.amount) * unit;
  const atStart = left + sum(true, (fill) => fill.quantity) - openedToday;
  const gain = left * at + sum(true, (fill) => fill.amount) * unit - atStart * previous - paidToday;
  return minor(divide(side === "long" ? gain : -gain, unit, "floor"));
}

/** In per cent with two decimals, half away from zero; zero of nothing. */
export function percentOf(part: bigint, whole: bigint): string {
  return formatScaled(whole > 0n ? divide(part * 10_000n, whole, "half_up") : 0n, 2);
}

export type HoldingsTotal = Pick<
  PositionFigures,
  "marketValue" | "floating" | "cost" | "heldProfit" | "worth" | "borrowed" | "interest"
> & {
  /** The part of the market value that was sold short: it is owed, not owned. */
  shortValue: Minor;
};

export function totalOf(figures: readonly PositionFigures[]): HoldingsTotal {
  const sum = (part: (one: PositionFigures) => bigint) =>
    minor(figures.reduce((total, one) => total + part(one), 0n));
  return {
    marketValue: sum((one) => one.marketValue),
    shortValue: sum((one) => (one.worth < 0n ? one.marketValue : 0n)),
    floating: sum((one) => one.floating),
    cost: sum((one) => one.cost),
    heldProfit: sum((one) => one.heldProfit),
    worth: sum((one) => one.worth),
    borrowed: sum((one) => one.borrowed),
    interest: sum((one) => one.interest),
  };
}
