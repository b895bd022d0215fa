import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "./rule-reference.ts";

const hourMs = 3_600_000;
export const minuteMs = 60_000;
export const dayMs = 86_400_000;
const minutesPerDay = 1_440;

const timeZones: Record<MarketKey, string> = {
  jpy: "Asia/Tokyo",
  cny: "Asia/Shanghai",
  usd: "America/New_York",
};

/** The market's IANA time zone. */
export function marketTimeZone(market: MarketKey): string {
  return timeZones[market];
}

/** The market's local date at a moment (milliseconds since the epoch). */
export function localDate(market: MarketKey, at: number): LocalDate {
  return dateOfDay(localDay(market, at));
}

/** Minutes since local midnight, 0 to 1,439. */
export function localMinuteOfDay(market: MarketKey, at: number): number {
  const local = at + utcOffsetMs(market, at);
  return Math.floor((local - Math.floor(local / dayMs) * dayMs) / minuteMs);
}

/**
 * The moment at which the market's clocks show `time` (`"HH:MM"`, `"24:00"` for the day's end).
 * In the hour that a clock change repeats, the first; in the hour that it skips, one hour later.
 *
 * @throws RangeError for a malformed date or time.
 */
export function instantOf(market: MarketKey, date: LocalDate, time: string): number {
  return instantOfMinute(market, dayOf(date), minuteOfTime(time));
}

/** Reads `"HH:MM"` as minutes since midnight, 0 to 1,440. */
export function minuteOfTime(time: string): number {
  const match = /^(\d\d):([0-5]\d)$/.exec(time);
  const minute = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
  if (!(minute <= minutesPerDay)) throw new RangeError(`not a time of day: ${time}`);
  return minute;
}

/** Days since 1970-01-01 of the market's local date at a moment. */
export function localDay(market: MarketKey, at: number): number {
  return Math.floor((at + utcOffsetMs(market, at)) / dayMs);
}

export function instantOfMinute(market: MarketKey, day: number, minute: number): number {
  const local = day * dayMs + minute * minuteMs;
  if (market !== "usd") return local - fixedOffsetMs[market];
  const inSummer = local - newYorkSummerOffsetMs;
  return utcOffsetMs("usd", inSummer) === newYorkSummerOffsetMs
    ? inSummer
    : local - newYorkWinterOffsetMs;
}

const dateByDay = new Map<number, LocalDate>();
const dayByDate = new Map<LocalDate, number>();
const cachedDaysMax = 50_000;

/** The date of a day counted from 1970-01-01. */
export function dateOfDay(day: number): LocalDate {
  const known = dateByDay.get(day);
  if (known !== undefined) return known;
  if (dateByDay.size >= cachedDaysMax) dateByDay.clear();
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  dateByDay.set(day, date);
  return date;
}

/** @throws RangeError for anything but a real `YYYY-MM-DD`. */
export function dayOf(date: LocalDate): number {
  const known = dayByDate.get(date);
  if (known !== undefined) return known;
  const day = Date.parse(`${date}T00:00:00Z`) / dayMs;
  if (!Number.isInteger(day) || dateOfDay(day) !== date) {
    throw new RangeError(`not a date: ${date}`);
  }
  if (dayByDate.size >= cachedDaysMax) dayByDate.clear();
  dayByDate.set(date, day);
  return day;
}

/** The date so many days later, or earlier where they are fewer than none. */
export function daysAfter(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayOf(date) + days);
}

/** Days since 1970-01-01 of a date by its numbers; `month` is 1 to 12. */
export function dayOfDate(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / dayMs;
}

/** Days since 1970-01-01 of a month's first, second … (`nth`) Monday, Thursday … (`weekday`, 0 is Sunday). */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayOfDate(year, month, 1);
  return first + ((7 + weekday - weekdayOfDay(first)) % 7) + 7 * (nth - 1);
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOfDay(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isWeekend(day: number): boolean {
  const weekday = weekdayOfDay(day);
  return weekday === 0 || weekday === 6;
}

/** Tokyo since 1952 and Shanghai since 1992 have no daylight saving time. */
const fixedOffsetMs = { jpy: 9 * hourMs, cny: 8 * hourMs };
const newYorkWinterOffsetMs = -5 * hourMs;
const newYorkSummerOffsetMs = -4 * hourMs;

type SummerTime = { readonly from: number; readonly until: number };
const summerTimeByYear = new Map<number, SummerTime>();

/** What to add to UTC to get the market's local time. */
export function utcOffsetMs(market: MarketKey, at: number): number {
  if (market !== "usd") return fixedOffsetMs[market];
  const summer = summerTime(approximateYear(at));
  return at >= summer.from && at < summer.until ? newYorkSummerOffsetMs : newYorkWinterOffsetMs;
}

/** Right except within a few hours of New Year, when neither year has summer time. */
function approximateYear(at: number): number {
  return Math.floor(1970 + at / (365.2425 * dayMs));
}

/**
 * From the second Sunday of March to the first of November; until 2006 from the first of April to
 * the last of October. Clocks change at 2:00 local time. Source: Energy Policy Act of 2005, s. 110.
 */
function summerTime(year: number): SummerTime {
  const known = summerTimeByYear.get(year);
  if (known !== undefined) return known;
  const since2007 = year >= 2007;
  const firstDay = since2007 ? sundayOnOrAfter(year, 2, 8) : sundayOnOrAfter(year, 3, 1);
  const lastDay = since2007 ? sundayOnOrAfter(year, 10, 1) : sundayOnOrAfter(year, 9, 25);
  const summer = {
    from: firstDay * dayMs + 2 * hourMs - newYorkWinterOffsetMs,
    until: lastDay * dayMs + 2 * hourMs - newYorkSummerOffsetMs,
  };
  summerTimeByYear.set(year, summer);
  return summer;
}

function sundayOnOrAfter(year: number, monthIndex: number, dayOfMonth: number): number {
  const day = Date.UTC(year, monthIndex, dayOfMonth) / dayMs;
  return day + ((7 - weekdayOfDay(day)) % 7);
}
