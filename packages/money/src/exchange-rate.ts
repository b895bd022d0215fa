import { minorDigits, type Currency } from "./currency.ts";
import { divide, type Rounding } from "./rounding.ts";
import { minor, type Minor } from "./units.ts";

/**
 * Units of each currency for one US dollar, in millionths: 160.77 yen is 160_770_000n. A currency
 * that the source does not quote is left out.
 */
export type RatesPerDollar = Readonly<Partial<Record<Currency, bigint>>>;

export const rateDigits = 6;

/**
 * What `amount` of one currency is in another at the mid rate, in the other's minor unit, rounded as
 * named. Exact up to that rounding: nothing is rounded on the way over the dollar. Null where one of
 * the two is not quoted.
 */
export function convertAtMid(
  amount: Minor,
  from: Currency,
  to: Currency,
  rates: RatesPerDollar,
  rounding: Rounding,
): Minor | null {
  const [sold, bought] = [rates[from], rates[to]];
  if (sold === undefined || bought === undefined) return null;
  const numerator = amount * bought * 10n ** BigInt(minorDigits(to));
  const denominator = sold * 10n ** BigInt(minorDigits(from));
  return minor(divide(numerator, denominator, rounding));
}
