import { serverNow } from "@sanshi/web/server-clock";
import { showDate, showMoment } from "@sanshi/web/times";

/** From here on the two clocks of a simulated instance are two times to a reader. */
export const clocksDifferMs = 60_000;

/** `2026/11/21 14:32:05`: for records that are compared. */
export function showDateTimeExactly(iso: string | null | undefined): string {
  return showMoment(iso, "dateTimeWithSeconds");
}

/** For a narrow column: today the time, in this year month and day with it, before that the date. */
export function showShortly(iso: string): string {
  const at = new Date(iso);
  const now = new Date(serverNow());
  if (at.toDateString() === now.toDateString()) return showMoment(iso, "time");
  if (at.getFullYear() !== now.getFullYear()) return showDate(iso);
  return showMoment(iso, "dayAndTime");
}
