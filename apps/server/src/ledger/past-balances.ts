import { sql, timestamp } from "../platform/sql/database.ts";

/** No transaction takes longer from taking its time to having the balance: a statement waits seconds, a job minutes. */
const longestWait = sql`interval '1 hour'`;

/**
 * A table of one row, `balance` in minor units, to be joined to an account `a`: what its newest posting before a moment
 * left, without those of the moment and later that came to the balance before it. No row where it has none before.
 * What overtook any posting of before the moment was recorded at most the longest wait before the newest one of them.
 *
 * @param moment milliseconds since the epoch.
 */
export function balanceBefore(moment: number) {
  return sql`(SELECT p.balance_after - CASE WHEN p.version > 1 THEN (
        SELECT coalesce(sum(q.amount), 0)::bigint FROM ledger_posting q
        WHERE q.account_id = a.id AND q.version < p.version AND q.happened_at >= ${timestamp(moment)}
          AND q.version > coalesce((SELECT version FROM ledger_posting r
            WHERE r.account_id = a.id AND r.version < p.version AND r.recorded_at < p.recorded_at - ${longestWait}
            ORDER BY r.version DESC LIMIT 1), 0)) ELSE 0 END AS balance
    FROM (SELECT version, balance_after, recorded_at FROM ledger_posting
      WHERE account_id = a.id AND version IS NOT NULL AND happened_at < ${timestamp(moment)}
      ORDER BY version DESC LIMIT 1) p)`;
}
