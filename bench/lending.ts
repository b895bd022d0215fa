import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "@sanshi/contract";
import { projectFolder } from "../apps/server/src/application.ts";
import { houseAccount } from "../apps/server/src/ledger/ledger.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import {
  createDatabase,
  firstRow,
  sql,
  type Database,
} from "../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import {
  createLendingDay,
  lendersPerBatch,
} from "../apps/server/src/products/stock-lending/lending-day.ts";
import { run as runLoans } from "./loans.ts";
import { countStatements, timed } from "./loans/statements.ts";

const lendingsDefault = 200_000;
const loansDefault = 100_000;

/**
 * A day of 200,000 lendings of one stock, or of as many as the first parameter says, half of which is borrowed, on a
 * PostgreSQL of its own: seconds and statements; a second day that is cut off in the middle and goes on; and 300 days in
 * one step. Then the same of 100,000 credit loans, or of as many as the second says. Ends with 1 where a lender or a loan
 * got another part than its own, twice or not at all.
 */
export async function run([
  lendings = String(lendingsDefault),
  loans = String(loansDefault),
]: string[]): Promise<void> {
  await runLendings(Number(lendings));
  await runLoans([loans]);
}

async function runLendings(count: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const postgres = await startPostgres({ dataDir, log: createLog("error") });
  const { connectionString, ownerConnectionString } = postgres;
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  const database = createDatabase(ownerConnectionString, { poolMax: 4 });
  try {
    await measure(database, count);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(database: Database, count: number): Promise<void> {
  const started = Date.now() - (Date.now() % dayMs);
  let days = 1;
  const clock = { now: () => started + days * dayMs };
  const day = (isStopped?: () => boolean) =>
    createLendingDay({ database, clock, log: createLog("error") } as never).run(isStopped);
  const statements = countStatements(database);
  const said = async (work: () => Promise<void>) => {
    const { seconds, statements: counted } = await timed(work, statements);
    return `${seconds} s, ${counted} statements`;
  };
  console.log(`${count} lend a hundred shares each, and half of them is short`);
  await lendByMany(database, count, started);

  days = 2;
  console.log(`A first day: ${await said(() => day())}`);

  days = 3;
  let looks = 0;
  await day(() => (looks += 1) > 4 + count / (2 * lendersPerBatch));
  const before = await paidIn(database);
  await Promise.all([day(), day()]);
  console.log(`A second, cut off after ${before} lenders, went on in two processes at once`);

  days = 303;
  console.log(`300 days at once: ${await said(() => day())}`);
  const wrong = await countWrong(database, count);
  console.log(`${wrong} lenders or periods with another figure`);
  if (wrong > 0) process.exitCode = 1;
}

/** Positions past the order path: this measures their days alone. */
async function lendByMany({ reader }: Database, count: number, started: number): Promise<void> {
  await houseAccount(reader, "JPY", "lending_fees");
  await sql`INSERT INTO invitation_code (code) VALUES ('BENCHED1')`.execute(reader);
  await sql`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
    SELECT (4000000000 + g)::text, 'none', 'BENCHED1', app_now() FROM generate_series(0, ${count}) g`.execute(
    reader,
  );
  await sql`INSERT INTO ledger_account (customer_id, currency, purpose)
    SELECT id, 'JPY', 'available' FROM customer`.execute(reader);
  await sql`INSERT INTO ledger_balance (account_id, floor)
    SELECT id, 0 FROM ledger_account WHERE customer_id IS NOT NULL`.execute(reader);
  const at = new Date(started + 3_600_000).toISOString();
  await sql`INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage, state, opened,
      closed, open_price, cost, margin, margin_left, borrowed_left, collateral_left, opened_at, sellable_at, lent)
    SELECT 1000000 + row_number() OVER (ORDER BY id), id, 'jpy', '7203', 'long', 'market', 'until_cancelled', 1,
      'holding', 100, 0, 28500000, 285000, 285000, 285000, 0, 0, ${at}::timestamptz, ${at}::timestamptz, 100
    FROM customer WHERE account <> '4000000000'
    UNION ALL
    SELECT 999999, id, 'jpy', '7203', 'short', 'market', 'until_cancelled', 1, 'holding', ${count * 50}::bigint, 0,
      28500000, ${count * 50 * 2_850}::bigint, ${count * 50 * 2_850}::bigint, ${count * 50 * 2_850}::bigint, 0,
      ${count * 100 * 2_850}::bigint, ${at}::timestamptz, ${at}::timestamptz, 0
    FROM customer WHERE account = '4000000000'`.execute(reader);
  await sql`INSERT INTO stock_lending (position_id, customer_id, market, code, accrued_through, first_lent_at)
    SELECT id, customer_id, market, code, ${at}::timestamptz::date - 1, ${at}::timestamptz
    FROM position WHERE lent > 0`.execute(reader);
  await sql`VACUUM ANALYZE`.execute(reader);
}

async function paidIn({ reader }: Database): Promise<number> {
  const row = await firstRow(
    reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM stock_lending_accrual
      WHERE period_id = (SELECT max(id) FROM stock_lending_period)`,
  );
  return row?.count ?? -1;
}

/** Periods that paid other than all they had, lenders that were paid otherwise than their like, or than posted. */
async function countWrong({ reader }: Database, count: number): Promise<number> {
  const row = await firstRow(
    reader,
    sql<{ wrong: number }>`SELECT (
        (SELECT count(*) FROM stock_lending_period p WHERE (lenders_day - residue_day) * (through_day - after_day)
          <> (SELECT coalesce(sum(earned), 0) FROM stock_lending_accrual a WHERE a.period_id = p.id))
        + (SELECT count(*) FROM stock_lending_period p
          WHERE ${count} <> (SELECT count(*) FROM stock_lending_accrual a WHERE a.period_id = p.id))
        + (SELECT count(DISTINCT (earned, fraction)) - 1 FROM stock_lending)
        + (SELECT abs(coalesce(sum(s.earned), 0) - coalesce((SELECT sum(p.amount) FROM ledger_posting p
            JOIN ledger_account a ON a.id = p.account_id
            WHERE p.kind = 'stock_lending_fee' AND a.customer_id IS NOT NULL), 0)) FROM stock_lending s)
      )::int AS wrong`,
  );
  return row?.wrong ?? -1;
}
