import type { Offering } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";

export function showShares(count: string): string {
  return displayDecimal(count, 0, 0);
}

/** The final price, or the range as long as there is none; with its currency. */
export function priceText({
  subscription_price: final,
  provisional_low: low,
  provisional_high: high,
  type,
}: Pick<Offering, "subscription_price" | "provisional_low" | "provisional_high" | "type">): string {
  const shown = (price: string) => displayDecimal(price, 2, 4);
  const text = final === null ? `${shown(low)} – ${shown(high)}` : shown(final);
  return `${text} ${type.toUpperCase()}`;
}
