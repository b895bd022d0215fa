/** A day of the calendar, `2026-11-21`: so written, days compare as texts. */
export type Day = string;
export type DayRange = { first: Day; last: Day };

export function dayOf(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Both ends count. */
export function daysIn({ first, last }: DayRange): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

/** The days of a month in weeks, `null` where another month's day would stand. `weekStart`: 0 is Sunday. */
export function weeksOf(month: Day, weekStart: 0 | 1): (Day | null)[][] {
  const first = `${month.slice(0, 7)}-01`;
  const lead = (new Date(first).getUTCDay() - weekStart + 7) % 7;
  const cells: (Day | null)[] = Array.from({ length: lead }, () => null);
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) {
    cells.push(day);
  }
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export function addMonths(month: Day, count: number): Day {
  return dayOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + count, 1);
}

/** What is chosen so far: nothing, the first day, or both ends. */
export type Choice = { first: Day | null; last: Day | null };

/** The first touch begins, the second ends (in whichever order), the third begins anew. */
export function choose(before: Choice, day: Day): Choice {
  if (before.first === null || before.last !== null) return { first: day, last: null };
  return day < before.first
    ? { first: day, last: before.first }
    : { first: before.first, last: day };
}

export function rangeOf({ first, last }: Choice): DayRange | null {
  return first === null || last === null ? null : { first, last };
}

/** The day that it is where the customer is. */
export function localDay(at: number): Day {
  const date = new Date(at);
  return dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** The first moment of a day where the customer is, ISO 8601 UTC. */
export function startOf(day: Day): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toISOString();
}
