import { expect, test } from "vitest";
import { createTestDatabase } from "./test-database.ts";
import { realTimeBegins } from "./real-time.ts";
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

test("real time begins at one moment as a database is made, runs on, and is moved by the test", async () => {
  const database = await createTestDatabase();
  const since = async (expression: string): Promise<number> => {
    const [row] = await query(
      database.connectionString,
      `select (extract(epoch from ${expression} - '${realTimeBegins.toISOString()}') * 1000)::float8 as ms`,
    );
    return row.ms;
  };
  const begun = await since("real_now()");
  expect(begun).toBeGreaterThanOrEqual(0);
  expect(begun).toBeLessThan(60_000);
  expect(await since("app_now()")).toBeGreaterThan(begun);
  expect(Math.abs(database.realNow() - realTimeBegins.getTime() - begun)).toBeLessThan(60_000);
  const days = 400 * 86_400_000;
  await database.advanceReal(days / 1_000);
  for (const moved of [await since("real_now()"), await since("app_now()")]) {
    expect(moved - days).toBeGreaterThan(begun);
    expect(moved - days).toBeLessThan(60_000);
  }
  // A second beginning would lose what was moved.
  await database.beginRealTime();
  expect(await since("real_now()")).toBeGreaterThan(days);
  await database.drop();
});

test("the machine's clock is set without any time passing in what stands on it as a test moves it", async () => {
  const database = await createTestDatabase();
  const [before] = await query(database.connectionString, "select wall_clock() as wall");
  await database.stepWall(-3_600);
  await database.stepWall(-3_600);
  const [after] = await query(database.connectionString, "select wall_clock() as wall");
  expect(before.wall - after.wall).toBeGreaterThan(7_100_000);
  await database.drop();
});

test("what the app asks for real time costs it no call of a function", async () => {
  const database = await createTestDatabase();
  const plan = await query(
    database.connectionString,
    "explain (verbose, costs off) select real_now()",
  );
  expect(JSON.stringify(plan)).toContain("clock_timestamp()");
  expect(JSON.stringify(plan)).not.toContain("real_now()");
  await database.drop();
});

test("no column's default and no function but wall_clock() asks PostgreSQL's own clock", async () => {
  const database = await createTestDatabase();
  const asking = await query(
    database.connectionString,
    `select adrelid::regclass::text as name from pg_attrdef
      where adrelid <> 'schema_migrations'::regclass
        and pg_get_expr(adbin, adrelid) ~* 'clock_timestamp|\\mnow\\(|current_(date|time)|localtime'
      union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
        and prosrc ~* 'clock_timestamp|\\mnow\\(|current_(date|time)|localtime'`,
  );
  expect(asking).toEqual([{ name: "wall_clock" }]);
  await database.drop();
});
