import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  createDatabase,
  firstRow,
  sql,
  type Database,
  type Reader,
} from "../../platform/sql/database.ts";
import { createInterestAccrual } from "./interest-accrual.ts";

let app: TestApplication;
let database: Database;
beforeAll(async () => {
  app = await startTestApplication();
  // What one connection wrote is counted once it says so.
  database = createDatabase(app.owner.connectionString, { poolMax: 1 });
});
afterAll(async () => {
  await database.close();
  await app.stop();
});

it("writes a day's interest without an entry in any index, neighbours of a page by different statements", async () => {
  const customer = await app.newCustomer();
  const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
  await sql`INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
      state, opened, closed, open_price, cost, margin, margin_left, borrowed_left, opened_at, sellable_at)
    SELECT 800000000 + n, ${customerId}, 'jpy', '7203', 'long', 'market', 'until_cancelled', 2, 'holding',
      100, 0, 21000000, 210000, 105000, 105000, 105001 + n, app_now() - interval '10 days', app_now()
    FROM generate_series(1, 300) n`.execute(database.reader);
  const before = await updates();
  const { reader, statements } = watched(database.reader);
  await createInterestAccrual({
    clock: app.context.clock,
    database: { ...database, reader },
  }).run();
  const { all, inPlace } = await updates();
  expect(all - before.all).toBe(300);
  // What a page has room for from the first. Transactions of other databases can keep what is replaced for a while.
  expect(inPlace - before.inPlace).toBeGreaterThan(30);
  const written = statements.filter((sent) => sent.includes("interest_units = "));
  expect(written).toHaveLength(7);
  for (const sent of written) {
    for (let place = 1; place < 300; place += 1) {
      const both = [place, place + 1].map((n) => `${800_000_000 + n}`);
      expect(both.every((id) => sent.includes(id))).toBe(false);
    }
  }
});

/** With the texts and values of what it is asked. */
function watched(asked: Reader): { reader: Reader; statements: string[] } {
  const statements: string[] = [];
  const reader = asked.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(
        JSON.stringify(node, (_, value: unknown) =>
          typeof value === "bigint" ? String(value) : value,
        ),
      );
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { reader, statements };
}

/** Of positions: all of them, and those that left the indexes alone. */
async function updates(): Promise<{ all: number; inPlace: number }> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(database.reader);
  const row = await firstRow(
    database.reader,
    sql<{
      all: number;
      inPlace: number;
    }>`SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace"
      FROM pg_stat_user_tables WHERE relname = 'position'`,
  );
  return row!;
}
