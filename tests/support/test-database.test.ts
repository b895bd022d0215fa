import { expect, test } from "vitest";
import { createTestDatabase } from "./test-database.ts";
import { sqlClient } from "./sql-client.ts";

async function query(connectionString: string, text: string) {
  const client = sqlClient(connectionString);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("gives each file a migrated database of its own", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(first.ownerConnectionString, "create table only_here (n int)");
  const seen = await query(second.connectionString, "select to_regclass('only_here') as found");
  expect(seen).toEqual([{ found: null }]);
  const migrated = await query(
    second.connectionString,
    "select to_regclass('schema_migrations')::text as t",
  );
  expect(migrated).toEqual([{ t: "schema_migrations" }]);
  await Promise.all([first.drop(), second.drop()]);
});
