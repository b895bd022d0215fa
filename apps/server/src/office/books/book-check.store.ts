import type { bookChecks } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type { CheckRunRow, DatabaseNowRow, TakeCheckLockRow } from "./book-check.sql-types.ts";

export type Difference = {
  check: (typeof bookChecks)[number];
  figure: string;
  ids: Record<string, string>;
  expected: string | null;
  found: string | null;
};

export type Counts = Record<
  "accounts" | "postings" | "positions" | "deposits" | "withdrawals" | "exchanges" | "loans",
  number
>;

export type CheckRun = Narrowed<CheckRunRow, { checked: Counts; differences: Difference[] }>;

/** What of a run is kept; the whole of it is told by `npm run verify-ledger`. */
const differencesKeptMax = 100;
const runsKeptDays = 90;

export async function insertRun(
  reader: Reader,
  run: Pick<CheckRun, "started_at" | "checked" | "differences">,
): Promise<void> {
  const kept = run.differences.slice(0, differencesKeptMax);
  await sql`INSERT INTO ledger_check_run (started_at, checked, differences, difference_count)
    VALUES (${timestamp(run.started_at)}, ${JSON.stringify(run.checked)}, ${JSON.stringify(kept)},
      ${run.differences.length})`.execute(reader);
  await sql`DELETE FROM ledger_check_run
    WHERE finished_at < clock_timestamp() - ${runsKeptDays} * interval '1 day'`.execute(reader);
}

export function lastRun(reader: Reader): Promise<CheckRun | undefined> {
  return firstRow(
    reader,
    sql<CheckRun>`SELECT started_at, finished_at, checked, differences, difference_count
      FROM ledger_check_run ORDER BY id DESC LIMIT 1`,
  );
}

/** Whether so long has passed since the last run; a run of a minute rests for twenty. */
export async function isDue(
  reader: Reader,
  { restMs, restFactor }: { restMs: number; restFactor: number },
): Promise<boolean> {
  const found = await rows(
    reader,
    sql`SELECT FROM (SELECT started_at, finished_at FROM ledger_check_run ORDER BY id DESC LIMIT 1) last
      WHERE clock_timestamp() < finished_at
        + greatest(${restMs} * interval '1 millisecond', (finished_at - started_at) * ${restFactor}::int)`,
  );
  return found.length === 0;
}

/** The lock of a connection, which lets one process check at a time. */
export async function takeCheckLock(reader: Reader): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<TakeCheckLockRow, { taken: boolean }>
    >`SELECT pg_try_advisory_xact_lock(hashtextextended('book check', 0)) AS taken`,
  );
  return row?.taken ?? false;
}

export async function databaseNow(reader: Reader): Promise<number> {
  const row = await firstRow(reader, sql<DatabaseNowRow>`SELECT clock_timestamp() AS now`);
  if (row === undefined) throw new Error("the database knows no time");
  return row.now;
}
