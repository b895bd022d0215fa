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
  currency: Currency;
  /** The fees of an order in proportion to its amount, in millionths; from the newest preview. */
  feeMillionths: bigint;
};

const million = 1_000_000n;

/** The most whole lots whose cost with fees lies within the percentage of the buying power; 0 if none. */
export function quantityForFraction(budget: Budget): Shares {
  const { available, percent, price, lot, currency, feeMillionths } = budget;
  if (available <= 0n || price <= 0n || lot <= 0n) return shares(0n);
  const spendable = divide(available * BigInt(percent), 100n, "floor");
  const beforeFees = divide(spendable * million, million + feeMillionths, "floor");
  const affordable = divide(beforeFees * priceUnitsPerMinor(currency), price, "floor");
  let quantity = affordable - (affordable % lot);
  const costs = (count: bigint) => {
    const amount = notional(price, shares(count), currency, "ceiling");
    return amount + divide(amount * feeMillionths, million, "ceiling");
  };
  // The cost is rounded up to a whole minor unit, which can be one more than the division allowed.
  while (quantity > 0n && costs(quantity) > spendable) quantity -= lot;
  return shares(quantity);
}

/** The fee in millionths of the amount, rounded up. */
export function feeMillionthsOf(fee: Minor | null, amount: Minor | null): bigint {
  if (fee === null || amount === null || amount <= 0n) return 0n;
  return divide(fee * million, amount, "ceiling");
}

/** The next whole number of lots above or below; never below zero nor above `max`. */
export function stepQuantity(quantity: Shares, lot: Shares, steps: 1 | -1, max: Shares): Shares {
  const rest = quantity % lot;
  const below = quantity - rest;
  const next = steps > 0 ? below + lot : rest > 0n ? below : below - lot;
  if (next < 0n) return shares(0n);
  return shares(next > max ? max - (max % lot) : next);
}
