import { dayMs } from "@sanshi/contract";
import type { ServiceDays } from "@sanshi/contract";
import { instantOf, isTradingDay, localDate } from "@sanshi/rulebook";

export type OpeningHours = { from: string; to: string; days: ServiceDays };

/** Whether something is done at a moment, until when, and when it begins again. Times in milliseconds. */
export type ServiceHours = { open: boolean; opensAt: number | null; closesAt: number | null };

/** No country has so many holidays on end. */
const daysAheadMax = 31;

/**
 * In Tokyo's time; business days are those of its banks and exchange, whatever hours the market of this
 * instance keeps. The end is not included.
 */
export function serviceHours({ from, to, days }: OpeningHours, now: number): ServiceHours {
  for (let ahead = 0; ahead <= daysAheadMax; ahead += 1) {
    const date = localDate("jpy", now + ahead * dayMs);
    if (!isServiceDay(date, days)) continue;
    const [opensAt, closesAt] = [instantOf("jpy", date, from), instantOf("jpy", date, to)];
    if (now < opensAt) return { open: false, opensAt, closesAt: null };
    if (now < closesAt) return { open: true, opensAt: null, closesAt };
  }
  return { open: false, opensAt: null, closesAt: null };
}

function isServiceDay(date: string, days: ServiceDays): boolean {
  if (days === "every") return true;
  if (days === "business") return isTradingDay("jpy", date, "exchange");
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** Midnight in Tokyo at the end of the day after `at`. */
export function endOfNextDay(at: number): number {
  return instantOf("jpy", localDate("jpy", at + dayMs), "24:00");
}
