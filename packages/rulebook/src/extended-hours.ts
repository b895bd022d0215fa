import { calendarGeneration, isHalfDay, isTradingDay, nextTradingDay } from "./calendars.ts";
import { newYorkExtendedHours, type ExtendedPhaseKind } from "./data/extended-hours.ts";
import { dated } from "./dated.ts";
import { dayOf, instantOf } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";
import { dateBegins, marketDate } from "./sessions.ts";

export type { ExtendedPhaseKind } from "./data/extended-hours.ts";

/** From `from` (inclusive) until `until` (exclusive), milliseconds since the epoch. */
export type ExtendedPhase = {
  readonly phase: ExtendedPhaseKind;
  readonly from: number;
  readonly until: number;
  readonly reference: RuleReference;
};

/**
 * New York's pre-market and after-hours sessions of a day, in order; none on a day without trading, nor where the market
 * never sleeps. They begin and end where the regular hours do, and never overlap them: what trades there is neither the
 * day's open nor its close. Of a recorded day they stand on the app's clock. Nights are planned alone
 * (`data/extended-hours.ts`).
 */
export function extendedPhases(date: LocalDate, hours: MarketHours): readonly ExtendedPhase[] {
  const phases = extendedPhasesOnChart(date, hours);
  if (typeof hours === "string") return phases;
  return phases.map((phase) => ({
    ...phase,
    from: hours.toApp(phase.from),
    until: hours.toApp(phase.until),
  }));
}

/** The same as a chart of the day draws them, which keeps the times of a record. */
export function extendedPhasesOnChart(
  date: LocalDate,
  hours: MarketHours,
): readonly ExtendedPhase[] {
  if ((typeof hours === "string" ? hours : hours.keeps) === "always") return [];
  const day = dayOf(date);
  const isOpen =
    typeof hours === "string" ? isTradingDay("usd", date) : hours.isRecorded("usd", day);
  const endsEarly = typeof hours !== "string" && hours.endsEarly("usd", day);
  return isOpen ? extendedTimesOf(date, endsEarly || isHalfDay("usd", date)) : [];
}

/** Those of a day that was traded, in New York's own time. */
export function extendedTimesOf(date: LocalDate, isHalf: boolean): readonly ExtendedPhase[] {
  const { fullDay, halfDay, reference } = dated(newYorkExtendedHours, date);
  return (isHalf ? halfDay : fullDay).map(([phase, from, until]) => ({
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
export function extendedPhaseAt(at: number, hours: MarketHours): ExtendedPhase | null {
  const phases = phasesOf(marketDate("usd", at, hours), hours);
  return phases.find(({ from, until }) => from <= at && at < until) ?? null;
}

/** The extended phase of a moment, or the next one; null where none comes, as after the last day of a record. */
export function nextExtendedPhase(at: number, hours: MarketHours): ExtendedPhase | null {
  if (hours === "always") return null;
  const date = marketDate("usd", at, hours);
  const today = phasesOf(date, hours).find(({ until }) => at < until);
  return today ?? phasesOf(nextTradingDay("usd", date, hours), hours)[0] ?? null;
}

/** The trading day on which an order for extended hours trades that is given now: after its last phase, the next one. */
export function extendedOrderDate(at: number, hours: MarketHours): LocalDate {
  return marketDate("usd", nextExtendedPhase(at, hours)?.from ?? at, hours);
}

/** When a trading day's extended hours are over; of a day without trading, as it begins. */
export function extendedDayEnds(date: LocalDate, hours: MarketHours): number {
  return phasesOf(date, hours).at(-1)?.until ?? dateBegins("usd", date, hours);
}

type Known = { date: LocalDate; hours: MarketHours; generation: number };
let known: (Known & { phases: readonly ExtendedPhase[] }) | null = null;

/** A day's phases are asked for with every look at what waits. */
function phasesOf(date: LocalDate, hours: MarketHours): readonly ExtendedPhase[] {
  const generation = calendarGeneration();
  if (known?.date !== date || known.hours !== hours || known.generation !== generation) {
    known = { date, hours, generation, phases: extendedPhases(date, hours) };
  }
  return known.phases;
}
