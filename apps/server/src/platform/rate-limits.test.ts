import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { createDatabase, rows, sql, type Database } from "./sql/database.ts";
import {
  attemptsLeft,
  countAttempt,
  forgetAttempts,
  forgetAttemptsFrom,
  forgetOldAttempts,
  uncountAttempt,
  attemptsOf,
} from "./rate-limits.ts";

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connectionString);
});
beforeEach(() => sql`DELETE FROM try_counter`.execute(database.reader));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const limit = (key: string, attemptsMax: number) => ({ key, attemptsMax, windowMinutes: 15 });

async function counts(): Promise<Record<string, number>> {
  const found = await rows(
    database.reader,
    sql<{ key: string; attempts: number }>`SELECT key, tries AS attempts FROM try_counter`,
  );
  return Object.fromEntries(found.map(({ key, attempts }) => [key, attempts]));
}

it("an attempt that one limit stops uses up none of those after it", async () => {
  const limits = [limit("address", 2), limit("account", 5), limit("everybody", 100)];
  for (let attempts = 0; attempts < 10; attempts += 1) await countAttempt(database.reader, limits);
  expect(await counts()).toEqual({ address: 10, account: 2, everybody: 2 });
});

it("the minutes to wait are told from the first try too many on", async () => {
  const answers = [];
  for (let attempts = 0; attempts < 4; attempts += 1) {
    answers.push(await countAttempt(database.reader, [limit("address", 3)]));
  }
  expect(answers).toEqual([0, 0, 0, 15]);
});

it("a window that is over begins anew, and limits again", async () => {
  const tried = () => countAttempt(database.reader, [limit("address", 3)]);
  for (let attempts = 0; attempts < 4; attempts += 1) await tried();
  expect(await tried()).toBe(15);
  const after = (minutes: number) =>
    sql`UPDATE try_counter SET window_started_at = window_started_at
      - ${minutes} * interval '1 minute'`.execute(database.reader);
  await after(14);
  expect(await tried()).toBe(1);
  await after(1);
  expect([await tried(), await tried(), await tried()]).toEqual([0, 0, 0]);
  // From the try that began it on, not from where the first one was.
  expect(await tried()).toBe(15);
  await after(14);
  expect(await tried()).toBe(1);
});

it("a part of a minute to wait is told as a whole one", async () => {
  const tried = () => countAttempt(database.reader, [limit("address", 0)]);
  await tried();
  await sql`UPDATE try_counter SET window_started_at = real_now()
    - interval '13 minutes 30 seconds'`.execute(database.reader);
  expect(await tried()).toBe(2);
});

it("what is left is of one key alone, and all of it once its window is over", async () => {
  await countAttempt(database.reader, [limit("address", 5)]);
  for (let tries = 0; tries < 2; tries += 1) {
    await countAttempt(database.reader, [limit("account", 5)]);
  }
  const left = (key: string) => attemptsLeft(database.reader, limit(key, 5));
  expect([await left("account"), await left("address"), await left("nobody")]).toEqual([3, 4, 5]);
  expect(await attemptsOf(database.reader, "account", 15)).toBe(2);
  await sql`UPDATE try_counter SET window_started_at = window_started_at
    - interval '15 minutes' WHERE key = 'account'`.execute(database.reader);
  expect([await left("account"), await left("address")]).toEqual([5, 4]);
});

it("what was right in the end is forgotten or uncounted, and no attempt of another key", async () => {
  for (const key of ["right", "other", "others"]) {
    for (let tries = 0; tries < 2; tries += 1) {
      await countAttempt(database.reader, [limit(key, 5)]);
    }
  }
  await forgetAttempts(database.reader, "right");
  await uncountAttempt(database.reader, "other");
  expect(await counts()).toEqual({ other: 1, others: 2 });
  await uncountAttempt(database.reader, "other");
  await uncountAttempt(database.reader, "other");
  expect(await counts()).toEqual({ other: 0, others: 2 });
  await forgetAttemptsFrom(database.reader, "other");
  expect(await counts()).toEqual({});
});

it("what is long over is forgotten, and nothing else", async () => {
  await sql`INSERT INTO try_counter (key, window_started_at, tries)
    VALUES ('old', real_now() - interval '25 hours', 3), ('new', real_now() - interval '23 hours', 3)`.execute(
    database.reader,
  );
  await forgetOldAttempts(database.reader);
  expect(await counts()).toEqual({ new: 3 });
});
