import type { Context } from "../../apps/server/src/context.ts";
import { houseAccount } from "../../apps/server/src/ledger/ledger.ts";
import { sql } from "../../apps/server/src/platform/sql/database.ts";

const firstAccount = 4_000_000_000;
const lent = 100_000;
const paidAtOnce = 1_000;

/**
 * So many customers with one loan each, lent through the ledger's own tables and past no guard: what is owed is
 * what was posted.
 */
export async function lendToMany(
  database: Context["database"],
  count: number,
  through: string,
): Promise<void> {
  const { reader } = database;
  for (const purpose of ["loan_interest", "market"] as const) {
    await houseAccount(reader, "JPY", purpose);
  }
  await sql`INSERT INTO invitation_code (code) VALUES ('BENCHED1')`.execute(reader);
  await sql`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
    SELECT (${firstAccount}::bigint + g)::text, 'none', 'BENCHED1', app_now() - interval '90 days'
    FROM generate_series(1, ${count}) g`.execute(reader);
  await sql`INSERT INTO ledger_account (customer_id, currency, purpose)
    SELECT c.id, 'JPY', p.purpose FROM customer c,
      unnest(ARRAY['available', 'loan_debt', 'loan_interest_debt']) AS p (purpose)
    WHERE c.account::bigint > ${firstAccount}`.execute(reader);
  await sql`INSERT INTO ledger_balance (account_id, floor)
    SELECT a.id, ledger_floor(a.purpose, a.currency) FROM ledger_account a
    JOIN customer c ON c.id = a.customer_id WHERE c.account::bigint > ${firstAccount}`.execute(
    reader,
  );
  await sql`INSERT INTO loan (customer_id, currency, principal, term_days, purpose, status,
      rate_basis_points, overdue_basis_points, rule, rule_since, rule_confirmed, auto_repay, requested_at,
      approved_at, due_on, cooling_off_until, principal_left, interest_through)
    SELECT id, 'JPY', ${lent}, 365, 'other', 1, 700, 1022, 'jp_loan_ceiling', '2010-06-18', true, false,
      app_now(), app_now(), ${through}::date + 365, app_now(), ${lent}, ${through}::date
    FROM customer WHERE account::bigint > ${firstAccount} ORDER BY id`.execute(reader);
  // The joins of what follows are planned by how much there is.
  await sql`ANALYZE customer, ledger_account, ledger_balance, loan`.execute(reader);
  for (let from = 0; from < count; from += paidAtOnce) await payOut(database, from);
  await sql`VACUUM ANALYZE`.execute(reader);
}

/** What is lent is owed, in one transfer for each loan; the balances' trigger looks at each set of them. */
async function payOut({ reader }: Context["database"], from: number): Promise<void> {
  await sql`WITH paid AS MATERIALIZED (
      SELECT l.id, nextval('ledger_transfer_id') AS transfer_id, own.id AS available_id, debt.id AS debt_id
      FROM loan l
      JOIN ledger_account own ON own.customer_id = l.customer_id AND own.purpose = 'available'
      JOIN ledger_account debt ON debt.customer_id = l.customer_id AND debt.purpose = 'loan_debt'
      WHERE l.id > ${from} AND l.id <= ${from + paidAtOnce}
    ), side AS MATERIALIZED (
      SELECT id, transfer_id, available_id AS account_id, ${lent}::bigint AS amount FROM paid
      UNION ALL SELECT id, transfer_id, debt_id, -${lent}::bigint FROM paid
    ), moved AS (
      UPDATE ledger_balance b SET balance = b.balance + side.amount, version = b.version + 1
      FROM side WHERE b.account_id = side.account_id RETURNING b.account_id, b.balance, b.version
    )
    INSERT INTO ledger_posting
      (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
    SELECT side.transfer_id, side.account_id, 'JPY', side.amount, moved.balance, moved.version,
      'loan_paid_out', side.id, app_now()
    FROM side JOIN moved ON moved.account_id = side.account_id`.execute(reader);
}
