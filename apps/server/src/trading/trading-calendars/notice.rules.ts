import {
  calendarDaysMax,
  dayMs,
  type NoticeRefusalCode,
  type ReadCalendarDay as ReadDay,
} from "@sanshi/contract";
import { daysAfter, type LocalDate } from "@sanshi/rulebook";
import { linesOfFile } from "./notice-files.rules.ts";

/** What an exchange's notice says of a year, or why it cannot be that year's. */
export type ReadNotice =
  | { ok: true; days: readonly ReadDay[] }
  | { ok: false; code: NoticeRefusalCode; params: Record<string, string> };

/**
 * Reads the closed days and half days of a year out of an exchange's words (Chinese prose, or one day a line in
 * any of the three languages) or a file's (CSV, ICS, JSON). Weekends are closed anyway and left out.
 */
export function readNotice(text: string, year: number): ReadNotice {
  const plain = text.normalize("NFKC");
  const isProse = plain.includes("休市");
  const titled = isProse ? titleYear(plain) : null;
  if (titled !== null && titled !== year) return yearWrong(year, `${titled}`);
  const days = new Map<LocalDate, ReadDay>();
  const reopening = new Map<LocalDate, string>();
  const statements = isProse ? proseOf(plain) : listOf(linesOfFile(plain));
  for (const { words, kind } of statements) {
    const read = datesOf(words, year);
    if (!read.ok) return read;
    for (const date of read.dates) {
      if (kind === "open") reopening.set(date, words);
      else if (!isWeekend(date)) {
        const before = days.get(date);
        if (before?.kind === kind) return refused("calendar_day_twice", { date });
        if (before !== undefined) return refused("calendar_half_day_closed", { date });
        days.set(date, { date, kind, line: words.slice(0, lineLengthMax) });
      } else if (kind === "half_day") return refused("calendar_half_day_closed", { date });
    }
  }
  for (const date of reopening.keys()) {
    if (days.get(date)?.kind === "closed" || isWeekend(date)) {
      return refused("calendar_reopens_closed", { date });
    }
  }
  if (days.size === 0) return refused("calendar_nothing_read", {});
  if (days.size > calendarDaysMax) {
    return refused("calendar_days_too_many", { max: String(calendarDaysMax) });
  }
  const inOrder = [...days.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return { ok: true, days: inOrder };
}

const lineLengthMax = 80;

type Statement = { words: string; kind: ReadDay["kind"] | "open" };

/** Clauses of a Chinese notice that say of days whether the market is closed: "1月1日（星期五）至1月3日休市". */
function proseOf(text: string): Statement[] {
  return text
    .split(/[,，。;；:：\n]/)
    .map((clause) => clause.trim())
    .flatMap((words): Statement[] => {
      if (/照常开市|恢复交易|正常开市/.test(words)) return [{ words, kind: "open" }];
      if (/(?:下午|半天|半日)[^0-9]*休市/.test(words)) return [{ words, kind: "half_day" }];
      return words.includes("休市") ? [{ words, kind: "closed" }] : [];
    });
}

/** A table of days, one or several a line, each closed unless its line says that the session is short. */
function listOf(lines: readonly string[]): Statement[] {
  const isShort =
    /\bearly\b|\bhalf\b|half_day|\bshort(?:ened)?\b|\b1:00 ?p|\b13:00|半日|半天|短縮/i;
  return lines.map((line) => ({
    words: line.trim(),
    kind: isShort.test(line) ? "half_day" : "closed",
  }));
}

/** The year of the title, as in "关于2027年部分节假日休市安排的公告": a year with a day behind it is a date. */
function titleYear(text: string): number | null {
  const title = /(\d{4})\s*年(?!\s*\d)[^。\n]{0,30}休市/.exec(text);
  return title === null ? null : Number(title[1]);
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthName = `(?:${months.join("|")})[a-z]*\\.?`;
const weekdayName = "(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?";
/** In brackets behind a date: 星期五, 周五, 金, 金曜日, 金・祝, Fri. */
const bracketed = `(?:\\s*\\(\\s*(?:星期|周|週)?([一二三四五六日天月火水木金土]|${weekdayName})[^)]{0,6}\\))?`;
const dateWords = new RegExp(
  [
    `(?:(\\d{4})\\s*年\\s*)?(\\d{1,2})\\s*月\\s*(\\d{1,2})\\s*日${bracketed}`,
    `(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)${bracketed}`,
    `(?:(${weekdayName}),?\\s+)?\\b(${monthName})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s*(\\d{4}))?${bracketed}`,
    `(?<=(?:至|到|~|〜|-|–|—|、)\\s*)(\\d{1,2})\\s*日${bracketed}`,
  ].join("|"),
  "gi",
);
const rangeWords = /^\s*(?:至|到|から|~|〜|-|–|—|through|to)\s*$/i;

type Written = { year: number | null; month: number; day: number; weekday: number | null };
type Dates = { ok: true; dates: readonly LocalDate[] } | Extract<ReadNotice, { ok: false }>;

/** The days that a clause or a line names, those between two with "至" too. */
function datesOf(words: string, year: number): Dates {
  const found = [...words.matchAll(dateWords)];
  const dates: LocalDate[] = [];
  let before: Written | null = null;
  let end = 0;
  for (const [index, match] of found.entries()) {
    const written: Written | null = writtenOf(match, before);
    if (written === null) continue;
    const next = found[index + 1];
    const after = next === undefined ? null : writtenOf(next, written);
    const beginsYearBefore = written.year === null && after !== null && after.month < written.month;
    const sound = soundDate(written, beginsYearBefore ? year - 1 : year, year, match[0]);
    if (!sound.ok) return sound;
    const [date = ""] = sound.dates;
    const last = dates.at(-1);
    if (last !== undefined && rangeWords.test(words.slice(end, match.index))) {
      if (date <= last || daysBetween(last, date) > spanDaysMax) {
        return refused("calendar_date_wrong", { text: words.slice(0, lineLengthMax) });
      }
      dates.push(...datesAfter(last, date));
    } else dates.push(date);
    before = written;
    end = match.index + match[0].length;
  }
  return { ok: true, dates };
}

/** No exchange has been closed for longer in a row. */
const spanDaysMax = 20;

function writtenOf(match: RegExpMatchArray, before: Written | null): Written | null {
  const [, yearA, monthA, dayA, inA, yearB, monthB, dayB, inB, inC, monthC, dayC, yearC, alsoC] =
    match;
  const [bareDay, inD] = match.slice(14);
  const numbers = (year: string | undefined, month: number, day: string, weekday?: string) => ({
    year: year === undefined ? null : Number(year),
    month,
    day: Number(day),
    weekday: weekday === undefined ? null : weekdayOf(weekday),
  });
  if (dayA !== undefined) return numbers(yearA, Number(monthA), dayA, inA);
  if (dayB !== undefined) return numbers(yearB, Number(monthB), dayB, inB);
  if (dayC !== undefined) {
    const month = months.indexOf((monthC ?? "").slice(0, 3).toLowerCase()) + 1;
    return numbers(yearC, month, dayC, inC ?? alsoC);
  }
  // "至3日" is of the month that was named last.
  if (bareDay === undefined || before === null) return null;
  return { ...numbers(undefined, before.month, bareDay, inD), year: before.year };
}

function soundDate(
  { year: named, month, day, weekday }: Written,
  assumed: number,
  year: number,
  text: string,
): Dates {
  const used = named ?? assumed;
  const at = new Date(Date.UTC(used, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) {
    return refused("calendar_date_wrong", { text });
  }
  // New Year's Day may close the last days of the year before.
  if (used !== year && !(used === year - 1 && month === 12)) return yearWrong(year, String(used));
  const date = at.toISOString().slice(0, 10);
  if (weekday !== null && weekday !== at.getUTCDay()) {
    return refused("calendar_weekday_wrong", { date, text });
  }
  return { ok: true, dates: [date] };
}

const weekdayCharacters = ["日天", "一月", "二火", "三水", "四木", "五金", "六土"];
const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function weekdayOf(word: string): number {
  const named = weekdayNames.indexOf(word.slice(0, 3).toLowerCase());
  return named >= 0 ? named : weekdayCharacters.findIndex((both) => both.includes(word));
}

const timeOf = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`);
const daysBetween = (from: LocalDate, until: LocalDate) => (timeOf(until) - timeOf(from)) / dayMs;

/** The days after the first up to the last. */
function datesAfter(first: LocalDate, last: LocalDate): LocalDate[] {
  const count = daysBetween(first, last);
  return Array.from({ length: count }, (_, index) => daysAfter(first, index + 1));
}

export function isWeekend(date: LocalDate): boolean {
  return [0, 6].includes(new Date(timeOf(date)).getUTCDay());
}

function yearWrong(year: number, found: string) {
  return refused("calendar_year_wrong", { year: String(year), found });
}

function refused(code: NoticeRefusalCode, params: Record<string, string>) {
  return { ok: false, code, params } as const;
}
