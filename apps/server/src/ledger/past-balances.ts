import { sql, timestamp } from "../platform/sql/database.ts";

/** So many postings of an account can have overtaken one that took its time before it waited for the balance. */
const overtakingMax = 20;

/**
 * A table of one row, `balance` in minor units, to be joined to an account `a`: what its newest posting before a moment
 * left, without those of the moment and later that came to the balance before it. No row where it has none before.
 *
 * @param moment milliseconds since the epoch.
 */
export function balanceBefore(moment: number) {
  return sql`(SELECT p.balance_after - CASE WHEN p.version > 1 THEN (
        SELECT coalesce(sum(q.amount), 0)::bigint FROM ledger_posting q
        WHERE q.account_id = a.id AND q.version < p.version AND q.version >= p.version - ${overtakingMax}
          AND q.happened_at >= ${timestamp(moment)}) ELSE 0 END AS balance
    FROM (SELECT version, balance_after FROM ledger_posting
      WHERE account_id = a.id AND version IS NOT NULL AND happened_at < ${timestamp(moment)}
      ORDER BY version DESC LIMIT 1) p)`;
}
