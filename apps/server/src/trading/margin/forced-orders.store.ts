import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  sql,
  timestamp,
  type Narrowed,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ForcedOrderRow, SellingRow } from "./forced-orders.sql-types.ts";
import type { SaleReason } from "./margin.rules.ts";
import type { KeptFigures } from "./margin.store.ts";

/** A forced sale that was given to the venue, with what it was decided by. */
export type ForcedOrder = KeptFigures & {
  orderId: bigint;
  positionId: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  reason: SaleReason;
  decidedAt: number;
  call: { calledAt: number; dueAt: number } | null;
  dueOn: LocalDate | null;
};

export async function insertForcedOrder(
  transaction: Transaction,
  order: ForcedOrder,
): Promise<void> {
  const { call } = order;
  await sql`INSERT INTO forced_sale_order (order_id, position_id, customer_id, market, code, side, reason,
      decided_at, equity, exposure, ratio, ratio_required, called_at, due_at, due_on, rule, rule_since)
    VALUES (${order.orderId}, ${order.positionId}, ${order.customerId}, ${order.market}, ${order.code},
      ${order.side}, ${order.reason}, ${timestamp(order.decidedAt)}, ${order.equity}, ${order.exposure},
      ${order.ratio}, ${order.ratioRequired}, ${call === null ? null : timestamp(call.calledAt)},
      ${call === null ? null : timestamp(call.dueAt)}, ${order.dueOn}::date, ${order.rule},
      ${order.ruleSince})`.execute(transaction);
}

type ForcedOrderFound = Narrowed<
  ForcedOrderRow,
  { rule_since: LocalDate; due_on: LocalDate | null }
>;

export async function findForcedOrder(
  transaction: Transaction,
  orderId: bigint,
): Promise<ForcedOrder | undefined> {
  const row = await firstRow(
    transaction,
    sql<ForcedOrderFound>`SELECT order_id, position_id, customer_id, market, code, side, reason, decided_at,
        equity, exposure, ratio, ratio_required, called_at, due_at, due_on::text AS due_on, rule,
        rule_since::text AS rule_since
      FROM forced_sale_order WHERE order_id = ${orderId}`,
  );
  if (row === undefined) return undefined;
  const { called_at: calledAt, due_at: dueAt } = row;
  return {
    orderId: row.order_id,
    positionId: row.position_id,
    customerId: row.customer_id,
    market: row.market,
    code: row.code,
    side: row.side,
    reason: row.reason,
    decidedAt: row.decided_at,
    equity: row.equity,
    exposure: row.exposure,
    ratio: row.ratio,
    ratioRequired: row.ratio_required,
    call: calledAt === null || dueAt === null ? null : { calledAt, dueAt },
    dueOn: row.due_on,
    rule: row.rule,
    ruleSince: row.rule_since,
  };
}

/** Whether a forced sale of the account is under way at the venue: what it brings decides whether more is sold. */
export async function isSelling(
  transaction: Transaction,
  account: { customer_id: bigint; market: MarketKey },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<SellingRow>`SELECT count(*) > 0 AS is_selling FROM forced_sale_order f
      JOIN trade_order o ON o.id = f.order_id
      WHERE f.customer_id = ${account.customer_id} AND f.market = ${account.market}
        AND o.ended_at IS NULL`,
  );
  return row?.is_selling ?? false;
}
