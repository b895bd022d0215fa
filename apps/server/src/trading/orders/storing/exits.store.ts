import type { OrderKind } from "@sanshi/contract";
import type { Price, Shares } from "@sanshi/money";
import { batchInput, type BatchColumn } from "../../../platform/sql/batch-input.ts";

/** Where a part of what an order opens is closed: a closing order of this id, once the order has ended. */
export type OrderExit = {
  id: bigint;
  quantity: Shares;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** In place of prices: how far behind the best price since the purchase its stop stays. */
  trail: { amount: Price | null; basisPoints: number | null } | null;
};

/** As it begins to work: from which price on its stop follows, and where that is; null where it does not trail. */
export type BornExit = OrderExit & { follows: { best: Price; stop: Price } | null };

/** At a limit, at a stop, at whichever of both comes first, or behind the best price. */
export function kindOfExit({
  takeProfit,
  stopLoss,
  trail,
}: Pick<OrderExit, "takeProfit" | "stopLoss" | "trail">): OrderKind {
  if (trail !== null) return "trailing_stop";
  if (stopLoss === null) return "limit";
  return takeProfit === null ? "stop" : "oco";
}

/**
 * The statement's part for orders with such exits, which stand beside few orders: a batch without them does not pay
 * for it. With the place of the order's row in the batch, counted from one.
 */
export type ExitRow = {
  row: number;
  exit: OrderExit;
  /** The order ends as it is placed: it works at once; null where it waits for that end. */
  works: BornExit | null;
};

const columns: readonly BatchColumn<ExitRow>[] = [
  ["row", "int", ({ row }) => row],
  ["exit_id", "bigint", ({ exit }) => exit.id],
  ["exit_kind", "text", ({ exit }) => kindOfExit(exit)],
  ["exit_shares", "bigint", ({ exit }) => exit.quantity],
  ["exit_gain", "bigint", ({ exit }) => exit.takeProfit],
  ["exit_loss", "bigint", ({ exit }) => exit.stopLoss],
  ["exit_trail", "bigint", ({ exit }) => exit.trail?.amount ?? null],
  ["exit_basis_points", "int", ({ exit }) => exit.trail?.basisPoints ?? null],
  ["exit_best", "bigint", ({ works }) => works?.follows?.best ?? null],
  ["exit_stop", "bigint", ({ works }) => works?.follows?.stop ?? null],
  ["works", "boolean", ({ works }) => works !== null],
];

export const exitInput = (before: number) => batchInput(columns, before);

/** Over the orders that were `checked`, with what became of each, and `moment`. */
export const placeExits = (from: string) => `
  exit AS MATERIALIZED (
    SELECT e.*, c.customer_id AS owner_id, c.position_id AS held_id, c.market AS held_market,
      c.code AS held_code, c.is_short AS held_short, c.do_not_reduce AS held_mark
    FROM (SELECT * FROM ${from}) e JOIN checked c ON c.ordinal = e.row
    WHERE c.result IN ('fill', 'wait')
  ), exits_kept AS (
    INSERT INTO order_exit (id, order_id, quantity, take_profit, stop_loss, trail_amount, trail_basis_points)
    SELECT exit_id, held_id, exit_shares, exit_gain, exit_loss, exit_trail, exit_basis_points
    FROM exit WHERE NOT works
  ), exits_placed AS (
    INSERT INTO trade_order (id, customer_id, position_id, purpose, market, code, side, origin, kind,
      time_in_force, state, quantity, limit_price, stop_price, trail_amount, trail_basis_points, trail_best,
      filled, filled_value, placed_at, do_not_reduce)
    SELECT exit_id, owner_id, held_id, 'close', held_market, held_code,
      CASE WHEN held_short THEN 'buy' ELSE 'sell' END, 'customer', exit_kind, 'until_cancelled', 'working',
      exit_shares, exit_gain, coalesce(exit_stop, exit_loss), exit_trail, exit_basis_points, exit_best, 0, 0, now, held_mark
    FROM exit CROSS JOIN moment WHERE works
  ),`;
