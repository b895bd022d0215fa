import type { MarketKey } from "@sanshi/money";
import { instantOf, localDate } from "@sanshi/rulebook";
import { dayNumberOf, isWeekend } from "./day-numbers.ts";

/** In which order a file writes day and month where the year stands last, or has two digits and stands first. */
export type DateOrder = "day_first" | "month_first" | "year_first";

/**
 * A moment as a file tells it: `at` (milliseconds since the epoch) where the text has a zone or counts from the epoch, else
 * the date and, where there is one, the time of day on clocks that the text does not name.
 */
export type Moment = { at: number } | { at?: undefined; date: string; time: string | null };

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Reads every spelling of a day or a moment that vendors have; null for what is none. */
export function readMoment(text: string, order: DateOrder | null): Moment | null {
  if (/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/.test(text)) {
    return { date: text, time: null };
  }
  const counted = epochMoment(text) ?? compactMoment(text);
  if (counted !== null) return counted;
  const found = yearFirst(text) ?? named(text) ?? yearLast(text, order);
  if (found === null) return null;
  const { year, month, day, rest } = found;
  const date = dateText(year, month, day);
  return date === null ? null : withTime(date, rest);
}

/** Seconds, milli-, micro- or nanoseconds since 1970; a number of eight digits is a date. */
function epochMoment(text: string): Moment | null {
  if (!/^\d{9,19}(?:\.\d+)?$/.test(text)) return null;
  const digits = text.split(".")[0]!.length;
  const shift = { 9: 3, 10: 3, 13: 0, 16: -3, 19: -6 }[digits];
  return shift === undefined ? null : { at: Math.round(Number(text) * 10 ** shift) };
}

/** `202611240935`, `20261124093500` and BaoStock's `20261124093500000`. */
function compactMoment(text: string): Moment | null {
  const parts = /^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\d\d(?:\d{3})?)?$/.exec(text);
  if (parts === null) return null;
  const date = dateText(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  return date === null ? null : { date, time: `${parts[4]}:${parts[5]}` };
}

type Parts = { year: number; month: number; day: number; rest: string };

/** `2026-11-24`, `2026/1/5`, `2026.11.24`, `2026年1月5日`, `20261124`. */
function yearFirst(text: string): Parts | null {
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)(.*)$/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)(?!\d)(.*)$/.exec(text);
  return parts && partsOf(parts, 1, 2, 3);
}

/** `Aug 01, 2024`, `24 Nov 2026`, `24-Nov-26`. */
function named(text: string): Parts | null {
  const month = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  const first = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)(.*)$/.exec(text);
  if (first) return partsOf([first[0], first[3]!, month(first[1]!), first[2]!, first[4]!], 1, 2, 3);
  const second = /^(\d{1,2})[- ]([A-Za-z]{3,9})[-, ]+(\d{4}|\d\d)(?!\d)(.*)$/.exec(text);
  if (!second) return null;
  return partsOf([second[0], second[3]!, month(second[2]!), second[1]!, second[4]!], 1, 2, 3);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const yearLastPattern = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?!\d)(.*)$/;

/** `11/24/2026`, `24.11.26` and `26/11/24`, which only a whole file can tell apart. */
function yearLast(text: string, order: DateOrder | null): Parts | null {
  const parts = yearLastPattern.exec(text);
  if (parts === null || order === null) return null;
  if (order === "year_first") return partsOf(parts, 1, 2, 3);
  return order === "month_first" ? partsOf(parts, 3, 1, 2) : partsOf(parts, 3, 2, 1);
}

function partsOf(parts: readonly string[], year: number, month: number, day: number): Parts {
  const written = Number(parts[year]);
  const full = parts[year]!.length === 4 ? written : written + (written < 70 ? 2_000 : 1_900);
  return { year: full, month: Number(parts[month]), day: Number(parts[day]), rest: parts[4] ?? "" };
}

/** Null for the 30th of February. */
function dateText(year: number, month: number, day: number): string | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0);
  if (year < 1_900 || year >= 2_200 || day < 1 || day > last) return null;
  return `${year}-${month < 10 ? "0" : ""}${month}-${day < 10 ? "0" : ""}${day}`;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What follows a date: a time of day, a zone, or a day of the week. */
function withTime(date: string, rest: string): Moment | null {
  const text = rest.trim().replace(/^[T,-]\s*/, "");
  const parts =
    /^(\d{1,2}):?([0-5]\d)(?::?([0-5]\d|60)(?:[.,]\d+)?)?(?: ?([AP])\.?M\.?(?![a-z]))?\s*(.*)$/i.exec(
      text,
    );
  if (parts === null) return /\d/.test(text) ? null : { date, time: null };
  const half = parts[4]?.toUpperCase();
  const hour = (Number(parts[1]) % (half === undefined ? 25 : 12)) + (half === "P" ? 12 : 0);
  if (hour > 23) return null;
  const time = `${String(hour).padStart(2, "0")}:${parts[2]}`;
  const zone = parts[5]!.trim();
  if (zone === "") return { date, time };
  const written = Date.parse(`${date}T${time}:00Z`);
  const offset = offsetOf(zone, written);
  return offset === null ? null : { at: written - offset * minuteMs };
}

/** Minutes east of Greenwich of `Z`, `+0545`, `-05:00`, `EST` or `US/Eastern` when its clocks show `local`. */
function offsetOf(zone: string, local: number): number | null {
  const parts = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?(?:\s*\[.*\])?$/i.exec(zone);
  if (parts !== null) {
    const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
    return parts[1] === "-" ? -minutes : minutes;
  }
  const short = shortZones[zone.toUpperCase()];
  return short ?? namedOffset(zone, local);
}

const shortZones: Readonly<Record<string, number>> = {
  ...{ Z: 0, UTC: 0, GMT: 0, "(UTC)": 0 },
  ...{ EST: -300, EDT: -240, JST: 540, CET: 60, CEST: 120 },
};

const clocks = new Map<string, Intl.DateTimeFormat | null>();

/** Of a zone of the time-zone database; null for a name that it does not have. */
function namedOffset(zone: string, local: number): number | null {
  let clock = clocks.get(zone);
  if (clock === undefined) clocks.set(zone, (clock = clockOf(zone)));
  if (clock === null) return null;
  const shown = (at: number) => Date.parse(`${clock.format(at).replace(" ", "T")}Z`);
  // Twice, as the first guess may lie on the other side of a change of the clocks.
  const guess = local - (shown(local) - local);
  return Math.round((shown(guess) - guess) / minuteMs);
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z\d]+)*$/.test(zone) || clocks.size > 100) return null;
  try {
    const shown = { dateStyle: "short", timeStyle: "medium" } as const;
    return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, ...shown });
  } catch {
    return null;
  }
}

/** The moment at which a zone's clocks show a date and a time. */
export function instantIn(zone: string, date: string, time: string): number {
  const local = Date.parse(`${date}T${time}:00Z`);
  return local - (offsetOf(zone, local) ?? 0) * minuteMs;
}

/**
 * The trading day that a moment is of, as the market counts days. Midnight in Greenwich is a vendor's way to write a day;
 * in Asia it lies on the same one.
 */
export function tradingDateOf(market: MarketKey, moment: Moment): string {
  if (moment.at === undefined) return moment.date;
  if (moment.at % dayMs === 0) return new Date(moment.at).toISOString().slice(0, 10);
  return localDate(market, moment.at);
}

/** When a bar was, for what names no zone on the exchange's clocks; null for a day without a time. */
export function instantFor(market: MarketKey, moment: Moment): number | null {
  if (moment.at !== undefined) return moment.at;
  return moment.time === null ? null : instantOf(market, moment.date, moment.time);
}

const orders = ["day_first", "month_first", "year_first"] as const;

/**
 * Day and month of a file whose dates have the year last, or in two digits, from all of them in their order: a number above
 * 12 tells; beside a year of two digits that may stand first, that only one order has no weekends; else that only one runs
 * in one direction.
 */
export function createOrderFinder(): {
  add(text: string): void;
  order(): DateOrder | "none" | "unknown";
} {
  const possible = new Set<DateOrder>(orders);
  const weekends = new Set<DateOrder>();
  const directions = {
    day_first: createDirection(),
    month_first: createDirection(),
    year_first: createDirection(),
  };
  let isAny = false;
  return {
    add(text) {
      const [, first = "", second = "", last = ""] = yearLastPattern.exec(text) ?? [];
      if (first === "") return;
      isAny = true;
      if (Number(first) > 12) possible.delete("month_first");
      if (Number(second) > 12) possible.delete("day_first");
      if (first.length + last.length !== 4) possible.delete("year_first");
      for (const order of possible) {
        const moment = readMoment(text, order);
        if (moment !== null && moment.at === undefined) {
          directions[order].add(moment.date);
          if (isWeekend(dayNumberOf(moment.date))) weekends.add(order);
        } else if (order === "year_first") possible.delete(order);
      }
    },
    order() {
      if (!isAny) return "none";
      const working = possible.has("year_first")
        ? [...possible].filter((order) => !weekends.has(order))
        : [];
      const left = working.length > 0 ? working : [...possible];
      const [only = "unknown", ...others] =
        left.length === 1 ? left : left.filter((order) => directions[order].isOne());
      return others.length === 0 ? only : "unknown";
    },
  };
}

/** Whether dates go in one direction only. */
function createDirection(): { add(date: string): void; isOne(): boolean } {
  let [last, rises, falls] = ["", false, false];
  return {
    add(date) {
      if (last !== "" && date > last) rises = true;
      if (last !== "" && date < last) falls = true;
      last = date;
    },
    isOne: () => rises !== falls,
  };
}
