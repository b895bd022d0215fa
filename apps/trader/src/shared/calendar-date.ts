import { locale } from "@sanshi/web/language";
import { showDate } from "@sanshi/web/times";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A date of the exchange's calendar, `2026-11-25`: `11月25日(水)`, `Wed, Nov 25`. */
export function calendarDate(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return "–";
  let formatter = formatters.get(locale());
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale(), {
      timeZone: "UTC",
      month: "short",
      day: "numeric",
      weekday: "short",
    });
    formatters.set(locale(), formatter);
  }
  return formatter.format(at);
}

/** The same with its year, where a day may be far off or long past: `2027/11/24`, `11/24/2027`. */
export function fullDate(date: string): string {
  return showDate(`${date}T12:00:00`);
}
