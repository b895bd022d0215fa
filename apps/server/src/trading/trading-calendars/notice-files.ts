import { z } from "zod";

/** A file's days as lines of a list: a calendar (ICS) and JSON are turned into them, everything else has them. */
export function linesOfFile(text: string): string[] {
  const start = text.trimStart();
  if (start.startsWith("BEGIN:VCALENDAR")) return linesOfCalendar(start);
  if (start.startsWith("[") || start.startsWith("{")) return linesOfJson(start) ?? [];
  return text.split(/\r?\n/);
}

function linesOfCalendar(text: string): string[] {
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, "");
  return unfolded
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) => {
      const summary = /^SUMMARY[^:\n]*:(.*)$/m.exec(event)?.[1]?.trim() ?? "";
      const from = dateOf(/^DTSTART[^:\n]*:(\d{8})/m.exec(event)?.[1]);
      const until = dateOf(/^DTEND[^:\n]*:(\d{8})/m.exec(event)?.[1]);
      const last = until === null ? null : dayBefore(until);
      return from === null || last === null || last <= from
        ? `${from ?? ""} ${summary}`
        : `${from} - ${last} ${summary}`;
    });
}

function dateOf(digits: string | undefined): string | null {
  if (digits === undefined) return null;
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** The end of an event of whole days is the day after its last. */
function dayBefore(date: string): string | null {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at - 86_400_000).toISOString().slice(0, 10);
}

const dayOfJson = z.union([
  z.string(),
  z
    .object({
      date: z.string(),
      name: z.string().default(""),
      kind: z.string().default(""),
      half_day: z.boolean().default(false),
    })
    .transform(
      ({ date, name, kind, half_day }) => `${date} ${kind}${half_day ? " half day" : ""} ${name}`,
    ),
]);
const filesJson = z.union([
  z.array(dayOfJson),
  z
    .object({ closed_days: z.array(dayOfJson), half_days: z.array(z.string()).default([]) })
    .transform(({ closed_days, half_days }) => [
      ...closed_days,
      ...half_days.map((date) => `${date} half day`),
    ]),
]);

function linesOfJson(text: string): string[] | null {
  try {
    return filesJson.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
