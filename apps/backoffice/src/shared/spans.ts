import { minuteMs, hourMs, dayMs } from "@sanshi/contract/constants";

/** How long ago or ahead, in the largest unit that says enough. */
export type Span = { unit: "seconds" | "minutes" | "hours" | "days"; count: number };

/** Rounded down, as a clock shows it: 119 minutes are one hour. */
export function spanOf(milliseconds: number): Span {
  const length = Math.abs(milliseconds);
  if (length < minuteMs) return { unit: "seconds", count: Math.floor(length / 1000) };
  if (length < hourMs) return { unit: "minutes", count: Math.floor(length / minuteMs) };
  if (length < 2 * dayMs) return { unit: "hours", count: Math.floor(length / hourMs) };
  return { unit: "days", count: Math.floor(length / dayMs) };
}

export type Deadline = { span: Span; state: "calm" | "soon" | "over" };

/** What is left of the time that something may take: `soon` in its last quarter. */
export function deadlineOf(from: number, until: number, now: number): Deadline {
  const left = until - now;
  if (left <= 0) return { span: atLeastMinutes(-left), state: "over" };
  const state = left * 4 <= until - from ? "soon" : "calm";
  return { span: atLeastMinutes(left), state };
}

/** A clock of a queue does not count seconds. */
function atLeastMinutes(milliseconds: number): Span {
  const span = spanOf(milliseconds);
  return span.unit === "seconds" ? { unit: "minutes", count: 1 } : span;
}
