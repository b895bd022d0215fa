import { sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";
import type {
  AdjustablePosition,
  LockedPosition,
} from "../../corporate-actions/corporate-actions.ts";

/** Sets the orders of a locked position, or the order to open that it is as yet, to what an action makes of them. */
export async function adjustOrders(
  transaction: Transaction,
  before: LockedPosition,
  to: AdjustablePosition,
  now: number,
): Promise<void> {
  if (before.opening_works) await adjustOpening(transaction, before.id, to, now);
  await adjustClosings(transaction, before.closings, to.closings, now);
}

/** It waits on with its new figures, or what is left of it is cancelled. */
async function adjustOpening(
  transaction: Transaction,
  id: bigint,
  to: AdjustablePosition,
  now: number,
): Promise<void> {
  if (to.reserved === 0n) {
    await sql`UPDATE trade_order SET revision = revision + 1, state = 'cancelled',
        reason = 'corporate_action', reserved = 0, expires_at = NULL, ended_at = ${timestamp(now)}
      WHERE id = ${id}`.execute(transaction);
    return;
  }
  await sql`UPDATE trade_order SET revision = revision + 1, quantity = ${to.quantity},
      limit_price = ${to.limitPrice}, stop_price = ${to.stopPrice}, take_profit = ${to.takeProfit},
      stop_loss = ${to.stopLoss}, filled = ${to.opened}, reserved = ${to.reserved}
    WHERE id = ${id}`.execute(transaction);
}

/** What the position has no longer is cancelled. */
async function adjustClosings(
  transaction: Transaction,
  before: LockedPosition["closings"],
  to: AdjustablePosition["closings"],
  now: number,
): Promise<void> {
  for (const { id } of before) {
    const order = to.find((one) => one.id === id);
    await (
      order === undefined
        ? sql`UPDATE trade_order SET state = 'cancelled', ended_at = ${timestamp(now)} WHERE id = ${id}`
        : sql`UPDATE trade_order SET quantity = ${order.quantity}, filled = ${order.filled},
          limit_price = ${order.limit} WHERE id = ${id}`
    ).execute(transaction);
  }
}
