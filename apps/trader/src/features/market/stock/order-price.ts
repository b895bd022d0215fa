import { price, type Price } from "@sanshi/money";

type PriceStep = {
  from: Price;
  tick: Price;
  steps: 1 | -1;
  /** The day's limits; null where the market has none. */
  low: Price | null;
  high: Price | null;
};

/**
 * One tick up or down, inside the day's limits. From a price off the grid the first step goes to the
 * nearest one on it in that direction.
 */
export function stepPrice({ from, tick, steps, low, high }: PriceStep): Price {
  if (tick <= 0n) return from;
  const above = from % tick;
  const onGridBelow = from - above;
  const next = steps > 0 ? onGridBelow + tick : above > 0n ? onGridBelow : onGridBelow - tick;
  if (low !== null && next < low) return low;
  if (high !== null && next > high) return high;
  return price(next < tick ? tick : next);
}

/** What is typed, without the zeros that the wire puts behind: `2480.00` is `2480`. */
export function plainPrice(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
