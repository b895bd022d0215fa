import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { pollWithoutJobs } from "../../../../../tests/support/waiting-for-locks.ts";
import { createDatabase, sql, type Reader } from "../../platform/sql/database.ts";
import { createJobs } from "../../platform/jobs.ts";
import { startBookChecks } from "./book-check.ts";

let app: TestApplication;
let reader: Reader;
beforeAll(async () => {
  app = await startTestApplication();
  reader = app.context.database.reader;
});
afterAll(() => app.stop());

/**
 * Transfers of others, as far as the sequence of their numbers knows. The database goes on with them where this
 * process stands still for a moment, which would look as if nobody traded.
 */
function trade(): { rounds(): number; stop(): Promise<void> } {
  let stopped = false;
  let rounds = 0;
  const trader = async () => {
    while (!stopped) {
      await sql`SELECT nextval('ledger_transfer_id'), pg_sleep(0.001)
        FROM generate_series(1, 100)`.execute(reader);
      rounds += 1;
    }
  };
  const trading = Promise.all([trader(), trader()]);
  return {
    rounds: () => rounds,
    async stop() {
      stopped = true;
      await trading;
    },
  };
}

/** Long enough for many looks. */
async function forAWhile(others: ReturnType<typeof trade>): Promise<void> {
  const until = others.rounds() + 6;
  await pollWithoutJobs(async () => expect(others.rounds()).toBeGreaterThan(until));
}

/** A run that ended so long ago; answers its number. */
async function lastRanBefore(minutes: number): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO ledger_check_run (started_at, finished_at, checked, differences, difference_count)
    SELECT started_at - ago, finished_at - ago, checked, differences, 0
    FROM (SELECT *, ${minutes} * interval '1 minute' AS ago FROM ledger_check_run
      ORDER BY id DESC LIMIT 1) last
    RETURNING id`.execute(reader);
  return rows[0]?.id ?? 0n;
}

const runsAfter = async (id: bigint) =>
  (
    await sql<{ gave_way_ms: number }>`SELECT gave_way_ms FROM ledger_check_run
      WHERE id > ${id} ORDER BY id`.execute(reader)
  ).rows;

async function newestRun(): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`SELECT max(id) AS id FROM ledger_check_run`.execute(
    reader,
  );
  return rows[0]?.id ?? 0n;
}

/** By the lock of a run; folding the totals waits for the table too. */
async function isUnderWay(): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended('book check', 0)`.execute(
    reader,
  );
  return rows.length > 0;
}

const byThemselves = () => ({
  ...app.context,
  jobs: createJobs(app.context.log, { byThemselves: true }),
});

/** Where the application was at a run of its own, until that has ended too. */
async function runAlone(checks: ReturnType<typeof startBookChecks>): Promise<void> {
  await expect.poll(isUnderWay).toBe(false);
  await checks.runNow();
  await expect.poll(isUnderWay).toBe(false);
}

describe("runs beside those who trade", () => {
  it("begin when fewer trade, and ten minutes after the last one however many do", async () => {
    const others = trade();
    const checks = startBookChecks(byThemselves(), 20);
    try {
      await runAlone(checks);
      await forAWhile(others);
      const rested = await lastRanBefore(2);
      await forAWhile(others);
      expect(await runsAfter(rested)).toEqual([]);

      const overdue = await lastRanBefore(10);
      await pollWithoutJobs(async () =>
        expect(await runsAfter(overdue)).toEqual([{ gave_way_ms: 0 }]),
      );

      const again = await lastRanBefore(2);
      await forAWhile(others);
      expect(await runsAfter(again)).toEqual([]);
      await others.stop();
      await pollWithoutJobs(async () => expect(await runsAfter(again)).toHaveLength(1));
    } finally {
      await others.stop();
      await checks.stop();
    }
  });

  it("wait between two checks, and not where somebody asks for a run", async () => {
    const approver = await newOperator(app, "approver");
    const checks = startBookChecks(byThemselves(), 20);
    let others: ReturnType<typeof trade> | null = null;
    try {
      await runAlone(checks);
      let before = 0n;
      const lockedAt = performance.now();
      await app.owner.transaction(async (owner) => {
        await sql`LOCK TABLE ledger_total IN ACCESS EXCLUSIVE MODE`.execute(owner);
        before = await lastRanBefore(2);
        await pollWithoutJobs(async () => expect(await isUnderWay()).toBe(true));
        others = trade();
        await forAWhile(others);
      });
      if (others === null) throw new Error("nobody trades");
      // The check that waited for the table rests as long as that took, and only then gives way.
      await pause(2 * (performance.now() - lockedAt));
      await forAWhile(others);
      expect(await runsAfter(before)).toEqual([]);
      // One of the two: the application has a check of its own.
      await checks.runNow();
      await opsAccepted(app, "/api/ops/books/check", {}, approver);
      // A call waits for a run no longer than a few seconds.
      await expect.poll(() => runsAfter(before)).not.toEqual([]);
      const [run] = await runsAfter(before);
      expect(run?.gave_way_ms).toBeGreaterThan(0);
    } finally {
      await (others as ReturnType<typeof trade> | null)?.stop();
      await checks.stop();
    }
  });
});

describe("a run that is on as the server stops", () => {
  it("ends in the middle of a check, leaves no record, and says nothing", async () => {
    const said: unknown[] = [];
    const log = { ...app.context.log, error: (...line: unknown[]) => said.push(line) };
    const checks = startBookChecks({ ...byThemselves(), log });
    await runAlone(checks);
    const before = await newestRun();
    await app.owner.transaction(async (owner) => {
      await sql`LOCK TABLE fill IN ACCESS EXCLUSIVE MODE`.execute(owner);
      void checks.runNow();
      await pollWithoutJobs(async () => expect(await waitsForFills()).toBe(true));
      // The table stays locked: only who ends the check comes further.
      await checks.stop();
      expect(await isUnderWay()).toBe(false);
    });
    expect(await runsAfter(before)).toEqual([]);
    expect(said).toEqual([]);
  });

  it("ends too where no further connection to the database is to be had", async () => {
    const own = createDatabase(app.context.database.connectionString, {
      poolMax: 1,
      connectionWaitMsMax: 50,
    });
    const checks = startBookChecks({ ...byThemselves(), database: own });
    try {
      await runAlone(checks);
      await app.owner.transaction(async (owner) => {
        await sql`LOCK TABLE fill IN ACCESS EXCLUSIVE MODE`.execute(owner);
        void checks.runNow();
        await pollWithoutJobs(async () => expect(await waitsForFills()).toBe(true));
        await own.transaction(async () => {
          await checks.stop();
          expect(await isUnderWay()).toBe(false);
        });
      });
    } finally {
      await own.close();
    }
  });

  async function waitsForFills(): Promise<boolean> {
    const { rows } =
      await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'fill'::regclass
      AND mode = 'AccessShareLock'`.execute(reader);
    return rows.length > 0;
  }
});
