import { bankFileColumns } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tamper } from "../../../../../tests/support/tampering.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { cellsOfWorkbook, linesOfCsv, spelledAs } from "../../../../../tests/support/workbooks.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let reviewer: OperatorSession;
let approver: OperatorSession;
let viewer: OperatorSession;
let support: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // Far from the midnight at which a day ends.
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
  support = await newOperator(app, "support");
});
afterAll(() => app.stop());

const trialPath = "/api/ops/books/trial-balance";
const importPath = "/api/ops/books/bank-movements/import";
const movementsPath = "/api/ops/books/bank-movements";
const matchPath = "/api/ops/books/bank-movements/:id/match";
const head = bankFileColumns.join();
const today = () => new Date(app.context.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);

let made = 0;
/** One line of a bank's file; each has a name of its own. */
function line(amount: string, reference: string, more: { currency?: string; date?: string } = {}) {
  made += 1;
  const { currency = "JPY", date = today() } = more;
  return `BANK-${made},${date},${currency},${amount},${reference},"=HYPERLINK(""x"")"`;
}
const importFile = (lines: readonly string[], by = reviewer, file_name = "november.csv") =>
  opsAccepted(app, importPath, { file_name, text: [head, ...lines].join("\n") }, by);
const openMovements = async () =>
  (await opsAccepted(app, movementsPath, { limit: "100" }, viewer)).items;

/** A deposit as it stands once it is approved, with the reference that the customer was given. */
async function approvedDeposit(amount: number, reference: string): Promise<bigint> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`
      WITH channel AS (SELECT id FROM deposit_channel WHERE currency = 'JPY' ORDER BY id LIMIT 1)
      INSERT INTO deposit (customer_id, channel_id, currency, amount, status, reference,
        receipt_document_id, submitted_at, decided_at)
      SELECT customer.id, channel.id, 'JPY', ${amount}, 1, ${reference},
        0, app_now(), app_now() - interval '3 days 1 hour'
      FROM customer, channel WHERE account = ${customer.account} RETURNING id`,
  );
  await sql`INSERT INTO review_decision (queue, item_id, decision, reason_words, note, decided_by, decided_at)
    SELECT 'deposits', ${row!.id}, 'approve', '', '', min(id), app_now() FROM operator`.execute(
    app.owner.reader,
  );
  await app.context.database.transaction(async (transaction) => {
    const of = await firstRow(
      transaction,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${customer.account}`,
    );
    const own = (await customerAccounts(transaction, of!.id)).get(accountKey("JPY", "available"));
    await postTransfer(transaction, {
      kind: "deposit",
      causeId: row!.id,
      currency: "JPY",
      happenedAt: app.context.clock.now(),
      entries: [
        {
          accountId: await houseAccount(transaction, "JPY", "bank"),
          amount: minor(-BigInt(amount)),
        },
        { accountId: own!, amount: minor(BigInt(amount)) },
      ],
    });
  });
  return row!.id;
}

describe("the trial balance", () => {
  it("sums to zero in each currency, and has the house's accounts beside the customers'", async () => {
    const { rows, sums } = await opsAccepted(app, trialPath, {}, viewer);
    expect(sums.length).toBeGreaterThan(2);
    for (const { sum } of sums) expect(Number(sum)).toBe(0);
    const available = rows.find((row) => row.currency === "JPY" && row.purpose === "available");
    expect(available).toMatchObject({ owner: "customers", sum: "1000000" });
    const grant = rows.find((row) => row.currency === "JPY" && row.purpose === "simulated_grant");
    expect(grant).toMatchObject({ owner: "house", sum: "-1000000" });
  });

  it("is the sum of the postings, whatever the balance rows say", async () => {
    const bend = (amount: number) =>
      tamper(app, "ledger_balance", (owner) =>
        sql`UPDATE ledger_balance SET balance = balance + ${amount} FROM ledger_account account
          WHERE account.id = account_id AND purpose = 'available' AND currency = 'USD'`.execute(
          owner,
        ),
      );
    await bend(100);
    const { sums } = await opsAccepted(app, trialPath, {}, viewer);
    await bend(-100);
    for (const { sum } of sums) expect(Number(sum)).toBe(0);
  });

  it("is not for those who answer customers", async () => {
    expect(await opsRefused(app, trialPath, {}, support)).toBe("forbidden");
  });
});

describe("daily figures", () => {
  it("are what moved on the house's accounts that day", async () => {
    const span = { from: today(), to: today() };
    const { items } = await opsAccepted(app, "/api/ops/books/daily", span, viewer);
    expect(items).toContainEqual({
      date: today(),
      currency: "JPY",
      purpose: "simulated_grant",
      debit: "0",
      credit: "1000000",
      sum: "-1000000",
      postings: 1,
    });
  });

  it.each([
    ["that end before they begin", { from: "2026-11-20", to: "2026-11-19" }, "books_span_too_long"],
    ["of more than a year", { from: "2025-01-01", to: "2026-06-01" }, "books_span_too_long"],
    ["of a day that is none", { from: "2026-02-30", to: "2026-03-01" }, "invalid_request"],
  ])("%s are refused", async (_what, span, code) => {
    expect(await opsRefused(app, "/api/ops/books/daily", span, viewer)).toBe(code);
  });
});

describe("a bank's file", () => {
  it("is imported as a whole, and its lines wait for what they belong to", async () => {
    const answer = await importFile([line("700", "nobody knows"), line("-90", "a fee")]);
    expect(answer).toEqual({ imported: 2, matched: 0, bad: [] });
    const [first] = await openMovements();
    expect(first).toMatchObject({
      amount: "700",
      reference: "nobody knows",
      counterparty: '=HYPERLINK("x")',
      matched_kind: null,
      age_days: 0,
      file_name: "november.csv",
    });
  });

  it("with a wrong line is not imported at all, and each wrong line is named", async () => {
    const before = (await openMovements()).length;
    const known = (await openMovements())[0]!;
    const wrong = await importFile([
      line("700", "good"),
      line("1e5", "exponent"),
      line("5", "<script>", { currency: "XXX" }),
    ]);
    expect(wrong).toEqual({
      imported: 0,
      matched: 0,
      bad: [
        { line: 3, fault: "amount" },
        { line: 4, fault: "currency" },
      ],
    });
    const again = await importFile([
      line("1", "new"),
      `${known.bank_id},${known.booked_on},JPY,700,x,y`,
    ]);
    expect(again).toEqual({ imported: 0, matched: 0, bad: [{ line: 3, fault: "known_already" }] });
    expect(await openMovements()).toHaveLength(before);
  });

  it("sent twice, or by ten at once, is imported once", async () => {
    const text = [head, line("4321", "once")].join("\n");
    const codes = await Promise.all(
      Array.from({ length: 10 }, () =>
        opsRefused(app, importPath, { file_name: "same.csv", text }, reviewer),
      ),
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
    expect(codes.filter((code) => code === "bank_file_imported")).toHaveLength(9);
  });

  it("of almost a megabyte is read; one of 50 MB is turned away before that", async () => {
    const many = Array.from({ length: 5_000 }, () => line("1", "x".repeat(100)));
    const { imported } = await importFile(many, reviewer, "large.csv");
    expect(imported).toBe(5_000);
    const huge = "x".repeat(50 * 1024 * 1024);
    const answer = await ops(app, importPath, { file_name: "huge.csv", text: huge }, reviewer);
    expect(answer.code).toBe(413);
  });

  it("is not a viewer's to import, and every attempt is in the audit log", async () => {
    const form = { file_name: "x.csv", text: head };
    expect(await opsRefused(app, importPath, form, viewer)).toBe("forbidden");
    const row = await firstRow(
      app.context.database.reader,
      sql<{ outcomes: string[] }>`SELECT array_agg(DISTINCT outcome) AS outcomes FROM audit_entry
        WHERE path = ${importPath}`,
    );
    expect(row?.outcomes).toEqual(
      expect.arrayContaining(["ok", "forbidden", "bank_file_imported", "payload_too_large"]),
    );
  });
});

describe("matching", () => {
  beforeAll(async () => {
    // Receipts have nothing to do with matching: one stands for all.
    await sql`ALTER TABLE deposit DROP CONSTRAINT deposit_receipt_document_id_fkey`.execute(
      app.owner.reader,
    );
  });

  it("finds the deposit that a line belongs to, however the bank writes its reference", async () => {
    const id = await approvedDeposit(15_000, "K7QX2");
    const breaks = await opsAccepted(app, "/api/ops/books/breaks", {}, viewer);
    expect(breaks.items.find((one) => one.id === String(id))).toMatchObject({
      kind: "deposit",
      account: customer.account,
      amount: "15000",
      age_days: 3,
    });
    const answer = await importFile([line("15000", "furikomi k7-q x2")]);
    expect(answer.matched).toBe(1);
    const after = await opsAccepted(app, "/api/ops/books/breaks", {}, viewer);
    expect(after.items.map((one) => one.id)).not.toContain(String(id));
    const matched = await opsAccepted(app, movementsPath, { state: "matched" }, viewer);
    expect(matched.items[0]).toMatchObject({
      matched_kind: "deposit",
      matched_id: String(id),
      matched_by: null,
    });
  });

  it("leaves another amount alone, and takes no deposit for two lines", async () => {
    await approvedDeposit(20_000, "M3PL9");
    const answer = await importFile([
      line("20001", "M3PL9"),
      line("20000", "M3PL9"),
      line("20000", "M3PL9"),
    ]);
    expect(answer.matched).toBe(1);
  });

  it("by hand needs the same amount, and happens once; no money moves", async () => {
    const id = await approvedDeposit(31_000, "ZZZZZ");
    const other = await approvedDeposit(32_000, "YYYYY");
    await importFile([line("31000", "unreadable"), line("31000", "unreadable too")]);
    const open = (await openMovements()).length;
    const found = await firstRow(
      app.context.database.reader,
      sql<{ ids: string[] }>`SELECT array_agg(id::text ORDER BY id) AS ids FROM bank_movement
        WHERE amount = 31000`,
    );
    const [first = "", second = ""] = found?.ids ?? [];
    const match = (movement: string, record: bigint, by = reviewer) =>
      opsRefused(app, matchPath, { id: movement, record_id: String(record) }, by);
    expect(await match(first, other)).toBe("bank_amount_differs");
    expect(await match(first, 999_999n)).toBe("bank_record_not_found");
    expect(await match("999999999", id)).toBe("bank_movement_not_found");
    expect(await match(first, id, viewer)).toBe("forbidden");
    const codes = await Promise.all([match(first, id), match(first, id), match(second, id)]);
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
    expect(await match(second, id)).toBe("bank_movement_matched");
    expect(open).toBeGreaterThan(0);
    await expect(
      sql`UPDATE bank_movement SET amount = 1`.execute(app.context.database.reader),
    ).rejects.toThrow("is matched once and otherwise stays");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("exports", () => {
  const path = "/api/ops/books/export";
  it.each(["trial_balance", "daily", "bank_movements"] as const)(
    "%s is a CSV that no spreadsheet calculates, and says that it is simulated",
    async (which) => {
      const { code, text } = await ops(app, path, { which, from: today(), to: today() }, approver);
      expect(code).toBe(200);
      expect(text.startsWith("\ufeffSIMULATED\r\n")).toBe(true);
      expect(text.split("\r\n").filter((row) => /(?:^|,)"?=/.test(row))).toEqual([]);
      expect(text.split("\r\n").length).toBeGreaterThan(3);
    },
  );

  it.each(["trial_balance", "daily", "bank_movements"] as const)(
    "%s is a workbook with the rows of its CSV, sums as numbers",
    async (which) => {
      const form = { which, from: today(), to: today() };
      const lines = linesOfCsv((await ops(app, path, form, approver)).text);
      const { bytes } = await ops(app, path, { ...form, format: "xlsx" }, approver);
      const cells = await cellsOfWorkbook(bytes);
      // A balance is at the moment of asking.
      const rest = (all: readonly string[][]) => all.map((line) => line.slice(1));
      expect(rest(spelledAs(lines, cells))).toEqual(rest(lines));
      const at = lines[1]?.findIndex((title) => title === "sum" || title === "amount") ?? -1;
      expect(typeof cells[2]?.[at]).toBe("number");
      if (which !== "bank_movements") expect(cells[2]?.[0]).toBeInstanceOf(Date);
    },
  );

  it("are not for a viewer or a reviewer", async () => {
    const form = { which: "daily", from: today(), to: today() };
    expect(await opsRefused(app, path, form, viewer)).toBe("forbidden");
    expect(await opsRefused(app, path, form, reviewer)).toBe("forbidden");
  });
});
