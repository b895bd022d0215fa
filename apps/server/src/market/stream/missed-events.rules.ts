import { hourMs } from "@sanshi/contract";

/** Whoever was away for longer reads everything again. */
export const resumeHoursMax = 24;
/** The same where more happened than anybody wants to hear one by one. */
export const resumedEventsMax = 200;
/** What is written carries the time at which its statement began, and is seen when it is committed. */
const commitSecondsMax = 20;

export type Asked = { sequence: string } | { seconds: number };

/** Sequences are microseconds of the app's clock: of two events in one of its milliseconds each has its own. */
export function sequenceAt(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000n;
}

/** From which moment on events are looked for (milliseconds); null where that is too long ago, or yet to come. */
export function resumeFrom(asked: Asked, now: number): number | null {
  if ("seconds" in asked) return now - asked.seconds * 1_000;
  const seen = Number(BigInt(asked.sequence) / 1_000n);
  if (seen > now || seen < now - resumeHoursMax * hourMs) return null;
  return seen - commitSecondsMax * 1_000;
}

/** The oldest first; null where there are too many to tell. */
export function eventsToSend<Found extends { at: number }>(
  found: readonly Found[],
): Found[] | null {
  if (found.length > resumedEventsMax) return null;
  return found.toSorted((one, other) => one.at - other.at);
}
