import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { templateName, withDatabase } from "./connection-string.ts";

export interface TestDatabase {
  readonly connectionString: string;
  /** Ends every session on it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database of the test file's own, cloned from the run's template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testPostgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template ${templateName}`);
  return {
    connectionString: withDatabase(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
