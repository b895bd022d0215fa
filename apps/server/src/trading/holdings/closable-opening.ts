import { shares } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { lockedShares } from "../orders/orders.ts";
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
  record: PositionRecord,
  now: number,
): ClosableOpening["barred"] {
  const { status, opened, closed, closing_shares: waiting } = record;
  const locked = lockedShares(context, record, now);
  const until = locked?.until ?? null;
  if (status === "locked") {
    return { reason: "locked", until, quantity: shares(opened - closed - waiting) };
  }
  if (locked === null) return null;
  return { reason: locked.rule, until, quantity: locked.quantity };
}
