import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../apps/server/src/application.ts";
import { verifyBooks } from "../apps/server/src/office/books/book-check.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import {
  createDatabase,
  firstRow,
  sql,
  type Database,
} from "../apps/server/src/platform/sql/database.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import { accrueAll } from "../apps/server/src/products/credit-loans/loan-day.ts";
import { addDays, loanDay } from "../apps/server/src/products/credit-loans/credit-loans.rules.ts";
import { lendToMany } from "./loans/portfolio.ts";
import { countStatements, timed } from "./loans/statements.ts";

const loansDefault = 100_000;

/**
 * A day's interest of 100,000 loans, or of as many as the first parameter says, on a PostgreSQL of its own:
 * seconds and statements; a second day that is cut off in the middle and goes on; and a year in one step. Ends
 * with 1 where a day was reckoned twice or not at all, or the books do not hold.
 */
export async function run([count = String(loansDefault)]: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const postgres = await startPostgres({ dataDir, log: createLog("error") });
  const { connectionString, ownerConnectionString } = postgres;
  await prepareDatabase(
    { connectionString, ownerConnectionString },
    join(projectFolder, "database", "migrations"),
  );
  const database = createDatabase(ownerConnectionString, { poolMax: 4 });
  try {
    await measure(database, Number(count));
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(database: Database, count: number): Promise<void> {
  const at = Date.now();
  const today = loanDay(at);
  const statements = countStatements(database);
  console.log(`Lending to ${count} customers`);
  await lendToMany(database, count, today);
  const reckon = (days: number, isStopped?: () => boolean) =>
    accrueAll(database, { through: addDays(today, days), untilDue: false, at }, isStopped);

  const first = await timed(() => reckon(1), statements);
  console.log(
    `One day of ${first.value} loans: ${first.seconds} s, ${first.statements} statements`,
  );

  // Stopped between two batches, and once in the middle of one, whose connection ends.
  let batches = 0;
  const half = count / 1_000 / 2;
  const before = await reckon(2, () => ++batches > half);
  const killed = await killInTheMiddle(database, () => reckon(2));
  const rest = await reckon(2);
  const again = await reckon(2);
  console.log(
    `Cut off after ${before}, killed once (${killed ? "a batch was lost" : "between batches"}), went on; then ${rest}, and ${again} a second time`,
  );

  const year = await timed(() => reckon(302), statements);
  console.log(`300 days at once: ${year.seconds} s, ${year.statements} statements`);

  const wrong = await countWrong(database, addDays(today, 302));
  const { differences } = await verifyBooks(database.reader);
  console.log(
    `${wrong} loans with another interest, ${differences.length} differences in the books`,
  );
  if (wrong + differences.length + again > 0) process.exitCode = 1;
}

/** Ends whatever connection is at work some time after the reckoning began. */
async function killInTheMiddle(database: Database, work: () => Promise<unknown>): Promise<boolean> {
  const ended = work().then(
    () => false,
    () => true,
  );
  const timer = setInterval(() => {
    void sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE '%WITH target AS MATERIALIZED%'`
      .execute(database.reader)
      .catch(() => undefined);
  }, 40);
  const isLost = await ended;
  clearInterval(timer);
  return isLost;
}

/** Loans whose interest is not what 302 days of 365 make of 100,000 yen at 7 %, to the fraction. */
async function countWrong({ reader }: Database, through: string): Promise<number> {
  const row = await firstRow(
    reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM loan
      WHERE interest_through <> ${through}::date
        OR interest_total::numeric * 3650000 + interest_fraction <> principal::numeric * 700 * 302`,
  );
  return row?.count ?? -1;
}
