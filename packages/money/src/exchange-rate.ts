import { minorDigits, type Currency } from "./currency.ts";
import { divide, type Rounding } from "./rounding.ts";
import { minor, type Minor } from "./units.ts";

/**
 * Units of each currency for one US dollar, in millionths: 160.77 yen is 160_770_000n. A currency
 * that the source does not quote is left out.
 */
export type RatesPerDollar = Readonly<Partial<Record<Currency, bigint>>>;

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
  if (rates[from] === undefined) return null;
  return sumAtMid([[from, amount]], to, rates, rounding);
}

/**
 * Amounts of several currencies in one at the mid rates: added up exactly, and rounded once at the end, so
 * that a total is never short by a unit for each currency in it. An amount of zero needs no rate. Null
 * where a rate that is needed is missing.
 */
export function sumAtMid(
  amounts: readonly (readonly [Currency, Minor])[],
  to: Currency,
  rates: RatesPerDollar,
  rounding: Rounding,
): Minor | null {
  const bought = rates[to];
  // A fraction of the display currency's minor unit.
  let [numerator, denominator] = [0n, 1n];
  for (const [from, amount] of amounts) {
    if (amount === 0n) continue;
    const sold = rates[from];
    if (sold === undefined || bought === undefined) return null;
    const worth = amount * bought * 10n ** BigInt(minorDigits(to));
    const per = sold * 10n ** BigInt(minorDigits(from));
    [numerator, denominator] = [numerator * per + worth * denominator, denominator * per];
  }
  return minor(divide(numerator, denominator, rounding));
}
