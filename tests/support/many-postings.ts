import {
  firstRow,
  sql,
  type Database,
  type Transaction,
} from "../../apps/server/src/platform/sql/database.ts";

const postingsMade = 3_000;

/**
 * Looks at the ledger while customers' accounts have thousands of postings more, and undoes them.
 *
 * @param more whose accounts share so many postings of a kind.
 * @param look `read` says how many of the ledger's rows some work reads.
 */
export async function amongManyPostings(
  owner: Database,
  more: readonly { customers: readonly bigint[]; kind: string }[],
  look: (
    transaction: Transaction,
    read: (work: () => Promise<void>) => Promise<number>,
  ) => Promise<void>,
): Promise<void> {
  const undone = new Error("undone");
  const looked = owner.transaction(async (transaction) => {
    // Nothing is posted against them, and the totals of the books do not count them.
    await sql`ALTER TABLE ledger_posting DISABLE TRIGGER USER`.execute(transaction);
    for (const { customers, kind } of more) {
      await sql`INSERT INTO ledger_posting
          (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
        SELECT 1000000000 + n, id, currency, 1, n, 1000000 + n, ${kind}, n, real_now()
        FROM (SELECT *, row_number() OVER () AS place, count(*) OVER () AS accounts
          FROM ledger_account WHERE customer_id = ANY (${[...customers]}::bigint[])) own,
          generate_series(1, ${postingsMade}::int) n
        WHERE n % accounts = place - 1`.execute(transaction);
    }
    await sql`ANALYZE ledger_posting, ledger_account`.execute(transaction);
    await look(transaction, async (work) => {
      const before = await postingsRead(transaction);
      await work();
      return (await postingsRead(transaction)) - before;
    });
    throw undone;
  });
  await looked.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

/** Rows of the ledger that this transaction has read so far. */
async function postingsRead(transaction: Transaction): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<{ count: number }>`SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS count
      FROM pg_stat_xact_user_tables WHERE relname = 'ledger_posting'`,
  );
  return row!.count;
}
