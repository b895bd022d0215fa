import { afterAll, beforeAll, expect, it } from "vitest";
import { plans } from "../../../../../tests/support/kept-plans.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { isConnectionFault } from "./connection-faults.ts";
import { createDatabase, firstRow, rowsWithKeptPlan, sql, type Database } from "./database.ts";

let testDatabase: TestDatabase;
let database: Database;
const { areKept } = plans;
beforeAll(async () => {
  // Which plans are kept is a point of these tests.
  plans.areKept = false;
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connectionString, { poolMax: 2 });
});
afterAll(async () => {
  plans.areKept = areKept;
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

it("heavy reads see one moment, write nothing, and neither take nor wait for the others' connections", async () => {
  const held = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let count = 0;
  const heavy = Array.from({ length: 4 }, () =>
    database.readHeavily(async (reader) => {
      await sql`SELECT 1`.execute(reader);
      if ((count += 1) === 2) started.resolve();
      await held.promise;
      return (await firstRow(reader, sql<{ level: string }>`SHOW transaction_isolation`)) ?? {};
    }),
  );
  await started.promise;
  // Two are under way and two wait: everybody else is served, and no third one has begun.
  await Promise.all(Array.from({ length: 6 }, () => sql`SELECT 1`.execute(database.reader)));
  expect(count).toBe(2);
  held.resolve();
  expect(await Promise.all(heavy)).toEqual(
    Array.from({ length: 4 }, () => ({ transaction_isolation: "repeatable read" })),
  );
  const writing = database.readHeavily((reader) =>
    sql`UPDATE simulation_clock SET offset_seconds = 1`.execute(reader),
  );
  await expect(writing).rejects.toThrow("read-only");
});

it("a plan that is kept is made once a connection, whatever the parameters, and only its transaction is run so", async () => {
  const alone = createDatabase(testDatabase.connectionString, { poolMax: 1 });
  const sums: number[] = [];
  for (const ids of [[1n], [1n, 2n, 3n]]) {
    const [found] = await alone.transaction((transaction) =>
      rowsWithKeptPlan(
        transaction,
        "kept",
        sql<{
          sum: number;
        }>`SELECT sum(id)::int AS sum FROM unnest(${ids}::bigint[]) AS i (id)`.compile(transaction),
      ),
    );
    sums.push(found?.sum ?? 0);
  }
  expect(sums).toEqual([1, 6]);
  const kept =
    await sql`SELECT name, generic_plans, custom_plans FROM pg_prepared_statements`.execute(
      alone.reader,
    );
  expect(kept.rows).toEqual([{ name: "kept", generic_plans: 2n, custom_plans: 0n }]);
  const mode = await sql`SELECT current_setting('plan_cache_mode') AS mode`.execute(alone.reader);
  expect(mode.rows).toEqual([{ mode: "auto" }]);
  await alone.close();
});

it("a heavy read that takes too long is ended, as a fault that passes", async () => {
  const impatient = createDatabase(testDatabase.connectionString, { heavyReadMsMax: 50 });
  try {
    const endless = impatient.readHeavily((reader) => sql`SELECT pg_sleep(60)`.execute(reader));
    const error = await endless.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(isConnectionFault(error as Error)).toBe(true);
  } finally {
    await impatient.close();
  }
});
