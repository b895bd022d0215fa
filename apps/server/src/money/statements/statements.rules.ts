import { statementDaysMax, type RefusalCode, dayMs } from "@sanshi/contract";
import { instantOf, localDate } from "@sanshi/rulebook";

/** Days of the default market, both included, and the moments at which they begin and are over. */
export type StatementPeriod = { from: string; to: string; begins: number; ends: number };

type Objection = { code: RefusalCode; params?: Record<string, string> };

/** `to` may be today or later: nothing has happened yet in what is left of it. */
export function periodOf({
  from,
  to,
}: {
  from: string;
  to: string;
}): { ok: true; period: StatementPeriod } | { ok: false; refusal: Objection } {
  if (to < from) return { ok: false, refusal: { code: "date_range_reversed" } };
  const begins = startOfDay(from);
  const ends = startOfDay(dayAfter(to));
  if (ends - begins > statementDaysMax * dayMs) {
    const params = { days: String(statementDaysMax) };
    return { ok: false, refusal: { code: "date_range_too_long", params } };
  }
  return { ok: true, period: { from, to, begins, ends } };
}

export type StatementMonth = { month: string; from: string; to: string; complete: boolean };

/** From the month of registration to the current one, newest first. */
export function monthsOf(registeredAt: number, now: number): StatementMonth[] {
  const months: StatementMonth[] = [];
  const first = localDate("jpy", registeredAt).slice(0, 7);
  let month = localDate("jpy", now).slice(0, 7);
  for (let complete = false; month >= first; complete = true) {
    months.push({ month, from: `${month}-01`, to: lastDayOf(month), complete });
    month = dayBefore(`${month}-01`).slice(0, 7);
  }
  return months;
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

type Coded = { market: string; code: string; id: bigint };

/** By market, by the code that they are shown with, and then as they were opened. */
export function inOrderOfCodes<Holding extends Coded>(holdings: readonly Holding[]): Holding[] {
  const key = ({ market, code }: Coded) => `${market}:${code}`;
  return holdings.toSorted((one, other) => {
    if (key(one) !== key(other)) return key(one) < key(other) ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  });
}

const dayAfter = (date: string) => shift(date, dayMs);
const dayBefore = (date: string) => shift(date, -dayMs);

function shift(date: string, by: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + by).toISOString().slice(0, 10);
}

/** When the day of a moment began, in the default market. */
export function startOfToday(now: number): number {
  return startOfDay(localDate("jpy", now));
}

function startOfDay(date: string): number {
  return instantOf("jpy", date, "00:00");
}
