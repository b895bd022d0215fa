import type { MarketKey } from "@sanshi/money";
import { recordedSessions, sessionPhases, type SessionPhase } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

/** A chart's times are those of its bars, which a record keeps as they were. */
export function phasesOnChart(
  market: MarketKey,
  date: string,
  hours: Context["hours"],
): readonly SessionPhase[] {
  return typeof hours === "string"
    ? sessionPhases(market, date, hours)
    : recordedSessions(market, date, hours);
}
