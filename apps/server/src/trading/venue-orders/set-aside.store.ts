import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { AttemptsRow, HeldUpRow, RetriedRow, StrayReportRow } from "./set-aside.sql-types.ts";

/** A report by the venue's number. */
type Numbered = { venue: string; sequence: bigint };

/** How often the oldest report of an order has failed; null where none of it waits. */
export function findAttempts(
  transaction: Transaction,
  { venue, sequence }: Numbered,
): Promise<AttemptsRow | undefined> {
  return firstRow(
    transaction,
    sql<AttemptsRow>`SELECT attempts FROM venue_set_aside
      WHERE venue = ${venue} AND sequence = ${sequence}`,
  );
}

export async function setAside(
  transaction: Transaction,
  { venue, sequence }: Numbered,
  failed: { orderId: bigint; reason: string; attempts: number; againAfterMs: number },
): Promise<void> {
  const { orderId, reason, attempts, againAfterMs } = failed;
  await sql`INSERT INTO venue_set_aside (venue, sequence, order_id, reason, attempts, since, tried_at, retry_at)
    VALUES (${venue}, ${sequence}, ${orderId}, ${reason}, ${attempts}, app_now(), app_now(),
      app_now() + ${againAfterMs} * interval '1 millisecond')
    ON CONFLICT (venue, sequence) DO UPDATE SET reason = excluded.reason, attempts = excluded.attempts,
      tried_at = excluded.tried_at, retry_at = excluded.retry_at`.execute(transaction);
}

/** What an operator asks for again: a report that was set aside, and an order whose dispute was looked into. */
export async function retryNow(transaction: Transaction, orderId: bigint): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<RetriedRow>`WITH again AS (
        UPDATE venue_set_aside SET retry_at = app_now()
        WHERE order_id = ${orderId} AND booked_at IS NULL RETURNING order_id),
      undisputed AS (
        UPDATE venue_order SET dispute = NULL
        WHERE order_id = ${orderId} AND dispute IS NOT NULL RETURNING order_id)
      SELECT count(*)::int AS waiting FROM (SELECT FROM again UNION ALL SELECT FROM undisputed) found`,
  );
  return (row?.waiting ?? 0) > 0;
}

/** Orders of which a report waits for somebody, those that have waited longest first. */
export function heldUpOrders(reader: Reader, limit: number): Promise<HeldUpRow[]> {
  return rows(
    reader,
    sql<HeldUpRow>`SELECT o.order_id, c.account, o.market, o.code, o.side, o.quantity, o.filled, o.dispute,
        s.reason, s.attempts, s.tried_at, s.retry_at, waits.type AS report_type,
        waits.sequence, waits.since, waits.reports, count(*) OVER ()::int AS total
      FROM venue_order o
      LEFT JOIN venue_set_aside s ON s.order_id = o.order_id AND s.booked_at IS NULL
      JOIN customer c ON c.id = o.customer_id
      CROSS JOIN LATERAL (SELECT min(p.received_at) AS since, min(p.sequence) AS sequence,
          count(*)::int AS reports, (array_agg(p.type ORDER BY p.sequence))[1] AS type
        FROM venue_report p WHERE p.order_id = o.order_id AND p.applied_at IS NULL) waits
      WHERE (o.dispute IS NOT NULL OR s.order_id IS NOT NULL)
      ORDER BY waits.since, o.order_id LIMIT ${limit}`,
  );
}

/** Reports of requests that are none of ours. */
export function strayReports(reader: Reader, venue: string): Promise<StrayReportRow[]> {
  return rows(
    reader,
    sql<StrayReportRow>`SELECT sequence, execution_id, client_order_id, type, received_at FROM venue_report
      WHERE venue = ${venue} AND order_id IS NULL AND applied_at IS NULL ORDER BY sequence LIMIT 100`,
  );
}
