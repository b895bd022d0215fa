import type { Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../platform/sql/database.ts";
import type {
  ReplayedBalanceRow,
  ReplayedFlowsRow,
  ReplayedPositionRow,
  ReplayedStepRow,
} from "./replay.sql-types.ts";

/** Valuations from the first to one: what each was worth, and what was made of it. */
export function stepsUntil(
  reader: Reader,
  productId: bigint,
  number: number,
): Promise<ReplayedStepRow[]> {
  return rows(
    reader,
    sql<ReplayedStepRow>`SELECT number, valued_at, gross, units, management_fee, performance_fee, unit_value
      FROM copy_valuation WHERE product_id = ${productId} AND number <= ${number} ORDER BY number`,
  );
}

export type ReplayedPosition = Narrowed<ReplayedPositionRow, { quantity: bigint }>;

/** What a pool held at a moment, by its fills until then and the splits that came over them. */
export function positionsAt(
  reader: Reader,
  poolId: bigint,
  at: number,
): Promise<ReplayedPosition[]> {
  return rows(
    reader,
    sql<ReplayedPosition>`SELECT h.position_id, h.code, h.side, (h.filled + coalesce(h.split, 0))::bigint AS quantity
      FROM (SELECT p.id AS position_id, p.code, p.side,
          sum(CASE WHEN (f.side = 'buy') = (p.side = 'long') THEN f.quantity ELSE -f.quantity END) AS filled,
          (SELECT sum(d.quantity_after - d.quantity_before) FROM position_action d
            JOIN corporate_action c ON c.id = d.action_id AND c.kind = 'split'
            WHERE d.position_id = p.id AND d.applied_at <= ${timestamp(at)}
              AND d.applied_at >= min(f.filled_at)) AS split
        FROM position p JOIN fill f ON f.position_id = p.id AND f.filled_at <= ${timestamp(at)}
        WHERE p.customer_id = ${poolId} GROUP BY p.id, p.code, p.side) h
      WHERE h.filled + coalesce(h.split, 0) <> 0 ORDER BY h.position_id`,
  );
}

export type ReplayedBalance = Narrowed<ReplayedBalanceRow, { amount: Minor }>;

/** A pool's accounts before the postings of a valuation, each the sum of all its postings. */
export function balancesBefore(
  reader: Reader,
  pool: { id: bigint; currency: string },
  valuation: { productId: bigint; at: number },
): Promise<ReplayedBalance[]> {
  return rows(
    reader,
    sql<ReplayedBalance>`SELECT a.purpose, coalesce(sum(p.amount), 0)::bigint AS amount
      FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id AND p.version IS NOT NULL
      LEFT JOIN LATERAL (SELECT min(o.version) AS version FROM ledger_posting o
        WHERE o.account_id = a.id AND o.version IS NOT NULL AND o.cause_id = ${valuation.productId}
          AND o.happened_at = ${timestamp(valuation.at)}
          AND o.kind IN ('fund_fee', 'units_marked', 'units_issued', 'units_paid', 'pool_residue')) own ON true
      WHERE a.customer_id = ${pool.id} AND a.currency = ${pool.currency}
        AND CASE WHEN own.version IS NULL THEN p.happened_at <= ${timestamp(valuation.at)}
          ELSE p.version < own.version END
      GROUP BY a.purpose ORDER BY a.purpose`,
  );
}

export type ReplayedFlows = Narrowed<
  ReplayedFlowsRow,
  { paid_in: Minor; paid_out: Minor; units: bigint }
>;

/** What came and went at a valuation, and the units there were before it, by each following. */
export async function flowsAt(
  reader: Reader,
  productId: bigint,
  number: number,
): Promise<ReplayedFlows> {
  const row = await firstRow(
    reader,
    sql<ReplayedFlows>`SELECT
        coalesce(sum(amount) FILTER (WHERE bought_number = ${number}::int), 0)::bigint AS paid_in,
        coalesce(sum(proceeds) FILTER (WHERE ended_number = ${number}::int), 0)::bigint AS paid_out,
        coalesce(sum(units) FILTER (WHERE bought_number < ${number}::int
          AND coalesce(ended_number, ${number}::int) >= ${number}::int), 0)::bigint AS units
      FROM copy_following WHERE product_id = ${productId}`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}
