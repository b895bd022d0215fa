import type { MarketKey } from "@sanshi/money";
import { marketCalendars } from "./data/holidays.ts";
import { sources, type Source } from "./data/sources.ts";
import { expectedHolidays } from "./expected-holidays.ts";
import { dateOfDay, dayOf, isWeekend } from "./local-time.ts";
import {
  cited,
  type Doubts,
  type LocalDate,
  type MarketHours,
  type RecordedHours,
  type RuleReference,
} from "./rule-reference.ts";

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

/**
 * A year as operators entered it from the exchange's notice. It holds from a day on: what a day before was stays,
 * because prices, trades and dates follow from it.
 */
export type EnteredYear = {
  readonly market: MarketKey;
  readonly year: number;
  readonly holdsFrom: LocalDate;
  /** Of the year; New Year's Day may close the last days of the year before. */
  readonly closedDays: readonly LocalDate[];
  readonly halfDays: readonly LocalDate[];
  /** The notice: its number or title and its address. */
  readonly source: string;
};

/** A year's closed weekdays and half days, and how far they can be relied on. */
export type YearOfDays = {
  readonly status: CalendarStatus;
  readonly source: string;
  readonly closedDays: readonly LocalDate[];
  readonly halfDays: readonly LocalDate[];
};

/** A coming day on which a market that would trade is closed, for mourning or a typhoon. */
export type UnscheduledClosing = { readonly market: MarketKey; readonly date: LocalDate };

let enteredYears: readonly EnteredYear[] = [];
let unscheduled: readonly UnscheduledClosing[] = [];
let generation = 0;
let generations = 0;

/** Takes the place of all that was entered before; of several entries of one year the last holds. */
export function setEnteredYears(
  years: readonly EnteredYear[],
  closings: readonly UnscheduledClosing[] = [],
): void {
  enteredYears = years;
  unscheduled = closings;
  calendars = {};
  generation = generations += 1;
}

/** What `answer` says with one more year entered; afterwards everything is as it was. */
export function asIfEntered<Answer>(year: EnteredYear, answer: () => Answer): Answer {
  const before = { enteredYears, calendars, generation };
  setEnteredYears([...enteredYears, year], unscheduled);
  try {
    return answer();
  } finally {
    ({ enteredYears, calendars, generation } = before);
  }
}

/** Another number whenever the entered years are others: whoever keeps what follows from the calendar asks. */
export function calendarGeneration(): number {
  return generation;
}

/** What is closed in a year as it stands, the year's own days in their order. */
export function yearOfDays(market: MarketKey, year: number): YearOfDays {
  const { days } = calendarOf(market);
  const { closed, half } = days.get(year) ?? noDays;
  const { status, reference } = calendarYear(market, `${year}-01-01`);
  const dates = (of: ReadonlySet<number>) =>
    [...of]
      .filter((day) => !isWeekend(day))
      .toSorted((one, other) => one - other)
      .map(dateOfDay);
  return { status, source: reference.source, closedDays: dates(closed), halfDays: dates(half) };
}

/** A closed weekday or half day that nobody has published: `certain` where the law alone closes it. */
export type ExpectedDay = {
  readonly date: LocalDate;
  readonly kind: "closed" | "half_day";
  readonly certain: boolean;
};

/** What a year is expected to be without any notice, in the order of its days; null where nothing can be worked out. */
export function expectedYear(market: MarketKey, year: number): readonly ExpectedDay[] | null {
  const expected = expectedHolidays[market];
  if (year < expected.firstYear || year > expected.lastYear) return null;
  const certain = new Set(expected.certainDays(year));
  const dayOfKind = (kind: ExpectedDay["kind"]) => (day: number) => ({
    date: dateOfDay(day),
    kind,
    certain: kind === "closed" && certain.has(day),
  });
  return [
    ...expected
      .closedDays(year)
      .filter((day) => !isWeekend(day))
      .map(dayOfKind("closed")),
    ...expected.halfDays(year).map(dayOfKind("half_day")),
  ].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

type CalendarYear = { readonly status: CalendarStatus; readonly reference: RuleReference };
type Days = { readonly closed: ReadonlySet<number>; readonly half: ReadonlySet<number> };

type Calendar = {
  readonly closedDays: ReadonlySet<number>;
  readonly halfDays: ReadonlySet<number>;
  readonly days: ReadonlyMap<number, Days>;
  /** By `YYYY`; unknown years are added as they are asked for. */
  readonly years: Map<string, CalendarYear>;
};

const noDays: Days = { closed: new Set(), half: new Set() };

let calendars: Partial<Record<MarketKey, Calendar>> = {};

/** All of a market's published and expected days, made when the first is asked for. */
function calendarOf(market: MarketKey): Calendar {
  return (calendars[market] ??= makeCalendar(market));
}

function makeCalendar(market: MarketKey): Calendar {
  const { closedByYear, halfDaysByYear } = marketCalendars[market];
  const expected = expectedHolidays[market];
  const publishedYears = Object.keys(closedByYear).map(Number);
  const firstExpected = Math.max(...publishedYears) + 1;
  const expectedYears = Array.from(
    { length: expected.lastYear - firstExpected + 1 },
    (_, index) => firstExpected + index,
  );
  const days = new Map<number, Days>([
    ...publishedYears.map(
      (year) =>
        [year, { closed: daysOf(closedByYear, year), half: daysOf(halfDaysByYear, year) }] as const,
    ),
    ...expectedYears.map(
      (year) =>
        [
          year,
          { closed: new Set(expected.closedDays(year)), half: new Set(expected.halfDays(year)) },
        ] as const,
    ),
  ]);
  const years = new Map<string, CalendarYear>([
    ...publishedYears.map((year) => publishedYear(market, year)),
    ...expectedYears.map((year) =>
      yearEntry(market, `${year}`, "expected", expected.texts, { unconfirmed: expected.how }),
    ),
  ]);
  for (const entered of enteredYears) {
    if (entered.market !== market) continue;
    days.set(entered.year, enteredDays(days.get(entered.year) ?? noDays, entered));
    years.set(...yearEntry(market, `${entered.year}`, "published", noticeOf(entered)));
  }
  const closings = unscheduled.flatMap((one) => (one.market === market ? dayOf(one.date) : []));
  return {
    closedDays: new Set([...[...days.values()].flatMap(({ closed }) => [...closed]), ...closings]),
    halfDays: new Set([...days.values()].flatMap(({ half }) => [...half])),
    days,
    years,
  };
}

function enteredDays(before: Days, { holdsFrom, closedDays, halfDays }: EnteredYear): Days {
  const from = dayOf(holdsFrom);
  const merged = (kept: ReadonlySet<number>, entered: readonly LocalDate[]) =>
    new Set([
      ...[...kept].filter((day) => day < from),
      ...entered.map(dayOf).filter((day) => day >= from),
    ]);
  return { closed: merged(before.closed, closedDays), half: merged(before.half, halfDays) };
}

function daysOf(byYear: Readonly<Record<string, string>>, year: number): ReadonlySet<number> {
  const days = byYear[year]?.split(" ") ?? [];
  return new Set(days.map((day) => dayOf(`${year}-${day}`)));
}

function calendarYear(market: MarketKey, date: LocalDate): CalendarYear {
  const { years } = calendarOf(market);
  const year = date.slice(0, 4);
  const known = years.get(year);
  if (known !== undefined) return known;
  const [, unknown] = yearEntry(market, year, "unknown", sources.generalKnowledge, {
    unconfirmed: "weekends only: no published calendar for this year, and none can be expected",
  });
  years.set(year, unknown);
  return unknown;
}

function publishedYear(market: MarketKey, year: number): [year: string, CalendarYear] {
  const { texts, confirmedFrom } = marketCalendars[market];
  const isConfirmed = year >= confirmedFrom;
  return yearEntry(
    market,
    `${year}`,
    "published",
    isConfirmed ? texts : sources.generalKnowledge,
    isConfirmed ? {} : { unconfirmed: "the year's notice (not read); bars of the year agree" },
  );
}

/** The exchange's notice as operators entered it, by two of them. */
function noticeOf({ source }: EnteredYear): Source {
  return { ...sources.house, title: source };
}

function yearEntry(
  market: MarketKey,
  year: string,
  status: CalendarStatus,
  texts: Source | readonly Source[],
  doubts?: Doubts,
): [year: string, CalendarYear] {
  const { rule } = marketCalendars[market];
  return [year, { status, reference: cited(rule, `${year}-01-01`, texts, doubts) }];
}
