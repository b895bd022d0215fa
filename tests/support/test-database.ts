import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { templateName, withDatabase } from "./connection-string.ts";
import { sqlClient } from "./sql-client.ts";

export interface TestDatabase {
  /** As the server works: it owns nothing. */
  readonly connectionString: string;
  /** As whoever made the tables: for tests that alter them, or tamper with what is guarded. */
  readonly ownerConnectionString: string;
  /** Ends every session on it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database of the test file's own, cloned from the run's template in a few milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(templateName);
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

async function createFrom(template: string): Promise<TestDatabase> {
  const { connectionString, ownerConnectionString: server } = inject("testPostgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Page by page, as it is done unasked, takes three times the work.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(connectionString, name),
    ownerConnectionString: withDatabase(server, name),
    drop: () => dropPatiently(server, name),
  };
}

const dropAttemptsMax = 10;
/** PostgreSQL's own vacuuming is at work in it, and no ordinary role may end that. */
const insufficientPrivilege = "42501";

async function dropPatiently(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onServer(server, `drop database ${name} with (force)`);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== insufficientPrivilege || attempt === dropAttemptsMax) throw error;
      await sleep(200 * attempt);
    }
  }
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
