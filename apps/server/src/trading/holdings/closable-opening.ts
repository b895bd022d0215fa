import { shares } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sellableFrom } from "../orders/orders.ts";
import type { PositionRecord } from "../portfolio/portfolio.ts";
import type { ClosableOpening } from "./closing-plan.rules.ts";

/** An opening with what keeps it from being closed at a moment. The order path decides, a moment later. */
export function closableOpening(
  context: Pick<Context, "settings" | "hours">,
  record: PositionRecord,
  now: number,
): ClosableOpening {
  const { id, opened, closed, closing_shares: waiting } = record;
  return {
    id,
    quantity: shares(opened - closed),
    free: shares(opened - closed - waiting),
    barred: barOf(context, record, now),
  };
}

function barOf(
  context: Pick<Context, "settings" | "hours">,
  { market, side, status, sellable_at }: PositionRecord,
  now: number,
): ClosableOpening["barred"] {
  const until = sellable_at === null ? 0 : sellableFrom(context, { market, side, sellable_at });
  if (status === "locked") {
    return { reason: "locked", until: until > now ? until : null };
  }
  if (until <= now) return null;
  return { reason: until === sellable_at ? "sell_locked" : "bought_today", until };
}
