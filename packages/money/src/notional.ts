import { minorDigits, type Currency } from "./currency.ts";
import { divide, type Rounding } from "./rounding.ts";
import { minor, price, priceDigits, type Minor, type Price, type Shares } from "./units.ts";

/** What `quantity` shares at `at` cost, in the currency's minor unit, rounded as named. */
export function notional(
  at: Price,
  quantity: Shares,
  currency: Currency,
  rounding: Rounding,
): Minor {
  return minor(divide(at * quantity, priceUnitsPerMinor(currency), rounding));
}

/** The average price of a cost over a number of shares, rounded as named. */
export function averagePrice(
  cost: Minor,
  quantity: Shares,
  currency: Currency,
  rounding: Rounding,
): Price {
  return price(divide(cost * priceUnitsPerMinor(currency), quantity, rounding));
}

/** 10_000 for yen, 100 for dollars. */
export function priceUnitsPerMinor(currency: Currency): bigint {
  return 10n ** BigInt(priceDigits - minorDigits(currency));
}

/** What was opened in all: shares, and price times shares in ten-thousandths of the currency. */
export type Opening = { opened: Shares; openValue: bigint };

/**
 * What a split into `numerator` for each `denominator` shares leaves of it: the same money for `openedAfter` shares, of which
 * a fraction may have been rounded away. The price is shown from it, half up, and at least a ten-thousandth.
 */
export function openingAfterSplit(
  { opened, openValue }: Opening,
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
  openedAfter: Shares,
): { openValue: bigint; openPrice: Price } {
  const value = divide(openValue * denominator * openedAfter, opened * numerator, "half_up");
  const shown = divide(value, openedAfter, "half_up");
  return { openValue: value, openPrice: price(shown > 0n ? shown : 1n) };
}
