import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  type Reader,
  type Transaction,
} from "../../../platform/sql/database.ts";
import type { OrderOverAction, PlacedOrder, UnsubmittedRow } from "./asking.sql-types.ts";

export type { PlacedOrder } from "./asking.sql-types.ts";

/**
 * Whether its customer stands in its way, as where no venue is asked: a restricted account opens nothing, nor does one
 * that owes something, and leaving may be barred for a while. A forced sale is nobody's to hold up.
 */
const isBarred = sql`(o.origin <> 'forced_sale' AND EXISTS (SELECT FROM customer c WHERE c.id = o.customer_id
  AND (coalesce(c.closing_barred_until > app_now(), false) OR o.purpose = 'open' AND (c.state <> 'active'
    OR EXISTS (SELECT FROM margin_call m WHERE m.customer_id = c.id AND m.market = o.market AND m.restored_at IS NULL)
    OR EXISTS (SELECT FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = c.id AND a.currency = upper(o.market) AND a.purpose = 'shortfall_debt'
        AND b.balance < 0)))))`;

/** Orders that work and have not been given to the venue, from after one on. */
export async function ordersToSubmit(
  reader: Reader,
  { after, limit, open }: { after: bigint; limit: number; open: readonly MarketKey[] },
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<UnsubmittedRow>`SELECT o.id FROM trade_order o WHERE o.ended_at IS NULL AND o.id > ${after}
      -- At the market an order trades at once or not at all: it goes out while its market is open.
      AND (o.kind <> 'market' OR o.market = ANY (${[...open]}::text[]))
      AND NOT EXISTS (SELECT FROM venue_order v WHERE v.order_id = o.id) AND NOT ${isBarred}
      ORDER BY o.id LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}

/**
 * A working order as it is to be given to the venue, locked. One that a split is still to be applied to is not: it
 * would be of the wrong scale there.
 */
export function lockPlaced(
  transaction: Transaction,
  orderId: bigint,
): Promise<PlacedOrder | undefined> {
  return firstRow(
    transaction,
    sql<PlacedOrder>`SELECT o.id, o.customer_id, o.market, o.code, o.side, o.purpose, o.kind, o.quantity,
        o.limit_price, o.hold_price, ${isBarred} AS is_barred
      FROM trade_order o WHERE o.id = ${orderId} AND o.ended_at IS NULL
        AND NOT EXISTS (SELECT FROM position_action_due d
          WHERE d.position_id = coalesce(o.position_id, o.id)) FOR UPDATE`,
  );
}

/** Orders at the venue that a split waits for. */
export function ordersOverActions(reader: Reader, limit: number): Promise<OrderOverAction[]> {
  return rows(
    reader,
    sql<OrderOverAction>`SELECT o.id, o.customer_id FROM venue_order v
      JOIN trade_order o ON o.id = v.order_id
      WHERE v.state IN ('pending_new', 'working') AND v.request_id IS NULL AND NOT v.wants_cancel
        AND EXISTS (SELECT FROM position_action_due d JOIN corporate_action a ON a.id = d.action_id
          WHERE d.position_id = coalesce(o.position_id, o.id) AND a.kind = 'split')
      ORDER BY o.id LIMIT ${limit}`,
  );
}
