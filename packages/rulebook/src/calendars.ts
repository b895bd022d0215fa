import { marketKeys, type MarketKey } from "@sanshi/money";
import { marketCalendars } from "./data/holidays.ts";
import { dateOfDay, dayOf, weekdayOfDay } from "./local-time.ts";
import type { LocalDate, MarketHours, RecordedHours, RuleReference } from "./rule-reference.ts";

/**
 * Whether the market trades on a day. Years without a published calendar know only weekends; their
 * `calendarReference` is unconfirmed. With hours `always` every day is a trading day.
 */
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
  return calendars[market].halfDays.has(dayOf(date));
}

/** The calendar that answers for a day; `confirmed` is false for a year without a published one. */
export function calendarReference(market: MarketKey, date: LocalDate): RuleReference {
  const year = date.slice(0, 4);
  return calendars[market].referenceByYear.get(year) ?? unknownYear(market, year);
}

export function isTradingDayNumber(market: MarketKey, day: number, hours: MarketHours): boolean {
  if (typeof hours !== "string") return isRecordedDay(market, day, hours);
  if (hours === "always") return true;
  const weekday = weekdayOfDay(day);
  return weekday !== 0 && weekday !== 6 && !calendars[market].closedDays.has(day);
}

/** Before and after the record its market is asked for dates, and never for prices: weekdays will do. */
function isRecordedDay(market: MarketKey, day: number, hours: RecordedHours): boolean {
  const span = hours.span(market);
  const isWithin = span !== null && day >= span.first && day <= span.last;
  return isWithin && hours.keeps === "exchange"
    ? hours.isRecorded(market, day)
    : isTradingDayNumber(market, day, hours.keeps);
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

type Calendar = {
  readonly closedDays: ReadonlySet<number>;
  readonly halfDays: ReadonlySet<number>;
  readonly referenceByYear: Map<string, RuleReference>;
};

const calendars = Object.fromEntries(
  marketKeys.map((market) => [market, readCalendar(market)]),
) as Record<MarketKey, Calendar>;

function readCalendar(market: MarketKey): Calendar {
  const { rule, source, closedByYear, halfDaysByYear } = marketCalendars[market];
  const reference = (year: string): RuleReference => ({
    rule,
    validFrom: `${year}-01-01`,
    source,
    confirmed: true,
  });
  return {
    closedDays: daysOf(closedByYear),
    halfDays: daysOf(halfDaysByYear),
    referenceByYear: new Map(Object.keys(closedByYear).map((year) => [year, reference(year)])),
  };
}

function daysOf(byYear: Readonly<Record<string, string>>): ReadonlySet<number> {
  const dates = Object.entries(byYear).flatMap(([year, days]) =>
    days.split(" ").map((day) => `${year}-${day}`),
  );
  return new Set(dates.map(dayOf));
}

function unknownYear(market: MarketKey, year: string): RuleReference {
  const reference: RuleReference = {
    rule: marketCalendars[market].rule,
    validFrom: `${year}-01-01`,
    source: "weekends only: no published calendar for this year",
    confirmed: false,
  };
  calendars[market].referenceByYear.set(year, reference);
  return reference;
}
