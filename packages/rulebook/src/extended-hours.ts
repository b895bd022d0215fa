import { isHalfDay, isTradingDay } from "./calendars.ts";
import { newYorkExtendedHours, type ExtendedPhaseKind } from "./data/extended-hours.ts";
import { dated } from "./dated.ts";
import { instantOf } from "./local-time.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export type { ExtendedPhaseKind } from "./data/extended-hours.ts";

/** From `from` (inclusive) until `until` (exclusive), milliseconds since the epoch. */
export type ExtendedPhase = {
  readonly phase: ExtendedPhaseKind;
  readonly from: number;
  readonly until: number;
  readonly reference: RuleReference;
};

/**
 * New York's pre-market and after-hours sessions of a day, in order; none on a day without trading. They begin and end
 * where the regular hours do, and never overlap them: what trades there is neither the day's open nor its close. Nights
 * are planned alone (`data/extended-hours.ts`).
 */
export function extendedPhases(date: LocalDate): readonly ExtendedPhase[] {
  if (!isTradingDay("usd", date)) return [];
  const { fullDay, halfDay, reference } = dated(newYorkExtendedHours, date);
  return (isHalfDay("usd", date) ? halfDay : fullDay).map(([phase, from, until]) => ({
    phase,
    from: instantOf("usd", date, from),
    until: instantOf("usd", date, until),
    reference,
  }));
}

/** Orders for extended hours are at a limit: neither at the market nor stops, which such a thin book would run. */
export function isTakenInExtendedHours(
  kind: "market" | "limit" | "stop" | "stop_limit" | "oco" | "trailing_stop",
): boolean {
  return kind === "limit";
}
