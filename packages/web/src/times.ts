import { locale } from "./language.ts";

const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;

/** How times are written, where the reader is. */
const timeFormats = {
  time: minute,
  timeWithSeconds: { ...minute, second: "2-digit" },
  date: day,
  dateTime: { ...day, ...minute },
  dateTimeWithSeconds: { ...day, ...minute, second: "2-digit" },
  dayAndTime: { month: "2-digit", day: "2-digit", ...minute },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Anything unreadable gives an en dash. */
export function showMoment(
  iso: string | null | undefined,
  format: keyof typeof timeFormats,
): string {
  const at = new Date(iso ?? "");
  if (Number.isNaN(at.getTime())) return "–";
  const key = `${locale()} ${format}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale(), { ...timeFormats[format], hourCycle: "h23" });
    formatters.set(key, formatter);
  }
  return formatter.format(at);
}

/** `2026/11/21`, `11/21/2026`. */
export function showDate(iso: string | null | undefined): string {
  return showMoment(iso, "date");
}

/** `2026/11/21 14:32`. */
export function showDateTime(iso: string | null | undefined): string {
  return showMoment(iso, "dateTime");
}
