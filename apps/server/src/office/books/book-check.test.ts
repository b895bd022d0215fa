import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tamper } from "../../../../../tests/support/tampering.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newOperator, ops, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { verifyLedger } from "../../../../../tools/verify-ledger.ts";
import { sql, type Reader } from "../../platform/sql/database.ts";
import { differenceLine, findDifferences, verifyBooks } from "./book-check.ts";
import { foldTotals } from "../../ledger/totals.ts";
import { foldPools } from "../../trading/positions/positions.ts";

let app: TestApplication;
let reader: Reader;
let customer: SignedIn;
let other: SignedIn;
let held = "";
let short = "";
beforeAll(async () => {
  app = await startTestApplication();
  reader = app.context.database.reader;
  [customer, other] = [await app.newCustomer(), await app.newCustomer()];
  app.feed.quote("jpy", "7203", "2850");
  held = await open({ side: "long", leverage: "2", quantity: "10" });
  short = await open({ side: "short", leverage: "1", quantity: "7" });
  await open({ side: "long", leverage: "1", quantity: "3", kind: "limit", price: "2800" });
  await app.advance(901);
  app.feed.quote("jpy", "7203", "2860");
  for (const id of [held, short]) {
    const part = { id, kind: "market", quantity: "4", request_id: newRequestId() } as const;
    await app.accepted("/trade/close-position", part, customer);
  }
  const quoted = { from: "JPY", to: "USD", amount: "10000" } as const;
  const { quote_id } = await app.accepted("/user/exchange-quote", quoted, customer);
  await app.accepted("/user/exchange", { quote_id, request_id: newRequestId() }, customer);
});
afterAll(() => app.stop());

async function open(order: {
  side: "long" | "short";
  leverage: string;
  quantity: string;
  kind?: "limit";
  price?: string;
}): Promise<string> {
  const input = { type: "jpy", code: "7203", kind: "market", request_id: newRequestId() } as const;
  return (await app.accepted("/trade/place-order", { ...input, ...order }, customer)).id;
}

/** Whoever owns the tables takes their guards away. */
const unguarded = `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT conrelid::regclass AS name, conname FROM pg_constraint
    WHERE contype IN ('f', 'c') AND conrelid <> 0 AND connamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.name, one.conname); END LOOP;
  FOR one IN SELECT DISTINCT tgrelid::regclass AS name FROM pg_trigger WHERE NOT tgisinternal
  LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', one.name); END LOOP;
END $$`;

/**
 * All tables at once, or none: a job that holds one of them and asks for another would wait for us, and we
 * for it.
 */
const locked = `DO $$ DECLARE tables text; BEGIN
  SELECT string_agg(c.oid::regclass::text, ', ') INTO tables FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition;
  LOOP
    BEGIN
      EXECUTE 'LOCK TABLE ' || tables || ' IN ACCESS EXCLUSIVE MODE NOWAIT';
      RETURN;
    EXCEPTION WHEN lock_not_available THEN PERFORM pg_sleep(0.02);
    END;
  END LOOP;
END $$`;

/** What the check says of books that the tables' owner has changed, and then puts back as they were. */
async function found(...statements: string[]): Promise<string[]> {
  const lines: string[] = [];
  const undo = new Error("undo");
  // Tried again where a job holds what is to be unguarded.
  const changed = app.owner.transaction(async (transaction) => {
    lines.length = 0;
    await sql.raw(locked).execute(transaction);
    await sql.raw(unguarded).execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    lines.push(...(await findDifferences(transaction)).differences.map(differenceLine));
    throw undo;
  });
  await changed.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return lines;
}

const account = (of: SignedIn, currency: string, purpose = "available") =>
  `(SELECT a.id FROM ledger_account a JOIN customer c ON c.id = a.customer_id
    WHERE c.account = '${of.account}' AND a.currency = '${currency}' AND a.purpose = '${purpose}')`;
const house = (purpose: string) =>
  `(SELECT id FROM ledger_account WHERE customer_id IS NULL AND currency = 'JPY'
    AND purpose = '${purpose}')`;
const bend = (of: SignedIn, by: number) =>
  `UPDATE ledger_balance SET balance = balance + ${by} WHERE account_id = ${account(of, "JPY")}`;
/** A posting by hand, beside the ledger. */
const post = (to: string, amount: number, kind: string, cause: string) =>
  `INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, kind, cause_id, happened_at)
    VALUES (900000, ${to}, 'JPY', ${amount}, '${kind}', ${cause}, app_now())`;
const position = (id: string, change: string) => `UPDATE position SET ${change} WHERE id = ${id}`;
const deposit = (
  status: number,
) => `INSERT INTO deposit (id, customer_id, channel_id, currency, amount,
    status, reference, receipt_document_id, submitted_at, decided_at)
  OVERRIDING SYSTEM VALUE SELECT 77, id, 0, 'JPY', 5000, ${status}, 'x', 0, app_now(),
    CASE WHEN ${status} <> 0 THEN app_now() END FROM customer WHERE account = '${customer.account}'`;
const withdrawal = (
  status: number,
) => `INSERT INTO withdrawal (id, customer_id, card_id, currency, amount,
    status, requested_at, expected_by, latest_by, ended_at)
  OVERRIDING SYSTEM VALUE SELECT 88, id, 0, 'JPY', 5000, ${status}, app_now(), app_now(), app_now(),
    CASE WHEN ${status} <> 0 THEN app_now() END FROM customer WHERE account = '${customer.account}'`;

describe("books that are right", () => {
  it("hold, and everything in them was looked at", async () => {
    const { checked, differences } = await verifyBooks(reader);
    expect(differences.map(differenceLine)).toEqual([]);
    expect(checked).toMatchObject({ positions: 3, exchanges: 1, deposits: 0 });
    expect(checked.postings).toBeGreaterThan(20);
  });

  it("hold before and after their totals are folded, and the trial balance stays the same", async () => {
    const trial = () => opsAccepted(app, "/api/ops/books/trial-balance", {}, viewer);
    const viewer = await newOperator(app, "viewer");
    const before = await trial();
    await app.context.database.transaction((transaction) => foldTotals(transaction));
    const { rows } = await sql`SELECT FROM ledger_increment`.execute(reader);
    expect(rows).toEqual([]);
    expect((await trial()).rows).toEqual(before.rows);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("hold before and after what is lent and short is folded, and a pool stays the same", async () => {
    const pools = async () =>
      (await sql`SELECT * FROM share_pool ORDER BY 1, 2`.execute(reader)).rows;
    const before = await pools();
    expect(before).not.toEqual([]);
    await app.context.database.transaction(foldPools);
    const { rows } = await sql`SELECT FROM share_pool_increment`.execute(reader);
    expect(rows).toEqual([]);
    expect(await pools()).toEqual(before);
    expect((await verifyBooks(reader)).differences).toEqual([]);
  });
});

describe("what the owner of the tables plants is named:", () => {
  it("money that was moved between two customers' balances", async () => {
    const lines = await found(bend(customer, 100), bend(other, -100));
    expect(lines).toHaveLength(2);
    for (const { account: name } of [customer, other]) {
      expect(lines).toContainEqual(
        expect.stringMatching(
          new RegExp(`^balance balance: .*purpose available.*customer ${name}`),
        ),
      );
    }
  });

  it("a posting that was changed together with its balance", async () => {
    const lines = await found(
      bend(other, 100),
      `UPDATE ledger_posting SET amount = amount + 100, balance_after = balance_after + 100
        WHERE account_id = ${account(other, "JPY")} AND version = 1`,
    );
    expect(lines.join()).toMatch(/transfer sum: currency JPY, transfer \d+: expected 0, found 100/);
    expect(lines.join()).toMatch(/total running_total: .*purpose available/);
  });

  it("a posting that was removed with its whole transfer", async () => {
    const lines = await found(
      `DELETE FROM ledger_posting WHERE transfer_id = (SELECT min(transfer_id) FROM ledger_posting
        WHERE account_id = ${account(customer, "JPY")})`,
    );
    expect(lines.join()).toMatch(/chain version: .*version 2, .*: expected 1, found 2/);
    expect(lines.join()).toMatch(/balance version/);
  });

  it("a balance after a posting that is not what came before and the posting", async () => {
    const lines = await found(
      `UPDATE ledger_posting SET balance_after = balance_after + 1
        WHERE account_id = ${account(customer, "JPY")} AND version = 2`,
    );
    expect(lines.filter((line) => line.startsWith("chain balance_after"))).toHaveLength(2);
  });

  it("a balance below its floor, one without a row, and one of the house", async () => {
    const lines = await found(
      `UPDATE ledger_balance SET floor = balance + 1 WHERE account_id = ${account(other, "JPY")}`,
      `DELETE FROM ledger_balance WHERE account_id = ${account(other, "USD", "reserved_withdrawals")}`,
      `INSERT INTO ledger_balance (account_id) VALUES (${house("market")})`,
    );
    expect(lines.map((line) => line.split(":")[0]).toSorted()).toEqual([
      "balance balance_row",
      "balance balance_row",
      "balance floor",
      "decision floor",
    ]);
  });

  it("a running total that says more than was posted", async () => {
    const lines = await found(
      `INSERT INTO ledger_increment SELECT * FROM ledger_total WHERE is_house AND postings > 0 LIMIT 1`,
    );
    expect(lines.join()).toMatch(/^total running_total: day \d{4}-\d\d-\d\d, owner house/);
  });

  it.each([
    ["a share too many", "opened = opened + 1", "position shares"],
    ["a cost that was made smaller", "cost = cost - 1", "position cost"],
    ["a loan that is gone", "borrowed_left = 0", "position borrowed_left"],
    ["a profit", "realised = realised + 1000", "position realised"],
    [
      "a profit with its proceeds",
      "realised = realised + 9, proceeds = proceeds + 9",
      "position proceeds",
    ],
    ["a fee that was given back", "close_fee = close_fee - 1", "position close_fee"],
    ["another owner", "customer_id = (SELECT max(id) FROM customer)", "position customer"],
  ])("a position with %s", async (_what, change, named) => {
    const lines = await found(position(held, change));
    expect(lines.join("\n")).toMatch(new RegExp(`${named}: customer \\d+, position ${held}: `));
  });

  it("a short's collateral and the shares that it has borrowed", async () => {
    const lines = await found(
      position(short, "collateral_left = collateral_left - 1"),
      `UPDATE share_loan SET quantity = 9 WHERE position_id = ${short} AND number = 0`,
    );
    expect(lines.map((line) => line.split(":")[0])).toEqual(
      expect.arrayContaining(["position collateral_left", "position shares_lent"]),
    );
  });

  it("a pool that has other shares than its positions lend and borrow", async () => {
    const lines = await found(
      "INSERT INTO share_pool_increment VALUES ('jpy', '7203', 5, 0), ('usd', 'NONE', 0, -1)",
    );
    expect(lines.map((line) => line.split(":")[0])).toEqual(["lending short", "lending lent"]);
  });

  it("a fill that was added, and a position that is gone", async () => {
    const added = await found(
      `INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, feed,
          quote_sequence, bid, ask, quote_at, filled_at)
        SELECT position_id, 99, side, price, 1, 0, 0, fee_items, feed, quote_sequence, bid, ask, quote_at,
          filled_at FROM fill WHERE position_id = ${held} AND number = 0`,
    );
    expect(added.join()).toMatch(
      new RegExp(`position shares: .*position ${held}: expected 7, found 6`),
    );
    const gone = await found(`DELETE FROM position WHERE id = ${held}`);
    expect(gone).toEqual([`position record: position ${held}: expected one, found none`]);
  });

  it("a deposit that was approved without money, and money without a deposit", async () => {
    expect((await found(deposit(1))).join()).toContain(
      `deposit bank: deposit 77, customer ${customer.account}: expected -5000, found 0`,
    );
    expect(await found(deposit(0))).toEqual([]);
    const money = await found(
      deposit(0),
      post(house("market"), -5000, "deposit", "77"),
      post(house("fees"), 5000, "deposit", "77"),
    );
    expect(money.join("\n")).toMatch(/deposit transfers: deposit 77, .*: expected 0, found 1/);
    const nobody = await found(
      post(house("market"), -5000, "deposit", "78"),
      post(house("fees"), 5000, "deposit", "78"),
    );
    expect(nobody.join("\n")).toContain("deposit record: deposit 78: expected one, found none");
  });

  it("a withdrawal that is paid without a posting, or waits without being held", async () => {
    const paid = (await found(withdrawal(1))).join("\n");
    expect(paid).toMatch(/withdrawal transfers: .*withdrawal 88: expected 2, found 0/);
    expect(paid).toMatch(/withdrawal bank: .*withdrawal 88: expected 5000, found 0/);
    expect((await found(withdrawal(0))).join("\n")).toMatch(/withdrawal held: .*expected -5000/);
  });

  it("an exchange at another rate than its quote's", async () => {
    const lines = await found(
      `UPDATE exchange_quote SET receive = receive + 1, at_mid = at_mid + 1`,
    );
    expect(lines.join("\n")).toMatch(/exchange bought: customer \d+, exchange \d+/);
  });

  it("a correction without a journal, and money of no known kind", async () => {
    const made = (kind: string) => [
      post(house("market"), -10, kind, "4242"),
      post(house("fees"), 10, kind, "4242"),
    ];
    expect((await found(...made("correction"))).join("\n")).toContain(
      "correction record: journal 4242: expected one, found none",
    );
    expect((await found(...made("bonus"))).join("\n")).toContain(
      "kind kind: transfer 900000: expected known, found bonus",
    );
  });
});

describe("the command, the books' page and the health page", () => {
  const verify = async () => {
    const lines: string[] = [];
    const code = await verifyLedger(
      { DATABASE_URL: app.context.database.connectionString },
      (line) => lines.push(line),
    );
    return { code, text: lines.join("\n") };
  };

  it("say how much was looked at, and nothing else of books that hold", async () => {
    const approver = await newOperator(app, "approver");
    expect(await verify()).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^Sign-ins, .* since .*Z\n\d+ accounts, \d+ postings, 3 positions, .*: 0 differences$/,
      ),
    });
    const { check, running } = await opsAccepted(app, "/api/ops/books/check", {}, approver);
    expect(running).toBe(false);
    expect(check).toMatchObject({
      difference_count: 0,
      differences: [],
      checked: { positions: 3 },
    });
    const { books } = await opsAccepted(app, "/api/ops/health", {}, approver);
    expect(books).toMatchObject({ difference_count: 0, finished_at: check?.finished_at });
  });

  it("are kept however long they take, though the database ends who holds it up", async () => {
    const approver = await newOperator(app, "approver");
    const { check: before } = await opsAccepted(app, "/api/ops/books/check", {}, approver);
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(reader);
    const database = sql.id(rows[0]?.name ?? "");
    const timeout = sql`idle_in_transaction_session_timeout`;
    await sql`ALTER DATABASE ${database} SET ${timeout} = '500ms'`.execute(app.owner.reader);
    try {
      let asked: Promise<unknown> = Promise.resolve();
      await app.owner.transaction(async (owner) => {
        await sql`LOCK TABLE ledger_total IN ACCESS EXCLUSIVE MODE`.execute(owner);
        asked = opsAccepted(app, "/api/ops/books/check", {}, approver);
        await sql`SELECT pg_sleep(1.5)`.execute(owner);
      });
      await asked;
      const last = async () =>
        (await opsAccepted(app, "/api/ops/books/trial-balance", {}, approver)).check?.started_at;
      await expect.poll(last).not.toBe(before?.started_at);
    } finally {
      await sql`ALTER DATABASE ${database} RESET ${timeout}`.execute(app.owner.reader);
    }
  });

  it("name a difference, end with 1 and show up in the metrics", async () => {
    const approver = await newOperator(app, "approver");
    const move = (amount: number) =>
      tamper(app, "ledger_balance", async (owner) => {
        await sql.raw(bend(customer, amount)).execute(owner);
        await sql.raw(bend(other, -amount)).execute(owner);
      });
    await move(100);
    try {
      const { code, text } = await verify();
      expect(code).toBe(1);
      expect(text).toMatch(/2 differences$/);
      await opsAccepted(app, "/api/ops/books/check", {}, approver);
      const { check } = await opsAccepted(app, "/api/ops/books/trial-balance", {}, approver);
      expect(check?.differences).toContainEqual(
        expect.objectContaining({
          check: "balance",
          figure: "balance",
          ids: expect.objectContaining({ customer: customer.account, currency: "JPY" }),
        }),
      );
      const list = "/api/ops/books/trial-balance#check.differences";
      const file = await ops(app, "/api/ops/lists/export", { list, filter: "" }, approver);
      const [, , ...lines] = file.text.trimEnd().split("\r\n");
      expect(lines).toHaveLength(check?.differences.length ?? 0);
      expect(lines.join()).toContain(customer.account);
      const metrics = await app.context.http.fastify.inject({ url: "/metrics" });
      expect(metrics.payload).toContain("sanshi_books_differences 2");
    } finally {
      await move(-100);
    }
  });

  it("are not for those who answer customers", async () => {
    const support = await newOperator(app, "support");
    const { body } = await ops(app, "/api/ops/books/check", {}, support);
    expect(body.msg).toBe("forbidden");
  });
});
