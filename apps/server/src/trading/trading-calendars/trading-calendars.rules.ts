import {
  calendarReminderFrom,
  calendarYearsAheadMax,
  type AnyRefusalCode,
  type CalendarWarning,
  type ReadCalendarDay,
} from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import {
  calendarStatus,
  daysAfter,
  expectedYear,
  instantOf,
  localDate,
  yearOfDays,
  type EnteredYear,
  type LocalDate,
} from "@sanshi/rulebook";
import { isWeekend } from "./notice.rules.ts";

/** What every process knows of the operators' word on calendars; the rulebook has the days. */
export type TradingCalendars = {
  /** Whether a live instance settles into a year by its expected days. */
  allowsExpected(market: MarketKey, year: number): boolean;
};

export type Notice = { title: string; address: string; published_on: LocalDate };

/** Of a calendar's year, by its dates. */
export type DaysOfYear = {
  readonly closed_days: readonly LocalDate[];
  readonly half_days: readonly LocalDate[];
};

type Objection = { code: AnyRefusalCode; params: Record<string, string> };

/** The running year and those that can be published. */
export function yearsShown(market: MarketKey, now: number): readonly number[] {
  const running = Number(localDate(market, now).slice(0, 4));
  return Array.from({ length: calendarYearsAheadMax + 1 }, (_, ahead) => running + ahead);
}

export function objectToYear(market: MarketKey, year: number, now: number): Objection | null {
  const years = yearsShown(market, now);
  const params = { earliest: String(years[0]), latest: String(years.at(-1)) };
  return years.includes(year) ? null : { code: "calendar_year_out_of_range", params };
}

/** Whether the word can be given that a year's expected days may be used. */
export function objectToAllowing(
  market: MarketKey,
  year: number,
  isAllowed: boolean,
): Objection | null {
  const params = { year: String(year) };
  if (calendarStatus(market, `${year}-01-01`) !== "expected") {
    return { code: "calendar_not_expected", params };
  }
  return isAllowed ? { code: "calendar_allowed_already", params } : null;
}

/** A decision holds from the market's next day: the day that has begun stays as it was. */
export function holdsFromAt(market: MarketKey, now: number): LocalDate {
  return daysAfter(localDate(market, now), 1);
}

export function enteredYear(
  { market, year, holdsFrom }: { market: MarketKey; year: number; holdsFrom: LocalDate },
  days: DaysOfYear,
  notice: Notice,
): EnteredYear {
  return {
    market,
    year,
    holdsFrom,
    closedDays: days.closed_days,
    halfDays: days.half_days,
    source: `${notice.title}, ${notice.published_on}, ${notice.address}`,
  };
}

export type ShownDay = {
  date: LocalDate;
  read: ReadCalendarDay["kind"] | null;
  stands: ReadCalendarDay["kind"] | null;
  certain: boolean;
  passed: boolean;
  line: string;
};

/** What was read beside what stands now, day by day. */
export function besideStanding(
  market: MarketKey,
  year: number,
  read: readonly ReadCalendarDay[],
  now: number,
): readonly ShownDay[] {
  const standing = standingDays(market, year);
  const certain = new Set(
    (expectedYear(market, year) ?? []).flatMap((day) => (day.certain ? [day.date] : [])),
  );
  const today = localDate(market, now);
  const byDate = new Map(read.map((day) => [day.date, day]));
  const dates = [...new Set([...byDate.keys(), ...standing.keys(), ...certain])].toSorted();
  return dates.map((date) => ({
    date,
    read: byDate.get(date)?.kind ?? null,
    stands: standing.get(date) ?? null,
    certain: certain.has(date),
    passed: date <= today,
    line: byDate.get(date)?.line ?? "",
  }));
}

function standingDays(market: MarketKey, year: number) {
  const { closedDays, halfDays } = yearOfDays(market, year);
  return new Map<LocalDate, ReadCalendarDay["kind"]>([
    ...closedDays.map((date) => [date, "closed"] as const),
    ...halfDays.map((date) => [date, "half_day"] as const),
  ]);
}

/** What the operator has to see before proposing, each with the days that it is about. */
export function warningsOf(
  market: MarketKey,
  year: number,
  days: readonly ShownDay[],
): readonly { code: CalendarWarning; dates: LocalDate[] }[] {
  const missing = days.filter(({ certain, read }) => certain && read !== "closed");
  const kept = days.filter(({ passed, read, stands }) => passed && read !== stands);
  const replaced = calendarStatus(market, `${year}-01-01`) === "published";
  const changed = days.filter(({ read, stands }) => read !== stands);
  const warnings = [
    { code: "certain_missing" as const, days: missing },
    { code: "passed_kept" as const, days: kept },
    { code: "replaces_published" as const, days: replaced ? changed : [] },
  ];
  return warnings
    .filter((warning) => warning.days.length > 0)
    .map((warning) => ({ code: warning.code, dates: warning.days.map(({ date }) => date) }));
}

/** The same year twice: what is published already, or differs in days alone that have begun. */
export function isUnchanged(market: MarketKey, year: number, days: readonly ShownDay[]): boolean {
  const isPublished = calendarStatus(market, `${year}-01-01`) === "published";
  return isPublished && days.every(({ passed, read, stands }) => passed || read === stands);
}

export function daysOfYear(read: readonly ReadCalendarDay[]): DaysOfYear {
  const ofKind = (kind: ReadCalendarDay["kind"]) =>
    read.flatMap((day) => (day.kind === kind ? [day.date] : []));
  return { closed_days: ofKind("closed"), half_days: ofKind("half_day") };
}

/** The read days of a proposal, as they were when it was read. */
export function readDays({ closed_days, half_days }: DaysOfYear): readonly ReadCalendarDay[] {
  return [
    ...closed_days.map((date) => ({ date, kind: "closed" as const, line: "" })),
    ...half_days.map((date) => ({ date, kind: "half_day" as const, line: "" })),
  ].filter(({ date }) => !isWeekend(date));
}

/** A year that is to be published: the running one, and from 1 December on the next. */
export function isReminded(market: MarketKey, year: number, now: number): boolean {
  return remindedSince(market, year, now) !== null;
}

/** Since when operators are reminded of a year, on the app's clock; null where they are not. */
function remindedSince(market: MarketKey, year: number, now: number): number | null {
  if (calendarStatus(market, `${year}-01-01`) === "published") return null;
  const from = instantOf(market, `${year - 1}-${calendarReminderFrom}`, "00:00");
  return from <= now ? from : null;
}

/** How many years wait to be published, and since when the oldest does. */
export function calendarReminders(now: number): { waiting: number; oldestAt: number | null } {
  const since = marketKeys.flatMap((market) =>
    yearsShown(market, now).flatMap((year) => remindedSince(market, year, now) ?? []),
  );
  return { waiting: since.length, oldestAt: since.length === 0 ? null : Math.min(...since) };
}
