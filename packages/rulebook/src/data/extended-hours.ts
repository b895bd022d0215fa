import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** Trading outside of the exchanges' own hours; its prices are nobody's close. */
export type ExtendedPhaseKind = "pre_market" | "after_hours" | "night";

export type ExtendedTimes = readonly [phase: ExtendedPhaseKind, from: string, until: string];

export type ExtendedHours = {
  readonly reference: RuleReference;
  readonly fullDay: readonly ExtendedTimes[];
  readonly halfDay: readonly ExtendedTimes[];
  /** Announced by exchanges, and not in force before their systems are ready: nothing trades by it. */
  readonly isPlanned?: true;
  /** How far prices may lie from the reference price, in per cent. */
  readonly bandPercent?: number;
};

const preMarket: ExtendedTimes = ["pre_market", "04:00", "09:30"];

/** New York's, as its brokers offer them: limit orders alone. */
export const newYorkExtendedHours: readonly ExtendedHours[] = [
  {
    reference: cited("us_extended_hours", beforeRecords, sources.extendedHoursOrder),
    fullDay: [preMarket, ["after_hours", "16:00", "20:00"]],
    halfDay: [preMarket, ["after_hours", "13:00", "17:00"]],
  },
];

/**
 * 24X, Nasdaq and NYSE Arca plan to trade at night from 2026-12-06 on, 24X else from 2027-01-24. The night belongs to the
 * trading day in which it ends.
 */
export const newYorkNights: readonly ExtendedHours[] = [
  {
    reference: cited("us_night_sessions", "2026-12-06", sources.nyseArcaNight, {
      unconfirmed: "planned: the day moves where systems are not ready",
    }),
    fullDay: [["night", "21:00", "04:00"]],
    halfDay: [["night", "21:00", "04:00"]],
    isPlanned: true,
    // Amendment 27 of the plan, of 2026-08-05: static bands at night.
    bandPercent: 20,
  },
];
