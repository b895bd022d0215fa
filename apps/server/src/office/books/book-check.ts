import { setTimeout as sleep } from "node:timers/promises";
import type { CallOutput, OperatorCalls } from "@sanshi/contract";
import { CompiledQuery } from "kysely";
import type { Context } from "../../context.ts";
import { createDatabase, sql, type Reader } from "../../platform/sql/database.ts";
import { foldTotals } from "../../ledger/totals.ts";
import { isBusy, isRested, patienceMs, type Look } from "./book-check.rules.ts";
import * as store from "./book-check.store.ts";
import type { CheckRun, Counts, Difference } from "./book-check.store.ts";
import { amountChecks } from "./amount-checks.store.ts";
import { clockChecks } from "./clock-checks.store.ts";
import { decisionChecks } from "./decision-checks.store.ts";
import { ledgerChecks } from "./ledger-checks.store.ts";
import { fillChecks } from "./fill-checks.store.ts";
import { legChecks } from "./leg-checks.store.ts";
import { countsText, recordChecks } from "./record-checks.store.ts";
import { recomputedChecks, type RecomputedCheck } from "./recomputed-checks.ts";
import type { Read } from "./recomputed-checks.store.ts";
import { witnessChecks } from "./witness-checks.store.ts";

type CheckContext = Pick<Context, "database" | "jobs" | "log">;
type Report = NonNullable<CallOutput<OperatorCalls["/api/ops/books/trial-balance"]>["check"]>;
type Summary = Omit<Report, "differences">;

const lookEveryMs = 10_000;
/** A run that takes longer holds the database up more than it is worth, and says so in the log. */
const runMsMax = 30 * 60_000;
/** For so long a call waits for the run that it has asked for. */
const waitMsMax = 3_000;
/** So long a run waits before it looks again whether many still trade. */
const giveWayMs = 1_000;
/** Of the time between two looks at what is posted. */
const lookMsMin = 250;
/** So long an ended run may take to notice before it is told again. */
const endingMs = 100;

export { witnessedSince } from "./book-check.store.ts";

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
    .execute(findDifferences);
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
  await store.settle(reader, runMsMax);
  const differences: Difference[] = [];
  for (const check of checks) {
    differences.push(...(await differencesOf((work) => work(reader), check)));
  }
  return { checked: await countsOf(reader), differences };
}

/** What ends a run: its connection beside its checks, and the PostgreSQL process that those were last asked of. */
type Ending = { signal: AbortSignal; holder: Reader | null; backend: number | null };

/**
 * The same beside those who trade: each check at a moment of its own, after a rest as long as the one before took, and
 * once fewer trade. What one moment's look holds on to makes every change of a balance dearer until it ends.
 */
async function verifyBooksBeside(
  reader: Reader,
  giveWay: () => Promise<void>,
  ending: Ending,
): Promise<{ checked: Counts; differences: Difference[] }> {
  const alone = <Result>(work: (transaction: Reader) => Promise<Result>) =>
    reader
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        ending.backend = await store.settle(transaction, runMsMax);
        ending.signal.throwIfAborted();
        return work(transaction);
      });
  const differences: Difference[] = [];
  for (const check of checks) {
    await giveWay();
    const began = performance.now();
    differences.push(...(await differencesOf(alone, check)));
    await sleep(performance.now() - began, undefined, { signal: ending.signal });
  }
  return { checked: await alone(countsOf), differences };
}

const statements = [
  ...ledgerChecks,
  ...recordChecks,
  ...legChecks,
  ...decisionChecks,
  ...witnessChecks,
  ...clockChecks,
  ...fillChecks,
  ...amountChecks,
].map(({ name, text }) => ({
  name,
  text: `SELECT * FROM (${text}) difference LIMIT ${differencesPerCheckMax}`,
}));

/** For `npm run check`: texts that are composed here by more than templates. */
export const preparedStatements = statements;

const checks: readonly (Statement | RecomputedCheck)[] = [...statements, ...recomputedChecks];

/**
 * Runs what goes over whole tables. While a table fills, PostgreSQL may take it for nearly empty, and read another
 * one through for each of its rows; kept from that it takes as long as with right figures.
 */
export async function overWholeTables<Row>(
  transaction: Reader,
  text: string,
): Promise<readonly Row[]> {
  await sql`SELECT set_config('enable_nestloop', 'off', true)`.execute(transaction);
  const { rows } = await transaction.executeQuery<Row>(CompiledQuery.raw(text));
  await sql`SELECT set_config('enable_nestloop', 'on', true)`.execute(transaction);
  return rows;
}

type Statement = (typeof statements)[number];

async function differencesOf(
  read: Read,
  check: Statement | RecomputedCheck,
): Promise<Difference[]> {
  const { name } = check;
  if ("text" in check) {
    const { text } = check;
    const found = await read((reader) => overWholeTables<Omit<Difference, "check">>(reader, text));
    return found.map((row) => ({ check: name, ...row }));
  }
  const differences: Difference[] = [];
  for await (const difference of check.find(read)) {
    differences.push({ check: name, ...difference });
    if (differences.length === differencesPerCheckMax) break;
  }
  return differences;
}

async function countsOf(reader: Reader): Promise<Counts> {
  const counted = await reader.executeQuery<Record<keyof Counts, bigint>>(
    CompiledQuery.raw(countsText),
  );
  const counts = Object.entries(counted.rows[0] ?? {}).map(([name, count]) => [
    name,
    Number(count),
  ]);
  return Object.fromEntries(counts) as Counts;
}

/** One line a difference, for a terminal and the log: ids, what it has to be, and what it is. */
export function differenceLine({ check, figure, ids, expected, found }: Difference): string {
  const named = Object.entries(ids).map(([name, id]) => `${name} ${id}`);
  return `${check} ${figure}: ${named.join(", ")}: expected ${expected}, found ${found}`;
}

/** Holds the books against themselves again and again, and keeps the running totals short. */
export function startBookChecks(context: CheckContext, everyMs = lookEveryMs): BookCheck {
  const { database } = context;
  const traffic = watchTraffic(database.reader);
  const abort = new AbortController();
  const ending: Ending = { signal: abort.signal, holder: null, backend: null };
  let running: Promise<void> | null = null;
  /** Until then the run that is on gives way to those who trade. */
  let patientUntil = 0;

  const run = (): Promise<void> =>
    (running ??= checkOnce(context, giveWay, ending)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) throw error;
      })
      .finally(() => {
        running = null;
      }));

  /** A check of many records takes minutes; who stops the server does not wait for it. */
  async function end(): Promise<void> {
    abort.abort();
    while (running !== null) {
      const { holder, backend } = ending;
      // By the run's own connection: another may not be had. One that is gone has ended the run.
      if (holder !== null && backend !== null) {
        await store.cancelStatement(holder, backend).catch(() => undefined);
      }
      await Promise.race([running, sleep(endingMs, undefined, { ref: false })]);
    }
  }

  /** Answers how long it waited. */
  async function giveWay(): Promise<number> {
    let waitedMs = 0;
    while (performance.now() < patientUntil && (await traffic.isBusy())) {
      await sleep(giveWayMs);
      waitedMs += giveWayMs;
    }
    return waitedMs;
  }

  const checking = context.jobs.repeat(
    { everyMs, failure: "the books were not checked" },
    async (isStopped) => {
      const manyTrade = await traffic.isBusy();
      const last = await store.sinceLastRun(database.reader);
      if (last !== undefined && !isRested(last)) return;
      const patience = patienceMs(last);
      if (isStopped() || running !== null || (manyTrade && patience > 0)) return;
      patientUntil = performance.now() + patience;
      await run();
    },
  );
  const folding = context.jobs.repeat(
    { everyMs: lookEveryMs, failure: "the ledger's totals were not folded" },
    () => database.transaction((transaction) => foldTotals(transaction)),
  );
  return {
    async runNow() {
      patientUntil = 0;
      const ended = run().then(() => false);
      return Promise.race([ended, sleep(waitMsMax, true, { ref: false })]);
    },
    async stop() {
      patientUntil = 0;
      await Promise.all([checking.stop(), folding.stop(), end()]);
    },
  };
}

/** By what all processes have posted since the look before; until there is one, many may trade. */
function watchTraffic(reader: Reader): { isBusy(): Promise<boolean> } {
  let before: Look | null = null;
  let busy = true;
  return {
    async isBusy() {
      // Orders come in batches: between two of them it seems that nobody trades.
      if (before !== null && performance.now() - before.atMs < lookMsMin) return busy;
      const now = { transfers: await store.postedTransfers(reader), atMs: performance.now() };
      busy = before === null || isBusy(before, now);
      before = now;
      return busy;
    },
  };
}

/** On a connection of its own, so that nobody's call waits for one. Nothing where another process is at it. */
async function checkOnce(
  { database, log }: Omit<CheckContext, "jobs">,
  giveWay: () => Promise<number>,
  ending: Ending,
): Promise<void> {
  const own = createDatabase(database.connectionString, { poolMax: 2 });
  try {
    await own.reader.transaction().execute(async (holder) => {
      // It holds nothing but the lock, for as long as the run takes.
      await sql`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
        holder,
      );
      if (!(await store.takeCheckLock(holder))) return;
      ending.holder = holder;
      const startedAt = await store.databaseNow(holder);
      let gaveWayMs = 0;
      const counting = async () => {
        gaveWayMs += await giveWay();
      };
      const { checked, differences } = await verifyBooksBeside(own.reader, counting, ending);
      await store.insertRun(holder, { started_at: startedAt, checked, differences, gaveWayMs });
      if (differences.length === 0) return;
      log.error(
        { count: differences.length, first: differences.slice(0, 10).map(differenceLine) },
        "the books do not hold",
      );
    });
  } finally {
    ending.holder = null;
    ending.backend = null;
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
