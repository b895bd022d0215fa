import type { MarketKey } from "@sanshi/money";
import {
  calendarGeneration,
  isTradingDay,
  localDate,
  nextTradingDay,
  tradingHours,
  tradingMinuteCount,
  tradingMinutes,
  type KeptHours,
} from "@sanshi/rulebook";

/** The simulated history's first day: every price follows from here. */
export const historyStart = "2020-01-01";

const keptDaysMax = 64;

/** A market's trading days, numbered from the history's start; extended as they are asked for. */
export type TradingCalendar = {
  readonly market: MarketKey;
  readonly hours: KeptHours;
  /** Another number once operators entered a year: days to come may be others. */
  generation(): number;
  dateAt(index: number): string;
  /** Minutes of continuous trading on a day. */
  minutesAt(index: number): number;
  /** The start of every minute of continuous trading, milliseconds since the epoch. */
  minuteStarts(index: number): readonly number[];
  /** When continuous trading starts on a day. */
  opensAt(index: number): number;
  /** The last trading day that is not after the local date at `at`; −1 before the history. */
  indexAt(at: number): number;
  /** The last trading day that is not after `date`; −1 before the history. */
  indexOfDate(date: string): number;
};

export function createTradingCalendar(market: MarketKey, hours: KeptHours): TradingCalendar {
  const first = isTradingDay(market, historyStart, hours)
    ? historyStart
    : nextTradingDay(market, historyStart, hours);
  const dates = [first];
  const minutes: number[] = [];
  const starts = new Map<number, readonly number[]>();
  let known = calendarGeneration();

  /** Days that have passed stay as they are, whatever is entered: so they have their numbers again. */
  function forgetOthers(): void {
    if (known === calendarGeneration()) return;
    known = calendarGeneration();
    dates.length = 1;
    minutes.length = 0;
    starts.clear();
  }

  function dateAt(index: number): string {
    forgetOthers();
    while (dates.length <= index) dates.push(nextTradingDay(market, dates.at(-1)!, hours));
    return dates[index]!;
  }

  function indexOfDate(date: string): number {
    forgetOthers();
    while (dates.at(-1)! < date) dateAt(dates.length);
    let low = -1;
    let high = dates.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (dates[middle]! <= date) low = middle;
      else high = middle;
    }
    return low;
  }

  function minuteStarts(index: number): readonly number[] {
    forgetOthers();
    const kept = starts.get(index);
    if (kept !== undefined) return kept;
    if (starts.size >= keptDaysMax) starts.clear();
    const found = tradingMinutes(market, dateAt(index), hours);
    starts.set(index, found);
    return found;
  }

  return {
    market,
    hours,
    dateAt,
    minuteStarts,
    opensAt: (index) => tradingHours(market, dateAt(index), hours)?.opensAt ?? Number.NaN,
    generation: calendarGeneration,
    minutesAt(index) {
      const date = dateAt(index);
      return (minutes[index] ??= tradingMinuteCount(market, date, hours));
    },
    indexAt: (at) => indexOfDate(localDate(market, at)),
    indexOfDate,
  };
}

/** Days since 1970-01-01 of a date: a number for keys and differences, without a time zone. */
export function dayNumber(date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
