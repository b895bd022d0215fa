import { dayMs } from "@sanshi/contract";
import type { netAssetRanges } from "@sanshi/contract";
import { minor, sumAtMid, type Currency, type Minor, type RatesPerDollar } from "@sanshi/money";

/** `YYYY-MM-DD` in UTC: the day ends when New York has closed and before Tokyo opens. */
export type Day = string;

export type RecordedAmount = { day: Day; currency: Currency; amount: Minor };
export type RatesOfDay = { day: Day; rates: RatesPerDollar };
export type Point = { at: number; amount: Minor };

export function dayOf(at: number): Day {
  return new Date(at).toISOString().slice(0, 10);
}

/** The midnight with which the day of a moment began. */
export function startOfDay(at: number): number {
  return Date.parse(dayOf(at));
}

/** The midnight that ends the day. */
export function endOfDay(day: Day): number {
  return Date.parse(day) + dayMs;
}

/**
 * The days after the last recorded one that have ended by now, oldest first. Where none is recorded, those since the
 * first customer came, and the newest in any case.
 */
export function daysToRecord(
  { last, first }: { last: Day | null; first: Day | null },
  now: number,
): Day[] {
  const newest = dayOf(now - dayMs);
  const begin = first !== null && first < newest ? first : newest;
  const from = last === null ? Date.parse(begin) : endOfDay(last);
  const days: Day[] = [];
  for (let at = from; dayOf(at) <= newest; at += dayMs) days.push(dayOf(at));
  return days;
}

type Range = (typeof netAssetRanges)[number];
const daysOfRange: Record<Exclude<Range, "all">, number> = {
  "1w": 7,
  "1m": 31,
  "3m": 92,
  "6m": 184,
  "1y": 366,
};

/** The first day of a range; null for everything that is recorded. */
export function firstDay(range: Range, now: number): Day | null {
  return range === "all" ? null : dayOf(now - daysOfRange[range] * dayMs);
}

/** Each day's amounts together at that day's rates; a day without a rate that it needs is left out. */
export function totalPoints(
  display: Currency,
  amounts: readonly RecordedAmount[],
  rates: readonly RatesOfDay[],
): Point[] {
  const ratesByDay = new Map(rates.map((one) => [one.day, one.rates]));
  const byDay = Map.groupBy(amounts, ({ day }) => day);
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, own]) => {
      const sum = sumAtMid(
        own.map(({ currency, amount }) => [currency, amount] as const),
        display,
        ratesByDay.get(day) ?? {},
        "floor",
      );
      return sum === null ? [] : [{ at: endOfDay(day), amount: sum }];
    });
}

/** One currency's own points: a recorded day that it had nothing on is a zero, once it had something. */
export function pointsOf(
  currency: Currency,
  amounts: readonly RecordedAmount[],
  days: readonly Day[],
): Point[] {
  const own = new Map(
    amounts.filter((one) => one.currency === currency).map((one) => [one.day, one.amount]),
  );
  const points = days.map((day) => ({ at: endOfDay(day), amount: own.get(day) ?? minor(0n) }));
  const first = points.findIndex(({ amount }) => amount !== 0n);
  return first === -1 ? [] : points.slice(first);
}
