import type { MarketKey } from "@sanshi/money";
import { marketCalendars } from "./data/holidays.ts";
import { expectedHolidays } from "./expected-holidays.ts";
import { dateOfDay, dayOf, isWeekend } from "./local-time.ts";
import type { LocalDate, MarketHours, RecordedHours, RuleReference } from "./rule-reference.ts";

/**
 * What a year's closed days are: `published` by the exchange; `expected` by the law and the exchange's rules where
 * nothing is published yet; `unknown` before the record and beyond what can be worked out, where only weekends
 * are closed.
 */
export type CalendarStatus = "published" | "expected" | "unknown";

/** Whether the market trades on a day, published or expected. With hours `always` every day is a trading day. */
export function isTradingDay(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours = "exchange",
): boolean {
  return isTradingDayNumber(market, dayOf(date), hours);
}

/** The first trading day after `date`. */
export function nextTradingDay(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours = "exchange",
): LocalDate {
  return dateOfDay(tradingDayFrom(market, dayOf(date) + 1, 1, hours));
}

/** The last trading day before `date`. */
export function previousTradingDay(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours = "exchange",
): LocalDate {
  return dateOfDay(tradingDayFrom(market, dayOf(date) - 1, -1, hours));
}

/** The trading day `count` trading days after `date` (before it when negative); `date` itself is not counted. */
export function addTradingDays(
  market: MarketKey,
  date: LocalDate,
  count: number,
  hours: MarketHours = "exchange",
): LocalDate {
  const step = count < 0 ? -1 : 1;
  let day = dayOf(date);
  for (let left = Math.abs(count); left > 0; left -= 1) {
    day = tradingDayFrom(market, day + step, step, hours);
  }
  return dateOfDay(day);
}

/** Whether the session ends early on that day: 13:00 in New York. */
export function isHalfDay(market: MarketKey, date: LocalDate): boolean {
  return calendarOf(market).halfDays.has(dayOf(date));
}

/**
 * How far the calendar of a date's year can be relied on. With hours `always` a date rests on none, and a record shows
 * its own days: both are answered like published ones.
 */
export function calendarStatus(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours = "exchange",
): CalendarStatus {
  const kept = typeof hours === "string" ? hours : hours.keeps;
  const isCertain = kept === "always" || isWithinRecord(market, dayOf(date), hours);
  return isCertain ? "published" : calendarYear(market, date).status;
}

/** The calendar that answers for a day; `confirmed` is true for a published one alone. */
export function calendarReference(market: MarketKey, date: LocalDate): RuleReference {
  return calendarYear(market, date).reference;
}

export function isTradingDayNumber(market: MarketKey, day: number, hours: MarketHours): boolean {
  if (typeof hours !== "string") return isRecordedDay(market, day, hours);
  if (hours === "always") return true;
  return !isWeekend(day) && !calendarOf(market).closedDays.has(day);
}

/** Before and after the record its market is asked for dates, and never for prices: weekdays will do. */
function isRecordedDay(market: MarketKey, day: number, hours: RecordedHours): boolean {
  return hours.keeps === "exchange" && isWithinRecord(market, day, hours)
    ? hours.isRecorded(market, day)
    : isTradingDayNumber(market, day, hours.keeps);
}

function isWithinRecord(market: MarketKey, day: number, hours: MarketHours): boolean {
  const span = typeof hours === "string" ? null : hours.span(market);
  return span !== null && day >= span.first && day <= span.last;
}

/** The first trading day at or after `day` (at or before it with step −1). */
export function tradingDayFrom(
  market: MarketKey,
  day: number,
  step: 1 | -1,
  hours: MarketHours,
): number {
  let candidate = day;
  while (!isTradingDayNumber(market, candidate, hours)) candidate += step;
  return candidate;
}

type CalendarYear = { readonly status: CalendarStatus; readonly reference: RuleReference };

type Calendar = {
  readonly closedDays: ReadonlySet<number>;
  readonly halfDays: ReadonlySet<number>;
  /** By `YYYY`; unknown years are added as they are asked for. */
  readonly years: Map<string, CalendarYear>;
};

const calendars: Partial<Record<MarketKey, Calendar>> = {};

/** All of a market's published and expected days, made when the first is asked for. */
function calendarOf(market: MarketKey): Calendar {
  return (calendars[market] ??= makeCalendar(market));
}

function makeCalendar(market: MarketKey): Calendar {
  const { source, closedByYear, halfDaysByYear } = marketCalendars[market];
  const expected = expectedHolidays[market];
  const publishedYears = Object.keys(closedByYear).map(Number);
  const firstExpected = Math.max(...publishedYears) + 1;
  const expectedYears = Array.from(
    { length: expected.lastYear - firstExpected + 1 },
    (_, index) => firstExpected + index,
  );
  return {
    closedDays: new Set([...daysOf(closedByYear), ...expectedYears.flatMap(expected.closedDays)]),
    halfDays: new Set([...daysOf(halfDaysByYear), ...expectedYears.flatMap(expected.halfDays)]),
    years: new Map([
      ...publishedYears.map((year) => yearEntry(market, `${year}`, "published", source)),
      ...expectedYears.map((year) => yearEntry(market, `${year}`, "expected", expected.source)),
    ]),
  };
}

function daysOf(byYear: Readonly<Record<string, string>>): readonly number[] {
  return Object.entries(byYear).flatMap(([year, days]) =>
    days.split(" ").map((day) => dayOf(`${year}-${day}`)),
  );
}

function calendarYear(market: MarketKey, date: LocalDate): CalendarYear {
  const { years } = calendarOf(market);
  const year = date.slice(0, 4);
  const known = years.get(year);
  if (known !== undefined) return known;
  const source = "weekends only: no published calendar for this year, and none can be expected";
  const [, unknown] = yearEntry(market, year, "unknown", source);
  years.set(year, unknown);
  return unknown;
}

function yearEntry(
  market: MarketKey,
  year: string,
  status: CalendarStatus,
  source: string,
): [year: string, CalendarYear] {
  const { rule } = marketCalendars[market];
  const confirmed = status === "published";
  return [year, { status, reference: { rule, validFrom: `${year}-01-01`, source, confirmed } }];
}
