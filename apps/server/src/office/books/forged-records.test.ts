import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { differencesAfter } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let other: SignedIn;
let operator: OperatorSession;
let position = "";
let journal = "";
let waiting = "";
beforeAll(async () => {
  app = await startTestApplication();
  [customer, other] = [await app.newCustomer(), await app.newCustomer()];
  operator = await firstOperator(app);
  const approver = await newOperator(app, "approver");
  app.feed.quote("jpy", "7203", "2850");
  const order = {
    type: "jpy",
    code: "7203",
    kind: "market",
    side: "long",
    quantity: "10",
  } as const;
  const form = { ...order, leverage: "2", request_id: newRequestId() } as const;
  ({ id: position } = await app.accepted("/trade/place-order", form, customer));
  journal = await proposed("10");
  const decision = { id: journal, decision: "approve" } as const;
  await opsAccepted(app, "/api/ops/proposals/:id/decision", decision, approver);
  waiting = await proposed("20");
});
afterAll(() => app.stop());

async function proposed(amount: string): Promise<string> {
  const { id } = await opsAccepted(
    app,
    "/api/ops/journals/propose",
    {
      account: customer.account,
      currency: "JPY",
      reason: "fee_refund",
      note: "refund",
      postings: [
        { owner: "customer", purpose: "available", amount },
        { owner: "house", purpose: "goodwill", amount: `-${amount}` },
      ],
      request_id: newRequestId(),
    },
    operator,
  );
  return id;
}

const found = (...statements: string[]) => differencesAfter(app, ...statements);

const idOf = ({ account }: SignedIn) => `(SELECT id FROM customer WHERE account = '${account}')`;

type Leg = { of: SignedIn | "house"; purpose: string; amount: number };

/** A transfer that sums to zero, with balances that follow it, as the ledger itself posts one. */
function posted(kind: string, cause: string, ...legs: Leg[]): string {
  const values = legs
    .map(
      ({ of, purpose, amount }) =>
        `((SELECT id FROM ledger_account WHERE currency = 'JPY' AND purpose = '${purpose}' AND customer_id
          ${of === "house" ? "IS NULL" : `= ${idOf(of)}`}), ${amount}::bigint)`,
    )
    .join(", ");
  return `WITH leg (account_id, amount) AS (VALUES ${values}), moved AS (
      UPDATE ledger_balance b SET balance = b.balance + leg.amount, version = b.version + 1
      FROM leg WHERE b.account_id = leg.account_id RETURNING b.account_id, b.balance, b.version)
    INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id,
      happened_at)
    SELECT -4711, account_id, 'JPY', amount, balance, version, '${kind}', ${cause}, app_now()
    FROM leg LEFT JOIN moved USING (account_id)`;
}

describe("books in which nothing is forged", () => {
  it("have no difference, seen with the server's own role", async () => {
    expect(await found()).toBe("");
  });
});

describe("money that the server's role forges, balanced as the ledger posts it, is named:", () => {
  it("from an account of the house that the kind of posting does not have", async () => {
    const lines = await found(
      posted(
        "order_filled",
        position,
        { of: customer, purpose: "available", amount: 500 },
        { of: "house", purpose: "simulated_grant", amount: -500 },
      ),
    );
    expect(lines).toMatch(
      new RegExp(`leg leg: .*kind order_filled, record ${position}.*: expected a leg of its kind`),
    );
  });

  it("from another customer, for a position of somebody else", async () => {
    const lines = await found(
      posted(
        "position_closed",
        position,
        { of: customer, purpose: "available", amount: 500 },
        { of: other, purpose: "available", amount: -500 },
      ),
    );
    expect(lines).toMatch(new RegExp(`position customer: .*position ${position}: expected \\d+`));
  });

  it("out of a debt that nobody has to repay", async () => {
    const lines = await found(
      posted(
        "position_closed",
        position,
        { of: customer, purpose: "available", amount: 500 },
        { of: customer, purpose: "shortfall_debt", amount: -500 },
      ),
    );
    expect(lines).toMatch(
      /leg settled: .*kind position_closed.*: expected out, found available 500/,
    );
  });

  it("as paper money beyond what the setting gave", async () => {
    const lines = await found(
      posted(
        "simulated_grant",
        idOf(customer),
        { of: customer, purpose: "available", amount: 777 },
        { of: "house", purpose: "simulated_grant", amount: -777 },
      ),
    );
    expect(lines).toMatch(/grant grant: .*: expected 1000000, found 777/);
  });

  it("as a correction of another amount, and as one that nobody has approved yet", async () => {
    const legs: [Leg, Leg] = [
      { of: customer, purpose: "available", amount: 900 },
      { of: "house", purpose: "goodwill", amount: -900 },
    ];
    const twice = await found(posted("correction", journal, ...legs));
    expect(twice).toMatch(
      new RegExp(`correction amount: .*journal ${journal},.*: expected 10, found 910`),
    );
    const early = await found(posted("correction", waiting, ...legs));
    expect(early).toMatch(
      new RegExp(`decision approved: journal ${waiting}: expected approved, found pending`),
    );
  });

  it("as a deposit that no operator approved", async () => {
    const lines = await found(
      `INSERT INTO ledger_account (customer_id, currency, purpose) VALUES (NULL, 'JPY', 'bank')`,
      `INSERT INTO document (customer_id, purpose, object_name, sealed_key, width, height, upload_digest, stored_at)
        VALUES (${idOf(customer)}, 'receipt', 'forged', '\\x00', 1, 1, '\\x00', app_now())`,
      `INSERT INTO deposit (customer_id, channel_id, currency, amount, status, reference, receipt_document_id,
          submitted_at, decided_at)
        SELECT ${idOf(customer)}, min(id), 'JPY', 600, 1, 'forged', (SELECT max(id) FROM document),
          app_now(), app_now() FROM deposit_channel`,
      posted(
        "deposit",
        "(SELECT id FROM deposit WHERE reference = 'forged')",
        { of: customer, purpose: "available", amount: 600 },
        { of: "house", purpose: "bank", amount: -600 },
      ),
    );
    expect(lines).toMatch(
      /decision decision: queue deposits, record \d+: expected one, found none/,
    );
  });

  it("as a loan that no operator paid out", async () => {
    const lines = await found(
      `INSERT INTO ledger_account (customer_id, currency, purpose) SELECT ${idOf(customer)}, 'JPY', 'loan_debt'`,
      `INSERT INTO ledger_balance (account_id, floor) SELECT id, -9000000000000000000 FROM ledger_account
        WHERE purpose = 'loan_debt'`,
      `INSERT INTO loan (customer_id, currency, principal, term_days, purpose, status, rate_basis_points,
          overdue_basis_points, rule, rule_since, rule_confirmed, auto_repay, requested_at, approved_at, due_on,
          cooling_off_until, principal_left, interest_left, interest_total, interest_fraction, interest_through)
        VALUES (${idOf(customer)}, 'JPY', 800, 30, 'living', 1, 500, 700, 'x', app_now()::date, true, false, app_now(),
          app_now(), app_now()::date + 30, app_now(), 800, 0, 0, 0, app_now()::date)`,
      posted(
        "loan_paid_out",
        "(SELECT max(id) FROM loan)",
        { of: customer, purpose: "available", amount: 800 },
        { of: customer, purpose: "loan_debt", amount: -800 },
      ),
    );
    expect(lines).toMatch(/decision decision: queue loans, record \d+: expected one, found none/);
  });
});

describe("a record that the server's role forges is named:", () => {
  it("an opening price that the fills did not make", async () => {
    const lines = await found(
      `UPDATE position SET open_price = open_price - 10000 WHERE id = ${position}`,
    );
    expect(lines).toBe(
      `open_price open_price: position ${position}, customer ${customer.account}: expected 2850, found 2849`,
    );
  });

  it("a fill that comes to another amount than its price and its shares, and a fee of no items", async () => {
    const lines = await found(
      `INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, feed, quote_sequence,
          bid, ask, quote_at, filled_at)
        SELECT position_id, 9, side, price, 5, 1, 3, '[]', feed, quote_sequence, bid, ask, quote_at, app_now()
        FROM fill WHERE position_id = ${position} AND number = 0`,
    );
    expect(lines).toMatch(new RegExp(`fill amount: fill 9, position ${position}: .*found 1$`, "m"));
    expect(lines).toMatch(
      new RegExp(`fill fee: fill 9, position ${position}: expected 0, found 3`),
    );
  });

  it("a score that does not follow from the record", async () => {
    const lines = await found(
      `INSERT INTO loan_score (customer_id, day, score, parts, averages) VALUES (${idOf(customer)},
        app_now()::date - 1, 90, '[{"part": "identity", "points": 90, "most": 90, "params": {}}]',
        '{"JPY": "999999999"}')`,
    );
    expect(lines).toMatch(/score averages: .*: expected , found JPY 999999999/);
    expect(lines).toMatch(/score identity: .*: expected 0, found 90/);
  });

  it("more credit than anybody approved", async () => {
    const lines = await found(
      `UPDATE ledger_balance SET floor = floor - 1 FROM ledger_account
        WHERE id = account_id AND purpose = 'margin_debt' AND currency = 'JPY' AND customer_id = ${idOf(customer)}`,
      `UPDATE ledger_balance SET floor = -1 FROM ledger_account
        WHERE id = account_id AND purpose = 'available' AND currency = 'JPY' AND customer_id = ${idOf(customer)}`,
    );
    expect(lines).toMatch(/decision floor: .*purpose margin_debt/);
    expect(lines).toMatch(/decision floor: .*purpose available.*: expected 0, found -1/);
  });

  it("a customer who was never verified", async () => {
    const lines = await found(`UPDATE customer SET verification = 2 WHERE id = ${idOf(customer)}`);
    expect(lines).toMatch(/decision verification: .*: expected 0, found 2/);
  });
});

const unwritten = (table: string) => new RegExp(`witness beside: .*table ${table}.*found none`);

describe("a change without its entry in the log is named:", () => {
  it.each([
    ["an operator's password", "operator", "UPDATE operator SET password_hash = 'x' WHERE id = 1"],
    ["a role", "operator", "UPDATE operator SET role = 'administrator' WHERE role = 'approver'"],
    [
      "an operator's session",
      "operator_session",
      `INSERT INTO operator_session (token_hash, operator_id, csrf_token_hash)
        SELECT '\\x01', min(id), '\\x02' FROM operator`,
    ],
    [
      "a passkey",
      "operator_passkey",
      `INSERT INTO operator_passkey (operator_id, credential_id, public_key, counter, transports, rp_id, name)
        SELECT min(id), '\\x01', '\\x02', 0, '{}', 'x', 'x' FROM operator`,
    ],
    ["a setting", "config_entry", "INSERT INTO config_entry VALUES ('loan_four_eyes', 'off')"],
    [
      "the simulated clock",
      "simulation_clock",
      "UPDATE simulation_clock SET offset_seconds = offset_seconds + 60",
    ],
    [
      "one operator's being enough",
      "operator_setting",
      "UPDATE operator_setting SET single_approval = true",
    ],
    ["a customer's password", "customer", "UPDATE customer SET password_hash = 'x' WHERE id = 1"],
    [
      "a customer's session",
      "session",
      "INSERT INTO session (token_hash, customer_id, device) SELECT '\\x01', min(id), 'x' FROM customer",
    ],
    [
      "a fund password",
      "fund_password",
      "INSERT INTO fund_password (customer_id, password_hash, changed_at) SELECT min(id), 'x', app_now() FROM customer",
    ],
  ])("%s", async (_what, table, statement) => {
    expect(await found(statement)).toMatch(unwritten(table));
  });

  it("an approval, by another operator than whoever made it", async () => {
    const approve = `UPDATE proposal SET state = 'approved', decided_at = app_now(),
      decided_by = (SELECT id FROM operator WHERE role = 'approver') WHERE id = ${waiting}`;
    expect(await found(approve)).toMatch(unwritten("proposal"));
    // Somebody else's entry beside it is none of the approver's.
    const entry = `INSERT INTO audit_entry (number, at, operator_id, operator, role, address, method, path, subject,
        outcome, details, previous_hash, hash)
      SELECT number + 1, real_now(), (SELECT min(id) FROM operator), 'x', 'administrator', 'x', 'POST', 'x', 'x', 'ok',
        '{}', hash, '\\x01' FROM audit_head`;
    expect(await found(approve, entry)).toMatch(unwritten("proposal"));
  });

  it("a second approval that its operator never gave", async () => {
    const approval = `INSERT INTO proposal_approval (proposal_id, operator_id, approved_at)
      SELECT ${waiting}, id, app_now() FROM operator WHERE role = 'approver'`;
    expect(await found(approval)).toMatch(unwritten("proposal_approval"));
  });

  it("and what the tables' owner changes is the owner's", async () => {
    await sql`INSERT INTO config_entry VALUES ('kefu', 'x')`.execute(app.owner.reader);
    expect(await found()).toBe("");
    await sql`DELETE FROM config_entry`.execute(app.owner.reader);
  });
});
