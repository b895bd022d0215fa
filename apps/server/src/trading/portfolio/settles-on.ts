import type { MarketKey } from "@sanshi/money";
import {
  calendarStatus,
  marketDate,
  settlementDate,
  type CalendarStatus,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

/** Whatever belongs to no trade too. */
export const settledAtOnce = { settles_on: null, settles_on_status: "published" } as const;

/** The day on which a trade of a moment settles; null in practice, where it does at once. */
export function settlementOnWire(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  market: MarketKey,
  tradedAt: number,
): { settles_on: LocalDate | null; settles_on_status: CalendarStatus } {
  if (settings.marketRules === "practice") return settledAtOnce;
  const { date } = settlementDate(market, marketDate(market, tradedAt, hours), hours);
  return { settles_on: date, settles_on_status: calendarStatus(market, date, hours) };
}
