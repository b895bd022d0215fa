import {
  divide,
  notional,
  priceUnitsPerMinor,
  shares,
  type Currency,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";

/** The parts of the buying power that one touch takes, in percent. */
export const fractions = [25, 50, 75, 100] as const;
export type Fraction = (typeof fractions)[number];

type Budget = {
  available: Minor;
  percent: Fraction;
  price: Price;
  lot: Shares;
  /** The least that can be bought; left out where it is one lot. */
  least?: Shares;
  currency: Currency;
  /** 1 pays everything with the customer's own money. */
  leverage: number;
  /** What may still be borrowed; null where nothing is borrowed in money. */
  credit: Minor | null;
  /** The fees of an order in proportion to its amount, in millionths; from the newest preview. */
  feeMillionths: bigint;
};

const million = 1_000_000n;

/**
 * The most whole lots whose own part of the cost, with fees, lies within the percentage of the buying
 * power, and whose borrowed part lies within the credit; 0 if none.
 */
export function quantityForFraction(budget: Budget): Shares {
  const { available, percent, price, lot, currency, credit, feeMillionths } = budget;
  if (available <= 0n || price <= 0n || lot <= 0n) return shares(0n);
  const leverage = BigInt(budget.leverage);
  const spendable = divide(available * BigInt(percent), 100n, "floor");
  const payable = divide(
    spendable * million * leverage,
    million + feeMillionths * leverage,
    "floor",
  );
  const affordable = divide(payable * priceUnitsPerMinor(currency), price, "floor");
  let quantity = affordable - (affordable % lot);
  const fits = (count: bigint) => {
    const amount = notional(price, shares(count), currency, "ceiling");
    const margin = divide(amount, leverage, "ceiling");
    const fee = divide(amount * feeMillionths, million, "ceiling");
    return margin + fee <= spendable && (credit === null || amount - margin <= credit);
  };
  if (credit !== null && leverage > 1n) {
    const lendable = divide(credit * leverage, leverage - 1n, "floor");
    const most = divide(lendable * priceUnitsPerMinor(currency), price, "floor");
    const whole = most - (most % lot);
    if (whole < quantity) quantity = whole;
  }
  // Costs are rounded up to a whole minor unit, which can be one more than the divisions allowed.
  while (quantity > 0n && !fits(quantity)) quantity -= lot;
  return shares(quantity < (budget.least ?? lot) ? 0n : quantity);
}

/** The fee in millionths of the amount, rounded up. */
export function feeMillionthsOf(fee: Minor | null, amount: Minor | null): bigint {
  if (fee === null || amount === null || amount <= 0n) return 0n;
  return divide(fee * million, amount, "ceiling");
}

/** The next whole number of lots above or below; nothing below `least`, and never above `max`. */
export function stepQuantity(
  quantity: Shares,
  lot: Shares,
  steps: 1 | -1,
  max: Shares,
  least: Shares = lot,
): Shares {
  const rest = quantity % lot;
  const below = quantity - rest;
  const next = steps > 0 ? below + lot : rest > 0n ? below : below - lot;
  if (next < least) return shares(steps > 0 ? least : 0n);
  return shares(next > max ? max - (max % lot) : next);
}
