import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { inject } from "vitest";
import { templateName, withDatabase } from "./connection-string.ts";
import { plans } from "./kept-plans.ts";
import { realTimeBegins } from "./real-time.ts";
import { sqlClient, sqlPool } from "./sql-client.ts";

export interface TestDatabase {
  /** As the server works: it owns nothing. */
  readonly connectionString: string;
  /** As whoever made the tables: for tests that alter them, or tamper with what is guarded. */
  readonly ownerConnectionString: string;
  /** Lets real time begin at the tests' moment, where the migrations have come later; a second time does nothing. */
  beginRealTime(): Promise<void>;
  /** Real time in it, for tests without a clock of the app's. */
  realNow(): number;
  /** Moves real time, and the app's time with it. Whoever has asked for it before learns of it by asking again. */
  advanceReal(seconds: number): Promise<void>;
  /** Sets the machine's clock forward, or back where `seconds` is negative: no time passes. */
  stepWall(seconds: number): Promise<void>;
  /** Another one with all that is in it, as a backup of this moment brings it back. Nobody may be connected to it. */
  copy(): Promise<TestDatabase>;
  /** Ends every session on it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database of the test file's own, cloned from the run's template in a few milliseconds. */
export async function createTestDatabase(begins = realTimeBegins): Promise<TestDatabase> {
  const database = await createFrom(templateName, null, begins);
  await database.beginRealTime();
  return database;
}

/** A database with nothing in it, whose owner and server are two: for tests that open an older record. */
export function createUnmigratedDatabase(): Promise<TestDatabase> {
  return createFrom("template0");
}

/** A database with nothing in it, for tests of the migrations themselves: both addresses are its owner's. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createFrom("template0");
  return { ...database, connectionString: database.ownerConnectionString };
}

async function createFrom(
  template: string,
  templateAheadMs: number | null = null,
  begins = realTimeBegins,
): Promise<TestDatabase> {
  const { connectionString, ownerConnectionString: server } = inject("testPostgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Page by page, as it is done unasked, takes three times the work.
  const administration = administrationOf(server);
  await administration.query(`create database ${name} template ${template} strategy file_copy`);
  if (plans.areKept) {
    await administration.query(`alter database ${name} set plan_cache_mode = force_generic_plan`);
  }
  const ownerConnectionString = withDatabase(server, name);
  let aheadMs = templateAheadMs;
  let wallAheadSeconds = 0;
  const moveTo = (ms: number) => {
    aheadMs = ms;
    return onServer(ownerConnectionString, realTimeAhead(ms));
  };
  const begun = () => {
    if (aheadMs === null) throw new Error("real time has not begun in this database");
    return aheadMs;
  };
  return {
    connectionString: withDatabase(connectionString, name),
    ownerConnectionString,
    async beginRealTime() {
      if (aheadMs === null) await moveTo(begins.getTime() - Date.now());
    },
    realNow: () => Date.now() + begun(),
    advanceReal: (seconds) => moveTo(begun() + seconds * 1_000),
    async stepWall(seconds) {
      wallAheadSeconds += seconds;
      await onServer(ownerConnectionString, wallAhead(wallAheadSeconds));
    },
    copy: () => createFrom(name, aheadMs),
    drop: () => dropPatiently(server, name),
  };
}

/** With the number in its body, so that it is written into statements as the one that it replaces. */
function realTimeAhead(ms: number): string {
  return `create or replace function real_now() returns timestamptz language sql volatile parallel safe as
    $$ select steady_now() + interval '${ms / 1_000} seconds' $$`;
}

/** The statement that sets the machine's clock ahead of what it is, for a transaction of a test's own. */
export function wallAhead(seconds: number): string {
  return `create or replace function wall_clock() returns timestamptz language sql volatile parallel safe as
    $$ select clock_timestamp() + interval '${seconds} seconds' $$`;
}

const dropAttemptsMax = 30;
/** PostgreSQL's own vacuuming is at work in it, and no ordinary role may end that. */
const insufficientPrivilege = "42501";

async function dropPatiently(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await administrationOf(server).query(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== insufficientPrivilege || attempt === dropAttemptsMax) throw error;
      await sleep(20 * attempt);
    }
  }
}

const administrations = new Map<string, pg.Pool>();

/** One connection of a worker, for what makes and removes databases: a new one each time costs more than that. */
function administrationOf(server: string): pg.Pool {
  const known = administrations.get(server);
  if (known !== undefined) return known;
  // It is there until the worker ends, which does not wait for it.
  const pool = sqlPool(server, 1, { idleTimeoutMillis: 0, allowExitOnIdle: true });
  administrations.set(server, pool);
  return pool;
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = sqlClient(connectionString);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
