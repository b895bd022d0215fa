import { locale } from "./language.ts";
import { serverNow } from "./server-clock.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;

/** `2026/11/21` where the operator is. Anything unreadable gives an en dash. */
export function showDate(iso: string | null | undefined): string {
  return show(iso, "date", day);
}

/** `2026/11/21 14:32`. */
export function showDateTime(iso: string | null | undefined): string {
  return show(iso, "minute", { ...day, ...minute });
}

/** `2026/11/21 14:32:05`: for records that are compared. */
export function showDateTimeExactly(iso: string | null | undefined): string {
  return show(iso, "second", { ...day, ...minute, second: "2-digit" });
}

/** For a narrow column: today the time, in this year month and day with it, before that the date. */
export function showShortly(iso: string): string {
  const at = new Date(iso);
  const now = new Date(serverNow());
  if (at.toDateString() === now.toDateString()) return show(iso, "time", minute);
  if (at.getFullYear() !== now.getFullYear()) return showDate(iso);
  return show(iso, "short", { month: "2-digit", day: "2-digit", ...minute });
}

function show(
  iso: string | null | undefined,
  name: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "–";
  const key = `${locale()} ${name}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale(), { ...options, hourCycle: "h23" });
    formatters.set(key, formatter);
  }
  return formatter.format(at);
}
