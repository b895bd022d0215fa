import { isTradingDay } from "@sanshi/rulebook";
import { dateOf, isWeekend } from "./day-numbers.ts";
import type { LeaveOut } from "./left-out.ts";
import type { RecordedStock } from "./recorded-stock.ts";

/**
 * Whether a stock's days may be Tokyo's, where a file's name alone says so: Hong Kong and Taiwan have codes of four digits,
 * too, and trade on other days. Without a holiday among its days nothing is proven, and that is named.
 */
export function isOfItsMarket(
  { instrument, days, assumedIn: file }: RecordedStock,
  leaveOut: LeaveOut,
): boolean {
  if (typeof file !== "string" || days.length === 0) return true;
  const [first, last] = [days.dayAt(0), days.dayAt(days.length - 1)];
  const closed = closedDays(first, last);
  const wrong = closed.find((day) => days.dayAt(days.indexAt(day)) === day);
  if (wrong !== undefined) {
    leaveOut({ file, line: 0, reason: "other_calendar", found: dateOf(wrong) });
    return false;
  }
  // A company that we know by its code is Tokyo's.
  const isKnown = instrument.names.us !== instrument.code;
  if (closed.length === 0 && !isKnown) leaveOut({ file, line: 0, reason: "assumed_market" });
  return true;
}

/** Most files of a folder have the same days. */
const known = new Map<string, readonly number[]>();
const knownMax = 1_000;

/** Weekdays on which Tokyo's exchange is known to have been closed. */
function closedDays(first: number, last: number): readonly number[] {
  const key = `${first} ${last}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found: number[] = [];
  for (let day = first; day <= last; day += 1) {
    if (!isWeekend(day) && !isTradingDay("jpy", dateOf(day))) found.push(day);
  }
  if (known.size >= knownMax) known.clear();
  known.set(key, found);
  return found;
}
