import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { sql } from "../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await app.newCustomer();
});
afterAll(() => app.stop());

/** Two postings by hand, past every check in code. */
const post = (first: [number, string, number], second: [number, string, number]) =>
  sql`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, kind, cause_id, happened_at)
    SELECT 1000, account_id, currency, amount, 'test', 1, real_now()
    FROM (VALUES (${first[0]}::bigint, ${first[1]}, ${first[2]}::bigint),
      (${second[0]}::bigint, ${second[1]}, ${second[2]}::bigint)) AS v (account_id, currency, amount)`.execute(
    app.context.database.reader,
  );

async function houseAccountId(currency: string): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ id: string }>(
    "SELECT id FROM ledger_account WHERE customer_id IS NULL AND currency = $1 LIMIT 1",
    [currency],
  );
  return Number(rows[0]?.id);
}

describe("the database", () => {
  it("refuses a transfer that does not sum to zero", async () => {
    const yen = await houseAccountId("JPY");
    await expect(post([yen, "JPY", 5], [yen, "JPY", -4])).rejects.toThrow("does not sum to zero");
    // As much too little as too much.
    await expect(post([yen, "JPY", 4], [yen, "JPY", -5])).rejects.toThrow("does not sum to zero");
  });

  it("refuses a posting to an account that does not exist", async () => {
    const yen = await houseAccountId("JPY");
    await expect(post([yen, "JPY", 5], [999_999, "JPY", -5])).rejects.toThrow("names no account");
  });

  it("refuses a posting in another currency than its account's", async () => {
    const [yen, dollar] = [await houseAccountId("JPY"), await houseAccountId("USD")];
    await expect(post([yen, "JPY", 5], [dollar, "JPY", -5])).rejects.toThrow("names no account");
  });

  it("refuses a request of no customer, and a fill of no position", async () => {
    const { pool } = app.context.database;
    await expect(
      pool.query(`INSERT INTO client_request (customer_id, request_id, input_hash, answer)
        VALUES (999999, gen_random_uuid(), '', '{}')`),
    ).rejects.toThrow("names no customer");
    await expect(
      pool.query(`INSERT INTO fill (position_id, number, side, price, quantity, amount, fee,
          fee_items, feed, quote_sequence, bid, ask, quote_at, filled_at)
        VALUES (999999, 0, 'buy', 1, 1, 1, 0, '[]', 'test', 1, 1, 1, real_now(), real_now())`),
    ).rejects.toThrow("names no position");
  });

  it("refuses a position of no customer", async () => {
    await expect(
      app.context.database.pool
        .query(`INSERT INTO position (id, customer_id, market, code, side, kind,
          time_in_force, leverage, state, opened, open_price, opened_at, sellable_at)
        VALUES (1, 999999, 'jpy', '7203', 'long', 'market', 'until_cancelled', 1, 'holding', 1, 1, real_now(),
          real_now())`),
    ).rejects.toThrow("names no customer");
  });

  it("refuses a posting of nothing, and half a running balance", async () => {
    const insert = (amount: string, after: string, version: string) =>
      app.owner.pool.query(`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount,
          balance_after, version, kind, cause_id, happened_at)
        SELECT 1001, id, currency, ${amount}, ${after}, ${version}, 'test', 1, real_now()
        FROM ledger_account WHERE customer_id IS NULL LIMIT 1`);
    await expect(insert("0", "NULL", "NULL")).rejects.toThrow("violates check constraint");
    await expect(insert("1", "1", "NULL")).rejects.toThrow("violates check constraint");
    await expect(insert("1", "NULL", "1")).rejects.toThrow("violates check constraint");
  });

  it("refuses a version that an account's posting has already", async () => {
    const again = app.owner.pool.query(`INSERT INTO ledger_posting (transfer_id, account_id,
        currency, amount, balance_after, version, kind, cause_id, happened_at)
      SELECT 1002, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at
      FROM ledger_posting WHERE version IS NOT NULL LIMIT 1`);
    await expect(again).rejects.toThrow("ledger_posting_version");
  });

  it("refuses a second account for the same, the house's too, and a currency that is none", async () => {
    const { pool } = app.owner;
    const again = (whose: string) =>
      pool.query(`INSERT INTO ledger_account (customer_id, currency, purpose)
        SELECT customer_id, currency, purpose FROM ledger_account
        WHERE customer_id IS ${whose} LIMIT 1`);
    for (const whose of ["NULL", "NOT NULL"]) {
      await expect(again(whose)).rejects.toThrow("violates unique constraint");
    }
    await expect(
      pool.query("INSERT INTO ledger_account (currency, purpose) VALUES ('yen', 'test')"),
    ).rejects.toThrow("violates check constraint");
  });

  it.each(["ledger_account", "ledger_posting", "fill", "customer", "position"])(
    "takes nothing from %s",
    async (table) => {
      const harm = app.owner.pool.query(`DELETE FROM ${table}`);
      await expect(harm).rejects.toThrow(`${table} is append-only`);
    },
  );

  it("still has right books", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
