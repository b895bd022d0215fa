import { calendarGeneration, isHalfDay, isTradingDay, nextTradingDay } from "./calendars.ts";
import { newYorkExtendedHours, type ExtendedPhaseKind } from "./data/extended-hours.ts";
import { dated } from "./dated.ts";
import { instantOf, localDate } from "./local-time.ts";
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

/** The extended phase of a moment; null within the regular hours, at night, and on a day without trading. */
export function extendedPhaseAt(at: number): ExtendedPhase | null {
  const found = phasesOf(localDate("usd", at)).find(({ from, until }) => from <= at && at < until);
  return found ?? null;
}

/** The extended phase of a moment, or the next one. */
export function nextExtendedPhase(at: number): ExtendedPhase {
  const today = phasesOf(localDate("usd", at)).find(({ until }) => at < until);
  const [next] = phasesOf(nextTradingDay("usd", localDate("usd", at)));
  const found = today ?? next;
  if (found === undefined) throw new Error("a trading day without extended hours");
  return found;
}

/** The trading day on which an order for extended hours trades that is given now: after its last phase, the next one. */
export function extendedOrderDate(at: number): LocalDate {
  return localDate("usd", nextExtendedPhase(at).from);
}

/** When a trading day's extended hours are over; of a day without trading, as it begins. */
export function extendedDayEnds(date: LocalDate): number {
  return phasesOf(date).at(-1)?.until ?? instantOf("usd", date, "00:00");
}

let known: { date: LocalDate; generation: number; phases: readonly ExtendedPhase[] } | null = null;

/** A day's phases are asked for with every look at what waits. */
function phasesOf(date: LocalDate): readonly ExtendedPhase[] {
  const generation = calendarGeneration();
  if (known?.date !== date || known.generation !== generation) {
    known = { date, generation, phases: extendedPhases(date) };
  }
  return known.phases;
}
