import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createEmptyDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { migrate } from "./migrate.ts";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = sqlClient(database.connectionString);
  await client.connect();
  folder = mkdtempSync(join(tmpdir(), "sanshi-migrations-"));
  write(
    "0001_first.sql",
    "create table first (n int); insert into first select generate_series(1, 500);",
  );
  write("0002_second.sql", "create table second (n int);");
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}

async function column(sql: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
  return rows.map(([value]) => value);
}

test("applies what is new, in order, and nothing twice", async () => {
  expect(await migrate(client, folder)).toEqual(["0001_first.sql", "0002_second.sql"]);
  expect(await migrate(client, folder)).toEqual([]);
  write("0003_third.sql", "insert into second values (3)");
  expect(await migrate(database.connectionString, folder)).toEqual(["0003_third.sql"]);
  expect(await column("select n from second")).toEqual([3]);
  expect(await column("select name from schema_migrations order by name")).toHaveLength(3);
});

test("leaves the tables analysed", async () => {
  await migrate(client, folder);
  expect(await column("select reltuples::int from pg_class where relname = 'first'")).toEqual([
    500,
  ]);
});

test("of several at once, one applies and the others find it done", async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => migrate(database.connectionString, folder)),
  );
  expect(answers.map((applied) => applied.length).toSorted()).toEqual([0, 0, 0, 2]);
});

test("a failing migration leaves nothing of itself, keeps those before it, and names its line", async () => {
  write("0003_broken.sql", "create table third (n int);\ninsert into nowhere values (1);");
  await expect(migrate(client, folder)).rejects.toThrow(
    'The migration 0003_broken.sql failed at line 2: error: relation "nowhere" does not exist.',
  );
  expect(await column("select to_regclass('third')")).toEqual([null]);
  expect(await column("select count(*)::int from schema_migrations")).toEqual([2]);
});

test("an applied migration that was changed is refused", async () => {
  await migrate(client, folder);
  write("0001_first.sql", "create table first (n bigint)");
  await expect(migrate(client, folder)).rejects.toThrow(
    "The migration 0001_first.sql was changed after it was applied: put it back as it was and write a new migration.",
  );
});

test("a database of a newer version is refused", async () => {
  await migrate(client, folder);
  rmSync(join(folder, "0002_second.sql"));
  await expect(migrate(client, folder)).rejects.toThrow("it was made by a newer version");
});

test("a new migration with an old number is refused", async () => {
  await migrate(client, folder);
  write("0001_also.sql", "select 1");
  await expect(migrate(client, folder)).rejects.toThrow(
    "Two migrations have the number 0001: 0001_also.sql and 0001_first.sql.",
  );
  rmSync(join(folder, "0001_also.sql"));
  write("0000_before.sql", "select 1");
  await expect(migrate(client, folder)).rejects.toThrow("give it the next free number");
});

test("a file that is not named like a migration is refused", async () => {
  write("3-third.sql", "select 1");
  await expect(migrate(client, folder)).rejects.toThrow("is not named like 0007_withdrawals.sql");
});
