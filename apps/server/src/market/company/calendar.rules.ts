import type { CompanyEvent, MarketCalendar } from "@sanshi/contract";
import {
  calendarMonthsAfter,
  calendarMonthsBefore,
  type holidayKinds,
} from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { isHalfDay, isTradingDay, type LocalDate, type MarketHours } from "@sanshi/rulebook";
import type { CorporateAction, Fundamentals } from "../../market-feed/market-feed.ts";
import { eventsOf } from "./company.rules.ts";

type Holiday = MarketCalendar["holidays"][number];

/** Months, `2026-11`, that a calendar knows on a day. */
export function knownMonths(today: LocalDate): { first: string; last: string } {
  return {
    first: monthFrom(today, -calendarMonthsBefore),
    last: monthFrom(today, calendarMonthsAfter),
  };
}

function monthFrom(date: LocalDate, months: number): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * What has happened to a stock and what was told of the time ahead: an exchange tells on the last day with the
 * right what is paid, and before that a company tells the day alone.
 */
export function eventsAround(
  market: MarketKey,
  known: readonly CorporateAction[],
  next: readonly CorporateAction[],
  told: Pick<Fundamentals, "earningsTold" | "nextEarnings" | "nextDividend"> | null,
  today: LocalDate,
): CompanyEvent[] {
  const past = eventsOf(market, known, told?.earningsTold ?? [], today);
  const ahead = next.filter(({ exDate }) => exDate > today);
  const announced = ahead.flatMap((action) => eventsOf(market, [action], [], action.exDate));
  const dated = (kind: "earnings" | "dividend", date: string | null | undefined) => {
    if (date === null || date === undefined || date <= today) return [];
    const isTold = announced.some((event) => event.kind === kind && event.date === date);
    return isTold ? [] : [{ kind, date, amount: null, ratio: null }];
  };
  return [
    ...past,
    ...announced,
    ...dated("earnings", told?.nextEarnings),
    ...dated("dividend", told?.nextDividend),
  ];
}

/** Weekdays of a month on which the exchanges are closed or close early, and whether this market does so too. */
export function holidaysOf(market: MarketKey, month: string, hours: MarketHours): Holiday[] {
  const isAlways = hours === "always" || (typeof hours !== "string" && hours.keeps === "always");
  const kept = isAlways ? "exchange" : hours;
  const holiday = (date: string, kind: (typeof holidayKinds)[number]): Holiday => ({
    date,
    kind,
    closed_here: !isAlways,
  });
  return weekdaysOf(month).flatMap((date) => {
    if (!isTradingDay(market, date, kept)) return [holiday(date, "closed")];
    return isHalfDay(market, date) ? [holiday(date, "half_day")] : [];
  });
}

function weekdaysOf(month: string): LocalDate[] {
  const days: LocalDate[] = [];
  const at = new Date(`${month}-01T00:00:00Z`);
  for (; at.toISOString().startsWith(month); at.setUTCDate(at.getUTCDate() + 1)) {
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) days.push(at.toISOString().slice(0, 10));
  }
  return days;
}
