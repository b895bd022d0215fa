import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createDatabase, firstRow, sql, type Database } from "./database.ts";

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connectionString, { poolMax: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it("a connection that is cut off within a transaction fails that transaction and nothing else", async () => {
  const cutOff = database.transaction(async (transaction) => {
    const row = await firstRow(transaction, sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`);
    await sql`SELECT pg_terminate_backend(${row?.pid ?? 0})`.execute(database.reader);
    // Time for the loss to be noticed while no query is under way on the connection.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`SELECT 1`.execute(transaction);
  });
  await expect(cutOff).rejects.toThrow();
  const row = await firstRow(database.reader, sql<{ one: number }>`SELECT 1 AS one`);
  expect(row?.one).toBe(1);
});
