import { sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";
import type {
  AdjustablePosition,
  LockedPosition,
} from "../../corporate-actions/corporate-actions.ts";
import { kindOfExit } from "./exits.store.ts";

/** Sets the orders of a locked position, or the order to open that it is as yet, to what an action makes of them. */
export async function adjustOrders(
  transaction: Transaction,
  before: LockedPosition,
  to: AdjustablePosition,
  now: number,
): Promise<void> {
  if (before.opening_works) {
    await adjustOpening(transaction, before.id, to, now);
    await adjustExits(transaction, to.exits);
  }
  await adjustClosings(transaction, before.closings, to.closings, now);
  await beginClosings(transaction, before, to, now);
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
      stop_loss = ${to.stopLoss}, filled = ${to.opened}, reserved = ${to.reserved},
      hold_price = ceil(hold_price::numeric * quantity / ${to.quantity})::bigint
    WHERE id = ${id}`.execute(transaction);
}

/** They are for parts of an order that goes on. */
async function adjustExits(
  transaction: Transaction,
  exits: AdjustablePosition["exits"],
): Promise<void> {
  for (const { id, quantity, takeProfit, stopLoss, trail } of exits) {
    await sql`UPDATE order_exit SET quantity = ${quantity}, take_profit = ${takeProfit},
      stop_loss = ${stopLoss}, trail_amount = ${trail?.amount ?? null} WHERE id = ${id}`.execute(
      transaction,
    );
  }
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
        : sql`UPDATE trade_order SET revision = revision + 1, quantity = ${order.quantity},
          filled = ${order.filled}, limit_price = ${order.limit}, stop_price = ${order.stop},
          trail_amount = ${order.trail?.amount ?? null}, trail_best = ${order.trail?.best ?? null}
          WHERE id = ${id}`
    ).execute(transaction);
  }
}

/** Exits for parts of an order whose rest the action has ended. */
async function beginClosings(
  transaction: Transaction,
  before: LockedPosition,
  to: AdjustablePosition,
  now: number,
): Promise<void> {
  const known = new Set(before.closings.map(({ id }) => id));
  for (const { id, quantity, limit, stop, trail } of to.closings) {
    if (known.has(id)) continue;
    const kind = kindOfExit({ takeProfit: limit, stopLoss: stop, trail });
    await sql`INSERT INTO trade_order (id, customer_id, position_id, purpose, market, code, side, origin, kind,
        time_in_force, state, quantity, limit_price, stop_price, trail_amount, trail_basis_points, trail_best, placed_at, do_not_reduce)
      SELECT ${id}, customer_id, id, 'close', market, code, CASE side WHEN 'long' THEN 'sell' ELSE 'buy' END,
        'customer', ${kind}, 'until_cancelled', 'working', ${quantity}, ${limit}, ${stop},
        ${trail?.amount ?? null}, ${trail?.basisPoints ?? null}, ${trail?.best ?? null}, ${timestamp(now)}, do_not_reduce
      FROM position WHERE id = ${before.id}`.execute(transaction);
  }
}
