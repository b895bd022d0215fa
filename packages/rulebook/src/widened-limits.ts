import type { Price } from "@sanshi/money";
import { priceLimits, type PriceLimitQuestion } from "./price-limits.ts";
import type { LocalDate } from "./rule-reference.ts";

/** A past trading day of one stock; prices as they were traded. */
export type TradedDay = {
  readonly date: LocalDate;
  /** The close before it, which its limits stand on. */
  readonly basePrice: Price;
  readonly low: Price;
  readonly high: Price;
};

export type WidenedSides = { readonly up: boolean; readonly down: boolean };

export const notWidened: WidenedSides = { up: false, down: false };

/**
 * Which of a Japanese stock's limits are widened on the day after `days`: the side at whose limit it
 * was locked on the last two, and on every further one until it trades away from the limit. A day is
 * locked where no other price than the limit was traded: bars do not tell whether anything was
 * allotted before the close.
 *
 * @param days one after the other, the oldest first; the first of them is taken not to be widened.
 */
export function widenedAfter(
  stock: Pick<PriceLimitQuestion, "market" | "limitClass" | "tickClass">,
  days: readonly TradedDay[],
): WidenedSides {
  if (stock.market !== "jpy") return notWidened;
  let before = notWidened;
  let last = notWidened;
  for (const day of days) {
    const widened = both(before, last);
    before = last;
    last = lockedSides(stock, day, widened);
  }
  return both(before, last);
}

function lockedSides(
  stock: Pick<PriceLimitQuestion, "market" | "limitClass" | "tickClass">,
  { date, basePrice, low, high }: TradedDay,
  widened: WidenedSides,
): WidenedSides {
  const limits = priceLimits({ ...stock, date, basePrice, widened });
  if (limits === null) return notWidened;
  return { up: low === limits.high, down: high === limits.low };
}

function both(one: WidenedSides, other: WidenedSides): WidenedSides {
  return { up: one.up && other.up, down: one.down && other.down };
}
