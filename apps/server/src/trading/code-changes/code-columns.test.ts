import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createDatabase, rows, sql, type Database } from "../../platform/sql/database.ts";

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase(made.ownerConnectionString);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

type Column = { table_name: string; column_name: string };

/** Of tables, as views have theirs from them. */
const coded = () =>
  rows(
    database.reader,
    sql<Column>`SELECT table_name, column_name FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'code'
      ORDER BY table_name`,
  );

it("says of every column with codes what a code change does to it, and of no other", async () => {
  const said = await rows(
    database.reader,
    sql<
      Column & { reason: string }
    >`SELECT table_name, column_name, reason FROM code_column ORDER BY table_name`,
  );
  expect(said.map(({ table_name, column_name }) => ({ table_name, column_name }))).toEqual(
    await coded(),
  );
  for (const { table_name, reason } of said) expect(reason.length, table_name).toBeGreaterThan(10);
});

it("has a condition for each table that is carried, which its rows can be asked for", async () => {
  const carried = await rows(
    database.reader,
    sql<{
      table_name: string;
      carried_where: string;
    }>`SELECT table_name, carried_where FROM code_column
      WHERE carried_where IS NOT NULL`,
  );
  expect(carried.length).toBeGreaterThan(10);
  for (const { table_name, carried_where } of carried) {
    const text = `SELECT market FROM ${table_name} WHERE code = 'X' AND (${carried_where})`;
    await expect(database.pool.query(text), table_name).resolves.toBeDefined();
  }
});
