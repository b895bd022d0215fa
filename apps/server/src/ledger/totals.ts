import { firstRow, sql, type Reader, type Narrowed } from "../platform/sql/database.ts";
import type { FoldTotalsRow } from "./totals.sql-types.ts";

/**
 * Adds what was posted since the last time to the totals. Readers see it before or after, never half: the
 * rows go and come in one transaction. False where another process is at it.
 */
export async function foldTotals(transaction: Reader): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<Narrowed<FoldTotalsRow, { taken: boolean }>>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('ledger totals', 0)) AS taken`,
  );
  if (row?.taken !== true) return false;
  await sql`SELECT ledger_fold_increments()`.execute(transaction);
  return true;
}
