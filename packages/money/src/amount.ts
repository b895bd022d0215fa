import { minorDigits, type Currency } from "./currency.ts";
import { parseMinor, parseScaled } from "./decimal.ts";
import type { Minor } from "./units.ts";

export type ReadAmount =
  | { ok: true; amount: Minor }
  | { ok: false; fault: "amount_not_positive" }
  | { ok: false; fault: "amount_too_precise"; digits: number };

/** An amount that somebody typed: above zero, and no finer than the currency's smallest unit. */
export function readAmount(text: string, currency: Currency): ReadAmount {
  const digits = minorDigits(currency);
  // Eight decimals are all that the wire's spelling has.
  if ((parseScaled(text, 8) ?? 0n) <= 0n) return { ok: false, fault: "amount_not_positive" };
  const amount = parseMinor(text, currency);
  return amount === null
    ? { ok: false, fault: "amount_too_precise", digits }
    : { ok: true, amount };
}
