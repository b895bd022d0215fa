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

/** `["2027-01-01", {"date": "2027-12-30", "half_day": true}]`, or `{"closed_days": […], "half_days": […]}`. */
function linesOfJson(text: string): string[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(read)) return read.map((day) => lineOfJson(day, false));
  return [
    ...listIn(read, "closed_days").map((day) => lineOfJson(day, false)),
    ...listIn(read, "half_days").map((day) => lineOfJson(day, true)),
  ];
}

function lineOfJson(day: unknown, isHalf: boolean): string {
  const words = ["date", "kind", "name"].map((name) => textIn(day, name));
  const half = isHalf || fieldIn(day, "half_day") === true ? "half day" : "";
  return [typeof day === "string" ? day : "", ...words, half].join(" ");
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textIn(value: unknown, name: string): string {
  const field = fieldIn(value, name);
  return typeof field === "string" ? field : "";
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const field = fieldIn(value, name);
  return Array.isArray(field) ? field : [];
}
