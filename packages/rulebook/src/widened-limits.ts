import type { Price } from "@sanshi/money";
import { tseDailyLimits } from "./data/price-limits.ts";
import { dated } from "./dated.ts";
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
 * Which of a Japanese stock's limits are widened on `date`, the day after `days`: the side at whose limit
 * it was locked on the last two (until August 2020: three), and on every further one until it trades away
 * from the limit. A day is locked where no other price than the limit was traded: bars do not tell whether
 * anything was allotted before the close.
 *
 * @param days one after the other, the oldest first; the first of them is taken not to be widened.
 */
export function widenedAfter(
  stock: Pick<PriceLimitQuestion, "market" | "limitClass" | "tickClass">,
  days: readonly TradedDay[],
  date: LocalDate,
): WidenedSides {
  if (stock.market !== "jpy") return notWidened;
  let locked = { up: 0, down: 0 };
  for (const day of days) {
    const sides = lockedSides(stock, day, widenedSides(locked, day.date));
    locked = { up: sides.up ? locked.up + 1 : 0, down: sides.down ? locked.down + 1 : 0 };
  }
  return widenedSides(locked, date);
}

/** On a day before which each side was locked on so many straight ones. */
function widenedSides(locked: { up: number; down: number }, date: LocalDate): WidenedSides {
  const { widenedAfterDays } = dated(tseDailyLimits, date);
  return { up: locked.up >= widenedAfterDays, down: locked.down >= widenedAfterDays };
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
