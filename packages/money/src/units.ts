/**
 * Kinds of whole number that must never be mixed. They are branded, so a value of one kind
 * cannot be assigned to another: adding shares to yen gives a plain bigint, which fits neither.
 */
declare const unit: unique symbol;

/** Money in a currency's minor unit (yen, cents, fen). The currency stands beside it, never inside it. */
export type Minor = bigint & { readonly [unit]: "minor" };

/** A price per share in ten-thousandths of the currency's major unit: 1 yen = 10_000, 0.0001 dollar = 1. */
export type Price = bigint & { readonly [unit]: "price" };

/** An amount per share, at twelve decimals of the currency's major unit: a dividend has more than a price. */
export type PerShare = bigint & { readonly [unit]: "per_share" };

/** A number of whole shares. */
export type Shares = bigint & { readonly [unit]: "shares" };

export function minor(value: bigint): Minor {
  return value as Minor;
}

export function price(value: bigint): Price {
  return value as Price;
}

export function shares(value: bigint): Shares {
  return value as Shares;
}

export const zeroMinor = minor(0n);

/** The number of decimals that a Price keeps. */
export const priceDigits = 4;
export const priceScale = 10_000n;

export function addMinor(...amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n));
}

export function subtractMinor(from: Minor, amount: Minor): Minor {
  return minor(from - amount);
}

export function negateMinor(amount: Minor): Minor {
  return minor(-amount);
}
