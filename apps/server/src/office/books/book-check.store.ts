import type { bookChecks } from "@sanshi/contract";
import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type { LastRun } from "./book-check.rules.ts";
import type {
  CheckRunRow,
  DatabaseNowRow,
  PostedTransfersRow,
  SettleRow,
  SinceLastRunRow,
  TakeCheckLockRow,
  WitnessedSinceRow,
} from "./book-check.sql-types.ts";

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
  run: Pick<CheckRun, "started_at" | "checked" | "differences"> & { gaveWayMs: number },
): Promise<void> {
  const kept = run.differences.slice(0, differencesKeptMax);
  await sql`INSERT INTO ledger_check_run (started_at, checked, differences, difference_count, gave_way_ms)
    VALUES (${timestamp(run.started_at)}, ${JSON.stringify(run.checked)}, ${JSON.stringify(kept)},
      ${run.differences.length}, ${run.gaveWayMs})`.execute(reader);
  await sql`DELETE FROM ledger_check_run
    WHERE finished_at < real_now() - ${runsKeptDays} * interval '1 day'`.execute(reader);
}

/** How checks run in a transaction; returns the PostgreSQL process that they are asked of. */
export async function settle(transaction: Reader, statementMsMax: number): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<Narrowed<SettleRow, { backend: number }>>`SELECT pg_backend_pid() AS backend,
      set_config('statement_timeout', ${String(statementMsMax)}, true) AS statement_timeout,
      set_config('work_mem', '64MB', true) AS work_mem, set_config('jit', 'off', true) AS jit,
      set_config('max_parallel_workers_per_gather', '0', true) AS workers`,
  );
  if (row === undefined) throw new Error("a transaction without a process");
  return row.backend;
}

/** Ends what a PostgreSQL process is at; nothing where it is at nothing, or is gone. */
export async function cancelStatement(reader: Reader, backend: number): Promise<void> {
  await sql`SELECT pg_cancel_backend(${backend})`.execute(reader);
}

export function lastRun(reader: Reader): Promise<CheckRun | undefined> {
  return firstRow(
    reader,
    sql<CheckRun>`SELECT started_at, finished_at, checked, differences, difference_count
      FROM ledger_check_run ORDER BY id DESC LIMIT 1`,
  );
}

export function sinceLastRun(reader: Reader): Promise<LastRun | undefined> {
  return firstRow(
    reader,
    sql<Narrowed<SinceLastRunRow, LastRun>>`SELECT
        extract(epoch FROM real_now() - finished_at)::float8 * 1000 AS "restedMs",
        extract(epoch FROM finished_at - started_at)::float8 * 1000 - gave_way_ms AS "workedMs"
      FROM ledger_check_run ORDER BY id DESC LIMIT 1`,
  );
}

/** How many transfers all processes have posted so far, or begun to: it reads no row. */
export async function postedTransfers(reader: Reader): Promise<bigint> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<PostedTransfersRow, { posted: bigint }>
    >`SELECT coalesce(pg_sequence_last_value('ledger_transfer_id'), 0) AS posted`,
  );
  if (row === undefined) throw new Error("the database does not know its transfers");
  return row.posted;
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

/** From when on changes have a witness: what changed before has nothing to be compared with. */
export async function witnessedSince(reader: Reader): Promise<number> {
  const row = await firstRow(
    reader,
    sql<WitnessedSinceRow>`SELECT applied_at FROM schema_migrations
      WHERE name = '0670_witnessed_changes.sql'`,
  );
  if (row === undefined) throw new Error("nothing witnesses changes in this database");
  return row.applied_at;
}

export async function databaseNow(reader: Reader): Promise<number> {
  const row = await firstRow(reader, sql<DatabaseNowRow>`SELECT real_now() AS now`);
  if (row === undefined) throw new Error("the database knows no time");
  return row.now;
}
