import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { legPostings, legsOf, repeatedLegPostings } from "./leg-postings.ts";

let app: TestApplication;
/** Two yen accounts of a customer, and one of the house. */
let accounts: [own: number, other: number, house: number];
beforeAll(async () => {
  app = await startTestApplication();
  const { account } = await app.newCustomer();
  const { rows } = await app.context.database.pool.query<{ id: bigint }>(
    `SELECT a.id FROM ledger_account a LEFT JOIN customer c ON c.id = a.customer_id
      WHERE a.currency = 'JPY' AND (c.account = $1 AND a.purpose IN ('available', 'reserved_orders')
        OR a.customer_id IS NULL AND a.purpose = 'market')
      ORDER BY a.customer_id NULLS LAST, a.purpose`,
    [account],
  );
  const [own = 0, other = 0, house = 0] = rows.map(({ id }) => Number(id));
  accounts = [own, other, house];
});
afterAll(() => app.stop());

type Movement = { own: number; other: number; house: number };

/** The postings that were written: number of the movement, place in `accounts`, amount, balance after. */
async function settle(postings: string, movements: readonly Movement[]): Promise<unknown[]> {
  const { pool } = app.context.database;
  const [own, other, house] = accounts;
  const before = await pool.query<{ last: bigint }>("SELECT nextval('ledger_transfer_id') AS last");
  const values = movements.map(
    (movement, index) => `(nextval('ledger_transfer_id'), 'test', ${index}::bigint, 'JPY',
      ${own}, ${movement.own}::bigint, ${other}, ${movement.other}::bigint,
      ${house}, ${movement.house}::bigint)`,
  );
  await pool.query(
    `WITH moment AS (SELECT real_now() AS now), movement AS MATERIALIZED (
        SELECT * FROM (VALUES ${values.join(", ")}) AS v (transfer_id, kind, cause_id, currency,
          own_account, own_delta, other_account, other_delta, house_account, house_delta)
      ), ${legsOf(["own", "other"], ["house"])}, ${postings}
      SELECT count(*) FROM movement`,
  );
  const { rows } = await pool.query<Record<string, bigint | null>>(
    "SELECT * FROM ledger_posting WHERE transfer_id > $1",
    [before.rows[0]?.last],
  );
  return rows
    .map((row) => [
      Number(row["cause_id"]),
      accounts.indexOf(Number(row["account_id"])),
      Number(row["amount"]),
      row["balance_after"] === null ? null : Number(row["balance_after"]),
    ])
    .toSorted();
}

describe.each([
  ["legPostings", legPostings],
  ["repeatedLegPostings", repeatedLegPostings],
])("%s", (_, postings) => {
  it("posts every leg that moves something, with the balance after it", async () => {
    expect(await settle(postings, [{ own: -300, other: 200, house: 100 }])).toEqual([
      [0, 0, -300, 999_700],
      [0, 1, 200, 200],
      [0, 2, 100, null],
    ]);
    expect(await settle(postings, [{ own: 300, other: -200, house: -100 }])).toEqual([
      [0, 0, 300, 1_000_000],
      [0, 1, -200, 0],
      [0, 2, -100, null],
    ]);
    expect(await settle(postings, [{ own: 0, other: 0, house: 0 }])).toEqual([]);
  });

  it("writes nothing of transfers of which one does not sum to zero", async () => {
    await expect(settle(postings, [{ own: -300, other: 200, house: 101 }])).rejects.toThrow(
      "does not sum to zero",
    );
  });

  it("leaves the books right", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

const twice = [
  { own: -300, other: 200, house: 100 },
  { own: -50, other: 0, house: 50 },
];

describe("an account that two transfers touch", () => {
  it("fails a statement that takes each once", async () => {
    await expect(settle(legPostings, twice)).rejects.toThrow("does not sum to zero");
  });

  it("has the balance after each of them in the form that takes several", async () => {
    expect(await settle(repeatedLegPostings, twice)).toEqual([
      [0, 0, -300, 999_700],
      [0, 1, 200, 200],
      [0, 2, 100, null],
      [1, 0, -50, 999_650],
      [1, 2, 50, null],
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
