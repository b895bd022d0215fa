import { longDecimalPattern } from "./decimal.ts";

const minusSign = "−";

/**
 * A wire decimal as the specification shows money: two decimals, thousands separators, `0.00` for
 * anything that is not a number. A true minus sign, so that figures line up.
 */
export function displayMoney(text: string | null | undefined): string {
  return displayDecimal(text, 2, 2);
}

/** The same with a plus sign on a gain. */
export function displaySignedMoney(text: string | null | undefined): string {
  const shown = displayMoney(text);
  return /[1-9]/.test(shown) && !shown.startsWith(minusSign) ? `+${shown}` : shown;
}

/** Shows a wire decimal with between `digitsMin` and `digitsMax` decimals; further digits are cut, half away from zero. */
export function displayDecimal(
  text: string | null | undefined,
  digitsMin: number,
  digitsMax: number,
): string {
  if (text === null || text === undefined || !longDecimalPattern.test(text)) {
    return digitsMin === 0 ? "0" : `0.${"0".repeat(digitsMin)}`;
  }
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const scaled = roundDigits(whole, fraction, digitsMax);
  const digits = scaled.padStart(digitsMax + 1, "0");
  const integer = digitsMax === 0 ? digits : digits.slice(0, -digitsMax);
  const decimals = digitsMax === 0 ? "" : trimZeros(digits.slice(-digitsMax), digitsMin);
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = negative && /[1-9]/.test(digits) ? minusSign : "";
  return sign + (decimals === "" ? grouped : `${grouped}.${decimals}`);
}

function roundDigits(whole: string, fraction: string, digits: number): string {
  const kept = BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  const next = fraction.charCodeAt(digits);
  return (next >= 53 ? kept + 1n : kept).toString();
}

function trimZeros(decimals: string, digitsMin: number): string {
  let end = decimals.length;
  while (end > digitsMin && decimals[end - 1] === "0") end -= 1;
  return decimals.slice(0, end);
}
