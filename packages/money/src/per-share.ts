import { minorDigits, type Currency } from "./currency.ts";
import { formatScaled } from "./decimal.ts";
import { divide } from "./rounding.ts";
import {
  minor,
  price,
  priceDigits,
  type Minor,
  type PerShare,
  type Price,
  type Shares,
} from "./units.ts";

/** The number of decimals that an amount per share keeps. */
export const perShareDigits = 12;
const perPrice = 10n ** BigInt(perShareDigits - priceDigits);
/** What a column of PostgreSQL's bigint holds. */
const perShareMax = 2n ** 63n - 1n;

export function perShare(value: bigint): PerShare {
  return value as PerShare;
}

/**
 * A positive amount as somebody has written it, at any number of decimals. Those after the twelfth are a
 * program's binary fractions (`0.23000000000000001`), and are rounded half up.
 *
 * @returns null for anything else, and for more than nine million.
 */
export function readPerShare(text: string): PerShare | null {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === "") return null;
  const written = BigInt(whole + fraction.padEnd(perShareDigits, "0"));
  const beyond = Math.max(fraction.length - perShareDigits, 0);
  const value = divide(written, 10n ** BigInt(beyond), "half_up");
  return value > 0n && value <= perShareMax ? perShare(value) : null;
}

export function perShareOfPrice(value: Price): PerShare {
  return perShare(value * perPrice);
}

/** What a dividend pays per share: `exact` where it was announced with more decimals than a price has. */
export function exactPerShare(paid: { perShare: Price; exact?: PerShare }): PerShare {
  return paid.exact ?? perShareOfPrice(paid.perShare);
}

/** For what is calculated of prices; half up. */
export function roundToPrice(value: PerShare): Price {
  return price(divide(value, perPrice, "half_up"));
}

/** So many shares' worth in the currency's minor unit: rounded half up, once. */
export function amountOfShares(each: PerShare, quantity: Shares, currency: Currency): Minor {
  const unit = 10n ** BigInt(perShareDigits - minorDigits(currency));
  return minor(divide(each * quantity, unit, "half_up"));
}

/** As it was written, with at least the currency's own decimals: `"0.077955"`, `"1.50"`, `"45"`. */
export function formatPerShare(value: PerShare, currency: Currency): string {
  const [whole = "", fraction = ""] = formatScaled(value, perShareDigits).split(".");
  const decimals = fraction.replace(/0+$/, "").padEnd(minorDigits(currency), "0");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
