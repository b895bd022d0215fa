import { closingDaysAheadMax, type AnyRefusalCode } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  dateBegins,
  dayEndsAt,
  daysAfter,
  instantOf,
  isTradingDay,
  marketDate,
  sessionPhases,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";

/** `wholeDay`: a coming day without any trading; otherwise it ends early, at a moment of the app's clock. */
export type Closing = { date: LocalDate; wholeDay: boolean; beginsAt: number };

type Decided =
  | { ok: true; closing: Closing }
  | { ok: false; code: AnyRefusalCode; params: Record<string, string> };

/**
 * What an operator's words close: the rest of today from now on, a coming day as a whole, or either from a time of the
 * market's clock on.
 */
export function decideClosing(
  market: MarketKey,
  { date, from }: { date: LocalDate; from: string | undefined },
  now: number,
  hours: MarketHours,
): Decided {
  const today = marketDate(market, now, hours);
  const latest = daysAfter(today, closingDaysAheadMax);
  if (date < today || date > latest) {
    return refused("closing_date_out_of_range", { earliest: today, latest });
  }
  if (!isTradingDay(market, date, hours)) return refused("closing_day_closed", { date });
  const endsAt = dayEndsAt(market, date, hours);
  if (from !== undefined) {
    const beginsAt = instantOf(market, date, from);
    const opensAt = sessionPhases(market, date, hours)[0]?.from ?? beginsAt;
    if (beginsAt <= now || beginsAt < opensAt || beginsAt >= endsAt) {
      return refused("closing_time_wrong", { from });
    }
    return { ok: true, closing: { date, wholeDay: false, beginsAt } };
  }
  if (date > today) {
    const closing = { date, wholeDay: true, beginsAt: dateBegins(market, date, hours) };
    return { ok: true, closing };
  }
  if (now >= endsAt) return refused("closing_day_over", { date });
  return { ok: true, closing: { date, wholeDay: false, beginsAt: now } };
}

/** With the date, so that what the day's last auction would have matched is over long before. */
export function haltEndsAt(market: MarketKey, date: LocalDate, hours: MarketHours): number {
  return dateBegins(market, daysAfter(date, 1), hours);
}

function refused(code: AnyRefusalCode, params: Record<string, string>): Decided {
  return { ok: false, code, params };
}
