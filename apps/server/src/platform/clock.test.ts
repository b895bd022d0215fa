import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { clockChannel, createClock } from "./clock.ts";
import { createJobs } from "./jobs.ts";
import { createLog } from "./log.ts";
import { createDatabase, sql, type Database } from "./sql/database.ts";
import { createListener, type Listener } from "./sql/listener.ts";

let testDatabase: TestDatabase;
let database: Database;
let owner: Database;
let listener: Listener;
const jobs = createJobs(createLog("fatal"), { byThemselves: false });
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  database = createDatabase(connectionString);
  owner = createDatabase(testDatabase.ownerConnectionString);
  listener = await createListener(connectionString, [clockChannel], createLog("fatal"));
});
afterAll(async () => {
  await listener.close();
  await database.close();
  await owner.close();
  await testDatabase.drop();
});

it("tells real time beside the app's, which an operator moves alone", async () => {
  const clock = await createClock({ database, listener, jobs, log: createLog("fatal") });
  const [app, real] = [clock.now(), clock.realNow()];
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 3600`.execute(
    database.reader,
  );
  await clock.synchronise();
  expect(clock.now() - app).toBeGreaterThanOrEqual(3_600_000);
  expect(clock.realNow() - real).toBeLessThan(3_600_000);
  await testDatabase.advanceReal(86_400);
  await clock.synchronise();
  expect(clock.now() - app).toBeGreaterThanOrEqual(90_000_000);
  expect(clock.realNow() - real).toBeGreaterThanOrEqual(86_400_000);
  expect(clock.realNow() - real).toBeLessThan(90_000_000);
  await clock.stop();
});

it("does not go back where an answer from before a move comes after it", async () => {
  const clock = await createClock({ database, listener, jobs, log: createLog("fatal") });
  // The next answer tells the time at which it was asked for, and comes half a second later.
  for (const statement of [
    "CREATE SEQUENCE clock_asked",
    "GRANT ALL ON SEQUENCE clock_asked TO public",
    "ALTER FUNCTION app_now() RENAME TO app_now_at_once",
    `CREATE FUNCTION app_now() RETURNS TIMESTAMPTZ LANGUAGE plpgsql AS $$
      DECLARE told TIMESTAMPTZ := app_now_at_once();
      BEGIN
        IF nextval('clock_asked') = 1 THEN PERFORM pg_sleep(0.5); END IF;
        RETURN told;
      END $$`,
  ]) {
    await sql.raw(statement).execute(owner.reader);
  }
  const before = clock.now();
  const late = clock.synchronise();
  const isAsked = async () => {
    const { rows } = await sql<{
      called: boolean;
    }>`SELECT is_called AS called FROM clock_asked`.execute(owner.reader);
    return rows[0]?.called;
  };
  await expect.poll(isAsked).toBe(true);
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 3600`.execute(
    database.reader,
  );
  await clock.synchronise();
  await late;
  expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
  await clock.stop();
});
