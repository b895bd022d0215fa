import type { CustomerDeadline } from "@sanshi/contract";
import { clockChannel } from "../../platform/clock.ts";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { NextDeadlinesRow } from "./simulation.sql-types.ts";

export async function moveClock(transaction: Transaction, seconds: number): Promise<void> {
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + ${seconds}`.execute(
    transaction,
  );
  await sql`SELECT pg_notify(${clockChannel}, '')`.execute(transaction);
}

/** On its last day a position can still be closed, and a loan that is not collected by itself still be repaid. */
const zoneOf = sql`CASE n.market WHEN 'jpy' THEN 'Asia/Tokyo' WHEN 'usd' THEN 'America/New_York'
  ELSE 'Asia/Shanghai' END`;
const collectedAt = sql`(due_on + (NOT auto_repay)::int) AT TIME ZONE 'Asia/Tokyo'`;

/** The first of each kind that is still to come (milliseconds since the epoch), the nearest first. */
export function nextDeadlines(
  reader: Reader,
  now: number,
): Promise<Narrowed<NextDeadlinesRow, { kind: CustomerDeadline }>[]> {
  const ahead = timestamp(now);
  return rows(
    reader,
    sql<Narrowed<NextDeadlinesRow, { kind: CustomerDeadline }>>`
      SELECT kind, at FROM (
        SELECT 'margin_call' AS kind, min(due_at) AS at FROM margin_call
          WHERE restored_at IS NULL AND due_at > ${ahead}
        UNION ALL SELECT 'margin_term', min(n.due_on AT TIME ZONE ${zoneOf}) FROM margin_term_notice n
          JOIN position p ON p.id = n.position_id AND p.ended_at IS NULL
          WHERE n.due_on AT TIME ZONE ${zoneOf} > ${ahead}
        UNION ALL SELECT 'share_recall', min(due_at) FROM share_recall_notice
          WHERE ended_at IS NULL AND due_at > ${ahead}
        UNION ALL SELECT 'loan_due', min(${collectedAt}) FROM loan
          WHERE status = 1 AND ${collectedAt} > ${ahead}
        UNION ALL SELECT 'loan_cooling_off', min(cooling_off_until) FROM loan
          WHERE status = 1 AND cooling_off_until > ${ahead}
        UNION ALL SELECT 'new_share_payment', min(pay_until) FROM new_share_subscription
          WHERE status = 4 AND pay_until > ${ahead}
        UNION ALL SELECT 'offering_withdrawal', min(withdraws_at) FROM offering
          WHERE withdrawn_at IS NULL AND withdraws_at > ${ahead}
        UNION ALL SELECT 'login_reset', min(CASE WHEN due_at > ${ahead} THEN due_at ELSE expires_at END)
          FROM login_password_reset WHERE ended IS NULL AND expires_at > ${ahead}
        UNION ALL SELECT 'factor_reset', min(CASE WHEN due_at > ${ahead} THEN due_at ELSE expires_at END)
          FROM second_factor_reset WHERE ended IS NULL AND expires_at > ${ahead}
        UNION ALL SELECT 'fund_password_reset', min(due_at) FROM fund_password_reset
          WHERE due_at > ${ahead}
        UNION ALL SELECT 'correction_objection', min(takes_effect_at) FROM correction_hold
          WHERE state = 'waits' AND takes_effect_at > ${ahead}
      ) AS deadline WHERE at IS NOT NULL ORDER BY at, kind`,
  );
}
