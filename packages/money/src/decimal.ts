import { minorDigits, type Currency } from "./currency.ts";
import { minor, price, priceDigits, shares, type Minor, type Price, type Shares } from "./units.ts";

/**
 * The only spelling of a number that we read: plain ASCII digits, one optional point, one optional
 * minus sign, no leading zeros, no exponent, no blanks, no separators.
 */
export const decimalPattern = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,8})?$/;
/** The same with the decimals of an amount per share, which nobody types. */
export const longDecimalPattern = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,12})?$/;

/**
 * Reads a decimal into an integer with `digits` decimals. Answers null for any other spelling and
 * for a value that does not fit the digits exactly (trailing zeros beyond them are allowed).
 */
export function parseScaled(text: string, digits: number): bigint | null {
  if (!longDecimalPattern.test(text)) return null;
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const value = BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return negative ? -value : value;
}

/** The wire's spelling of an integer with `digits` decimals: `formatScaled(123450n, 2)` is `"1234.50"`. */
export function formatScaled(value: bigint, digits: number): string {
  if (digits === 0) return value.toString();
  const negative = value < 0n;
  const text = (negative ? -value : value).toString().padStart(digits + 1, "0");
  return `${negative ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function parseMinor(text: string, currency: Currency): Minor | null {
  const value = parseScaled(text, minorDigits(currency));
  return value === null ? null : minor(value);
}

/** `"1234"` for 1234 yen, `"1234.50"` for 123450 cents. */
export function formatMinor(amount: Minor, currency: Currency): string {
  return formatScaled(amount, minorDigits(currency));
}

export function parsePrice(text: string): Price | null {
  const value = parseScaled(text, priceDigits);
  return value === null ? null : price(value);
}

/** At least the currency's own decimals, at most four: `"2850"`, `"2850.5"`, `"189.20"`, `"0.1234"`. */
export function formatPrice(value: Price, currency: Currency): string {
  const text = formatScaled(value, priceDigits);
  const shortest = text.replace(/0+$/, "");
  const point = text.indexOf(".");
  const decimals = Math.max(shortest.length - point - 1, minorDigits(currency));
  return decimals === 0 ? text.slice(0, point) : text.slice(0, point + 1 + decimals);
}

export function parseShares(text: string): Shares | null {
  const value = parseScaled(text, 0);
  return value === null ? null : shares(value);
}

export function formatShares(value: Shares): string {
  return value.toString();
}
