import type { MarketKey } from "@sanshi/money";
import { marketDate, settlementDate, type LocalDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

/** The day on which a trade of a moment settles; null in practice, where it does at once. */
export function settlesOn(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  market: MarketKey,
  tradedAt: number,
): LocalDate | null {
  if (settings.marketRules === "practice") return null;
  return settlementDate(market, marketDate(market, tradedAt, hours), hours).date;
}
