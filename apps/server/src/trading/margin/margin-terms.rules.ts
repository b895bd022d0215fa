import type { MarketKey } from "@sanshi/money";
import {
  addTradingDays,
  exchangeCalendar,
  marginTerm,
  marketDate,
  monthsAfter,
  previousTradingDay,
  type LocalDate,
  type MarginTerm,
  type MarketHours,
} from "@sanshi/rulebook";

/** What a customer is told ahead, from the first word to the last. */
export const termStages = ["month", "week", "day"] as const;
export type TermStage = (typeof termStages)[number];

/** Whoever was told late, because the server was down or the rules were others before, has so many trading days. */
const noticeDaysMin = 5;

/** What was told before: the day that the first word fixed, and the last stage. */
export type ToldTerm = { dueOn: LocalDate; stage: TermStage };

/** What there is to tell today, with the day on which the position ends; null where nothing is. */
export function termNotice(
  { market, openedAt }: { market: MarketKey; openedAt: number },
  told: ToldTerm | null,
  today: LocalDate,
  hours: MarketHours,
): { stage: TermStage; dueOn: LocalDate; lastDay: LocalDate } | null {
  const term = termOf(market, openedAt, hours);
  if (term === null) return null;
  const calendar = exchangeCalendar(hours);
  const earliest = addTradingDays(market, today, noticeDaysMin, calendar);
  const dueOn = told?.dueOn ?? (term.dueOn > earliest ? term.dueOn : earliest);
  const lastDay = previousTradingDay(market, dueOn, calendar);
  const begins: Record<TermStage, LocalDate> = {
    month: monthsAfter(dueOn, -1),
    week: daysBefore(dueOn, 7),
    day: lastDay,
  };
  const reached = termStages.findLastIndex((stage) => begins[stage] <= today);
  const stage = termStages[reached];
  if (stage === undefined) return null;
  // A late first word is told as what it is: of a position whose month began long ago there is no month left.
  const isNews = told === null || termStages.indexOf(told.stage) < reached;
  return isNews ? { stage, dueOn, lastDay } : null;
}

/** When a position that was opened at a moment ends by the rulebook. */
export function termOf(market: MarketKey, openedAt: number, hours: MarketHours): MarginTerm | null {
  return marginTerm(market, marketDate(market, openedAt, hours), exchangeCalendar(hours));
}

function daysBefore(date: LocalDate, days: number): LocalDate {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
