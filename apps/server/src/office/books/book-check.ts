import { setTimeout as sleep } from "node:timers/promises";
import type { CallOutput, OperatorCalls } from "@sanshi/contract";
import { CompiledQuery } from "kysely";
import type { Context } from "../../context.ts";
import { repeat } from "../../platform/repeat.ts";
import { createDatabase, sql, type Reader } from "../../platform/sql/database.ts";
import { foldTotals } from "../../ledger/totals.ts";
import * as store from "./book-check.store.ts";
import type { CheckRun, Counts, Difference } from "./book-check.store.ts";
import { ledgerChecks } from "./ledger-checks.store.ts";
import { countsText, recordChecks } from "./record-checks.store.ts";

type CheckContext = Pick<Context, "database" | "log">;
type Report = NonNullable<CallOutput<OperatorCalls["/api/ops/books/trial-balance"]>["check"]>;
type Summary = Omit<Report, "differences">;

const lookEveryMs = 10_000;
/** At least a minute between two runs, and never more than a twentieth of the time. */
const restMs = 60_000;
const restFactor = 19;
/** A run that takes longer holds the database up more than it is worth, and says so in the log. */
const runMsMax = 30 * 60_000;
/** For so long a call waits for the run that it has asked for. */
const waitMsMax = 3_000;

export type BookCheck = {
  /** Runs now, or waits for the run that is on; true where it goes on after the call. */
  runNow(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Everything that does not hold in the books at one moment, and how much was looked at. */
export function verifyBooks(
  reader: Reader,
): Promise<{ checked: Counts; differences: Difference[] }> {
  return reader
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await sql`SELECT set_config('statement_timeout', ${String(runMsMax)}, true)`.execute(
        transaction,
      );
      return findDifferences(transaction);
    });
}

/** Whoever has spoilt everything is told the first of each kind. */
const differencesPerCheckMax = 1_000;

/**
 * All checks, one after the other. For the same moment the caller brings a transaction at REPEATABLE READ.
 * They take turns with the order path for the processors: no help from other processes, no compiling.
 */
export async function findDifferences(
  reader: Reader,
): Promise<{ checked: Counts; differences: Difference[] }> {
  await sql`SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(reader);
  const differences: Difference[] = [];
  for (const { name, text } of [...ledgerChecks, ...recordChecks]) {
    const found = await reader.executeQuery<Omit<Difference, "check">>(
      CompiledQuery.raw(`SELECT * FROM (${text}) difference LIMIT ${differencesPerCheckMax}`),
    );
    differences.push(...found.rows.map((row) => ({ check: name, ...row })));
  }
  const counted = await reader.executeQuery<Record<keyof Counts, bigint>>(
    CompiledQuery.raw(countsText),
  );
  const counts = Object.entries(counted.rows[0] ?? {}).map(([name, count]) => [
    name,
    Number(count),
  ]);
  return { checked: Object.fromEntries(counts) as Counts, differences };
}

/** One line a difference, for a terminal and the log: ids, what it has to be, and what it is. */
export function differenceLine({ check, figure, ids, expected, found }: Difference): string {
  const named = Object.entries(ids).map(([name, id]) => `${name} ${id}`);
  return `${check} ${figure}: ${named.join(", ")}: expected ${expected}, found ${found}`;
}

/** Holds the books against themselves again and again, and keeps the running totals short. */
export function startBookChecks(context: CheckContext): BookCheck {
  const { database, log } = context;
  let running: Promise<void> | null = null;

  const run = (): Promise<void> =>
    (running ??= checkOnce(context).finally(() => {
      running = null;
    }));

  const checking = repeat(
    { everyMs: lookEveryMs, log, failure: "the books were not checked" },
    async () => {
      if (await store.isDue(database.reader, { restMs, restFactor })) await run();
    },
  );
  const folding = repeat(
    { everyMs: lookEveryMs, log, failure: "the ledger's totals were not folded" },
    () => database.transaction((transaction) => foldTotals(transaction)),
  );
  return {
    async runNow() {
      const ended = run().then(() => false);
      return Promise.race([ended, sleep(waitMsMax, true, { ref: false })]);
    },
    async stop() {
      await checking.stop();
      await folding.stop();
      await running?.catch(() => undefined);
    },
  };
}

/** On a connection of its own, so that nobody's call waits for one. Nothing where another process is at it. */
async function checkOnce({ database, log }: CheckContext): Promise<void> {
  const own = createDatabase(database.connectionString, { poolMax: 2 });
  try {
    await own.reader.transaction().execute(async (holder) => {
      if (!(await store.takeCheckLock(holder))) return;
      const startedAt = await store.databaseNow(holder);
      const { checked, differences } = await verifyBooks(own.reader);
      await store.insertRun(holder, { started_at: startedAt, checked, differences });
      if (differences.length === 0) return;
      log.error(
        { count: differences.length, first: differences.slice(0, 10).map(differenceLine) },
        "the books do not hold",
      );
    });
  } finally {
    await own.close();
  }
}

export async function lastReport(reader: Reader): Promise<Report | null> {
  const run = await store.lastRun(reader);
  return run === undefined ? null : { ...summaryOf(run), differences: run.differences };
}

/** For the health page and the metrics. */
export async function lastSummary(reader: Reader): Promise<Summary | null> {
  const run = await store.lastRun(reader);
  return run === undefined ? null : summaryOf(run);
}

function summaryOf(run: CheckRun): Summary {
  return {
    started_at: new Date(run.started_at).toISOString(),
    finished_at: new Date(run.finished_at).toISOString(),
    checked: run.checked,
    difference_count: run.difference_count,
  };
}
