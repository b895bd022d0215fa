import { reservedAtStop, type OrderKind } from "@sanshi/contract";
import {
  divide,
  minor,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { feesUnder, financing, type FeeItem, type FeeSchedule } from "@sanshi/rulebook";

/** What of an opening order decides on its money. */
export type OrderTerms = {
  market: MarketKey;
  side: "long" | "short";
  leverage: number;
  /** Of the whole order. */
  quantity: Shares;
  /** No fill is worse; null of a market order, and of a stop that becomes one. */
  limit: Price | null;
  /** The price at which its money is reserved: the limit, or what a stop is reckoned with. */
  reservedAt: Price | null;
  /** The fees of the day on which it was placed: an order keeps those. */
  fees: FeeSchedule;
};

/** What of an order was filled so far: shares, their value at the market, and what the customer put in. */
export type FilledSoFar = { opened: Shares; cost: Minor; margin: Minor; fee: Minor };

export const nothingFilled: FilledSoFar = {
  opened: shares(0n),
  cost: minor(0n),
  margin: minor(0n),
  fee: minor(0n),
};

/** A fill of an opening order, in money. */
export type OpeningPart = {
  quantity: Shares;
  /** A purchase's cost, rounded up; what a short sale brings, rounded down. */
  amount: Minor;
  fee: Minor;
  feeItems: readonly FeeItem[];
  /** What the customer puts in of the amount. */
  margin: Minor;
  /** Amount less margin: what leverage lends a long; of a short a figure, not money. */
  borrowed: Minor;
};

/** Margin and fee of the rest of an order, if all of it were filled at the price that it is reserved at. */
export function reservationOf(terms: OrderTerms, filled: FilledSoFar): Minor {
  if (terms.reservedAt === null) return minor(0n);
  const rest = restAmount(terms, terms.reservedAt, filled.opened);
  const whole = ownMoney(terms, minor(filled.cost + rest), terms.quantity);
  return minor(whole - ownMoney(terms, filled.cost, filled.opened));
}

/**
 * What a fill costs. Margin and fee are those of everything filled so far, less what was paid of
 * them before: the parts of an order cost what the order would have cost as a whole, and what was
 * reserved suffices at its limit or better, whatever the parts are. A short that is sold for more
 * than its limit posts no more than was reserved.
 *
 * @param value price × shares of the fill, as the venue gives it.
 */
export function openingPart(
  terms: OrderTerms,
  filled: FilledSoFar,
  fill: { quantity: Shares; value: bigint },
): OpeningPart {
  const opened = shares(filled.opened + fill.quantity);
  const amount = amountOf(terms, filled.opened, opened, fill.value);
  const cost = minor(filled.cost + amount);
  const before = feesOf(terms, filled.cost, filled.opened);
  const after = feesOf(terms, cost, opened);
  const fee = minor(after.totalMinor - before.totalMinor);
  const due = financing(cost, terms.leverage).margin - filled.margin;
  const margin =
    terms.side === "short" && terms.limit !== null
      ? smaller(due, reservedFor(terms, filled, { opened, cost }) - fee)
      : due;
  const feeItems = after.items.map((item, index) => ({
    ...item,
    amountMinor: minor(item.amountMinor - (before.items[index]?.amountMinor ?? 0n)),
  }));
  return {
    quantity: fill.quantity,
    amount,
    fee,
    feeItems,
    margin: minor(margin),
    borrowed: minor(amount - margin),
  };
}

export function afterPart(filled: FilledSoFar, part: OpeningPart): FilledSoFar {
  return {
    opened: shares(filled.opened + part.quantity),
    cost: minor(filled.cost + part.amount),
    margin: minor(filled.margin + part.margin),
    fee: minor(filled.fee + part.fee),
  };
}

/** What was reserved for the shares of one fill: the reservation before it less the one after. */
function reservedFor(
  terms: OrderTerms,
  filled: FilledSoFar,
  after: { opened: Shares; cost: Minor },
): bigint {
  const reservedAfter = reservationOf(terms, { ...filled, ...after });
  const reserved = reservationOf(terms, filled) - reservedAfter;
  return reserved > 0n ? reserved : 0n;
}

/** The parts of a purchase round up together, not each by itself, so that they never exceed the whole. */
function amountOf(terms: OrderTerms, openedBefore: Shares, opened: Shares, value: bigint): Minor {
  const unit = priceUnitsPerMinor(settlementCurrency(terms.market));
  if (terms.side === "short") return minor(divide(value, unit, "floor"));
  const amount = divide(value, unit, "ceiling");
  const { limit } = terms;
  if (limit === null) return minor(amount);
  const atLimit = restAmount(terms, limit, openedBefore) - restAmount(terms, limit, opened);
  return minor(amount < atLimit ? amount : atLimit);
}

/** What the rest of an order would come to at the price that it is reserved at. */
function restAmount({ market, quantity }: OrderTerms, at: Price, opened: Shares): bigint {
  return divide(
    at * (quantity - opened),
    priceUnitsPerMinor(settlementCurrency(market)),
    "ceiling",
  );
}

/** Margin and fee of so many shares at so much. */
function ownMoney(terms: OrderTerms, cost: Minor, quantity: Shares): bigint {
  return financing(cost, terms.leverage).margin + feesOf(terms, cost, quantity).totalMinor;
}

function feesOf({ side, fees: schedule }: OrderTerms, cost: Minor, quantity: Shares) {
  return feesUnder(schedule, {
    side: side === "long" ? "buy" : "sell",
    notionalMinor: cost,
    quantity,
  });
}

function smaller(one: bigint, other: bigint): bigint {
  const least = one < other ? one : other;
  return least > 0n ? least : 0n;
}

/**
 * The price at which the money of a working order is reserved: its limit, or, of a stop that
 * becomes a market order, the stop and 5 % more to buy at. Of a limit and a stop whichever of them holds more:
 * the stop to buy, the limit to sell short. Null of a market order.
 */
export function reservedAt(
  kind: OrderKind,
  side: "long" | "short",
  limit: Price | null,
  stop: Price | null,
): Price | null {
  const mayBuyAtStop = (kind === "stop" || kind === "oco") && side === "long";
  if (!mayBuyAtStop || stop === null) return limit ?? stop;
  return reservedAtStop(stop);
}
