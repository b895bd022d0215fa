import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tamper } from "../../../../../tests/support/tampering.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let approver: OperatorSession;
let other: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const offerPath = "/api/ops/instruments/offer";
const limitPath = "/api/ops/customers/:account/credit-limit";
const decisionPath = "/api/ops/proposals/:id/decision";
const approve = (id: string, by = other) =>
  opsRefused(app, decisionPath, { id, decision: "approve" }, by);

async function rowOf(code: string) {
  const form = { type: "jpy", limit: "100", ...(code !== "" && { q: code }) } as const;
  const { items } = await opsAccepted(app, "/api/ops/instruments", form, viewer);
  return items.find((one) => one.code === code);
}
const anyCode = () => app.context.quotes.instruments("jpy")[0]!.code;

describe("what is offered of a stock", () => {
  it("is listed beside the market's own rules, the whole market first", async () => {
    const { items } = await opsAccepted(app, "/api/ops/instruments", { type: "jpy" }, viewer);
    expect(items[0]).toMatchObject({ code: "", names: null, leverages: "", pending: null });
    expect(items[1]).toMatchObject({ leverages: "", short_offered: "market_rules" });
    expect(items[1]?.names?.us).not.toBe("");
  });

  it("changes once another operator approves it, and the order path knows", async () => {
    const code = anyCode();
    const { id } = await opsAccepted(
      app,
      offerPath,
      { type: "jpy", code, leverages: "2", short_offered: "not_offered" },
      approver,
    );
    const waiting = await rowOf(code);
    expect(waiting).toMatchObject({ leverages: "", pending: { proposal_id: id } });
    expect(await approve(id, approver)).toBe("own_proposal");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([
      { field: "leverages", before: null, after: "1,2" },
      { field: "short_offered", before: "market_rules", after: "not_offered" },
    ]);
    expect(await approve(id)).toBe("ok");
    expect(await rowOf(code)).toMatchObject({
      leverages: "1,2",
      short_offered: "not_offered",
      offered_leverages: "1,2",
      offered_short: false,
      pending: null,
    });
    const { rows } = await sql`SELECT leverages, short_offered FROM stock_offer
      WHERE code = ${code}`.execute(app.context.database.reader);
    expect(rows).toEqual([{ leverages: [1, 2], short_offered: false }]);
  });

  it("goes back to the market's rules, and nothing of it is kept", async () => {
    const code = anyCode();
    const { id } = await opsAccepted(
      app,
      offerPath,
      { type: "jpy", code, leverages: "", short_offered: "market_rules" },
      approver,
    );
    expect(await approve(id)).toBe("ok");
    const { rows } = await sql`SELECT FROM stock_offer WHERE code = ${code}`.execute(
      app.context.database.reader,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ["of no stock", { type: "jpy", code: "NOSUCH" }, "instrument_not_found"],
    ["as it is already", { type: "usd" }, "offer_unchanged"],
    ["by a multiple of none", { type: "jpy", leverages: "0" }, "invalid_request"],
    ["by a price", { type: "jpy", price: "1" }, "invalid_request"],
  ])("%s is refused", async (_what, more, code) => {
    const form = { leverages: "", short_offered: "market_rules", ...more };
    expect(await opsRefused(app, offerPath, form, approver)).toBe(code);
  });

  it("is not a viewer's to propose", async () => {
    const form = { type: "jpy", leverages: "1", short_offered: "offered" };
    expect(await opsRefused(app, offerPath, form, viewer)).toBe("forbidden");
  });
});

describe("a customer's credit limit", () => {
  const propose = (credit_limit: string, by = approver) =>
    opsRefused(app, limitPath, { account: customer.account, type: "jpy", credit_limit }, by);
  const limit = async () =>
    (await app.accepted("/trade/margin", { type: "jpy" }, customer)).credit_limit;

  it("changes by two operators; the customer sees it, and no money moves", async () => {
    const before = await limit();
    const form = { account: customer.account, type: "jpy", credit_limit: "250000" } as const;
    const { id } = await opsAccepted(app, limitPath, form, approver);
    expect(await limit()).toBe(before);
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([
      { field: "credit_limit", before: `${before} JPY`, after: "250000 JPY" },
    ]);
    expect(await approve(id, approver)).toBe("own_proposal");
    expect(await approve(id)).toBe("ok");
    expect(await limit()).toBe("250000");
    const [act] = (await app.accepted("/user/activity", {}, customer)).items;
    expect(act).toMatchObject({
      kind: "operator_acted",
      params: { what: "credit_limit_changed", amount: "250000", currency: "JPY" },
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it.each([
    ["below zero", "-1", "credit_limit_out_of_range"],
    ["beyond all measure", "9".repeat(17), "credit_limit_out_of_range"],
    ["in parts of a yen", "0.5", "credit_limit_out_of_range"],
    ["as it is already", "250000", "credit_limit_unchanged"],
    ["that is no number", "1e3", "invalid_request"],
  ])("%s is refused", async (_what, credit_limit, code) => {
    expect(await propose(credit_limit)).toBe(code);
  });

  it("of nobody is refused, and a viewer proposes none", async () => {
    const nobody = { account: "0000000009", type: "jpy", credit_limit: "1" };
    expect(await opsRefused(app, limitPath, nobody, approver)).toBe("customer_not_found");
    expect(await propose("1", viewer)).toBe("forbidden");
  });

  it("never falls below what is borrowed, also where that was borrowed after the proposal", async () => {
    const form = { account: customer.account, type: "jpy", credit_limit: "1000" } as const;
    const { id } = await opsAccepted(app, limitPath, form, approver);
    // As a leveraged opening would leave it.
    await tamper(app, "ledger_balance", (owner) =>
      sql`UPDATE ledger_balance SET balance = -5000, version = version + 1
        FROM ledger_account account WHERE account.id = account_id AND purpose = 'margin_debt'
          AND currency = 'JPY' AND customer_id = (SELECT id FROM customer
            WHERE account = ${customer.account})`.execute(owner),
    );
    expect(await approve(id)).toBe("credit_limit_below_borrowed");
    expect(await limit()).toBe("250000");
    expect(await propose("4999")).not.toBe("ok");
  });
});
