import { dayMs } from "@sanshi/contract";
import { price } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstRow, sql, type Transaction } from "../../platform/sql/database.ts";
import { isAppliedBefore } from "./corporate-actions.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  const exDate = localDate("jpy", app.context.clock.now());
  app.feed.act("jpy", "7203", { kind: "dividend", exDate, perShare: price(50_000n) });
});
afterAll(async () => {
  await app.stop();
});

it("reads no position where no action is new, and finds what is new and not applied", async () => {
  const customer = await app.newCustomer();
  const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
  const now = app.context.clock.now();
  const undone = new Error("undone");
  const looked = app.owner.transaction(async (transaction) => {
    await held(transaction, customerId, ["7203", "8001"]);
    const database = { ...app.context.database, reader: transaction };
    const isApplied = (since: number) =>
      isAppliedBefore({ ...app.context, database }, now + dayMs, since);
    const before = await positionsRead(transaction);
    expect(await isApplied(now + dayMs)).toBe(true);
    expect(await positionsRead(transaction)).toBe(before);
    expect(await isApplied(now - dayMs)).toBe(false);

    // Its terms are kept, and nobody is paid yet.
    await sql`INSERT INTO corporate_action (market, code, ex_date, number, kind, per_share, effective_at)
      VALUES ('jpy', '7203', ${localDate("jpy", now)}::date, 0, 'dividend', 50000, app_now())`.execute(
      transaction,
    );
    expect(await isApplied(now - dayMs)).toBe(false);
    await sql`INSERT INTO position_action (position_id, action_id, quantity_before, quantity_after, amount, applied_at)
      SELECT position_id, action_id, 100, 100, 1, app_now() FROM position_action_due`.execute(
      transaction,
    );
    expect(await isApplied(now - dayMs)).toBe(true);
    throw undone;
  });
  await expect(looked).rejects.toBe(undone);
});

/** A hundred positions in each of these stocks. */
async function held(
  transaction: Transaction,
  customerId: bigint,
  codes: readonly string[],
): Promise<void> {
  await sql`INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
      state, opened, closed, open_price, cost, margin, margin_left, opened_at, sellable_at)
    SELECT 700000000 + code::int * 1000 + n, ${customerId}, 'jpy', code, 'long', 'market',
      'until_cancelled', 1, 'holding', 100, 0, 21000000, 210000, 210000, 210000,
      app_now() - interval '2 days', app_now()
    FROM unnest(${[...codes]}::text[]) code, generate_series(1, 100) n`.execute(transaction);
}

/** Rows of positions that this transaction has read so far. */
async function positionsRead(transaction: Transaction): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<{ count: number }>`SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS count
      FROM pg_stat_xact_user_tables WHERE relname = 'position'`,
  );
  return row!.count;
}
