import { serverNow } from "@sanshi/web/server-clock";
import { showDate } from "@sanshi/web/times";
import { showTime } from "../../../shared/times.ts";

/** The time of a message of today, the date of an older one. */
export function sentWhen(iso: string): string {
  const today = showDate(new Date(serverNow()).toISOString());
  const date = showDate(iso);
  return date === today ? showTime(iso) : date;
}
