import { recordDaysMax, recordSearchLengthMax } from "@sanshi/contract/constants";
import { isCurrency, type Currency } from "@sanshi/money";
import {
  addDays,
  addMonths,
  daysIn,
  startOf,
  type Day,
  type DayRange,
} from "../../../shared/calendar-days.ts";

export const recordTabs = ["all", "trade", "deposit", "withdrawal"] as const;
type RecordTab = (typeof recordTabs)[number];

export type RecordFilter = {
  tab: RecordTab;
  currency: Currency | null;
  range: DayRange | null;
  /** What is only held, or let go again, alone; without it, what moved. */
  holds: boolean;
  /** What is searched for. */
  q: string;
};

/** What the place's query says; whatever it does not understand is left out. */
export function readFilter(query: URLSearchParams): RecordFilter {
  const tab = query.get("tab");
  const currency = query.get("currency") ?? "";
  return {
    tab: recordTabs.find((one) => one === tab) ?? "all",
    currency: isCurrency(currency) ? currency : null,
    range: readRange(query.get("from"), query.get("to")),
    holds: query.get("holds") === "only",
    q: (query.get("q") ?? "").slice(0, recordSearchLengthMax),
  };
}

function readRange(first: string | null, last: string | null): DayRange | null {
  if (first === null || last === null || !isDay(first) || !isDay(last)) return null;
  const range = { first, last };
  return first <= last && daysIn(range) <= recordDaysMax ? range : null;
}

function isDay(text: string): text is Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export function writeFilter({
  tab,
  currency,
  range,
  holds,
  q,
}: RecordFilter): Record<string, string> {
  return {
    ...(tab !== "all" && { tab }),
    ...(currency !== null && { currency }),
    ...(range !== null && { from: range.first, to: range.last }),
    ...(holds && { holds: "only" }),
    ...(q !== "" && { q }),
  };
}

export type FilterInput = {
  kind: RecordTab;
  holds: "without" | "only";
  q?: string;
  currency?: Currency;
  from?: string;
  to?: string;
};

/** The call's form: days as moments where the customer is, the last day's end included. */
export function filterInput({ tab, currency, range, holds, q }: RecordFilter): FilterInput {
  return {
    kind: tab,
    holds: holds ? "only" : "without",
    ...(q.trim() !== "" && { q: q.trim() }),
    ...(currency !== null && { currency }),
    ...(range !== null && { from: startOf(range.first), to: startOf(addDays(range.last, 1)) }),
  };
}

/** The part of a month, `2026-11`, that the filter leaves, as the call's moments. */
export function monthInput(month: string, { tab, currency, range }: RecordFilter) {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const from = range !== null && range.first > first ? range.first : first;
  const to = range !== null && range.last < last ? range.last : last;
  return {
    kind: tab,
    ...(currency !== null && { currency }),
    from: startOf(from),
    to: startOf(addDays(to, 1)),
  };
}
