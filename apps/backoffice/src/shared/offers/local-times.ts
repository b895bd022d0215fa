/** `2026-11-23T14:30`, as the browser's field has it, where the reader is. */
export function localOf(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function isoOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** At an hour of the day so many days after a moment, where the reader is. */
export function daysLater(now: number, days: number, hour: number): string {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(hour, 0, 0, 0);
  return localOf(at.toISOString());
}
