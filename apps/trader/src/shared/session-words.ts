import { locale } from "@sanshi/web/language";
import type { SessionState } from "./session-state.ts";
import { expectedDate, textOf } from "./text.ts";
import { showTime } from "./times.ts";

/**
 * "Open until 15:25", "Closed, opens tomorrow 09:00": the same words on every screen.
 *
 * @param calendar how far the calendar is known that says on which day it opens
 */
export function sessionWords(state: SessionState, calendar?: string): string {
  const t = textOf("market");
  switch (state.kind) {
    case "open":
      return t("session_open", { time: showTime(state.until) });
    case "lunch":
      return t("session_lunch", { time: showTime(state.at) });
    case "closed":
      return t("session_closed", { time: expectedDate(whenWords(state), calendar) });
    default:
      return t(`session_${state.kind}`);
  }
}

function whenWords({ day, at }: Extract<SessionState, { kind: "closed" }>): string {
  const t = textOf("market");
  const time = showTime(at);
  if (day === "today") return t("today_at", { time });
  if (day === "tomorrow") return t("tomorrow_at", { time });
  return t("day_at", { day: showDay(new Date(at)), time });
}

/** `11月24日(火)`, `Tue, Nov 24`. */
export function showDay(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale(), {
    month: "short",
    day: "numeric",
    weekday: "short",
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}
