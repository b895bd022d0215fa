import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operatorCalls } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { departments } from "../../features.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { forgetSettings, setSetting } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { postDueCorrections } from "./corrections.ts";
import { firstRow, rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let reviewer: OperatorSession & { email: string };
let approver: OperatorSession;
let otherApprover: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
  otherApprover = await newOperator(app, "approver");
});
afterAll(() => app.stop());

const proposePath = "/api/ops/journals/propose";
const decisionPath = "/api/ops/journals/:id/decision";

type Posting = { owner: "customer" | "house"; purpose: string; amount: string };

function form(amount: string, more: object = {}) {
  const postings: Posting[] = [
    { owner: "customer", purpose: "available", amount },
    {
      owner: "house",
      purpose: "corrections",
      amount: amount.startsWith("-") ? amount.slice(1) : `-${amount}`,
    },
  ];
  return {
    account: customer.account,
    currency: "JPY",
    postings,
    reason: "booking_error",
    request_id: newRequestId(),
    ...more,
  };
}

async function propose(amount: string, by = reviewer): Promise<string> {
  const { body } = await ops(app, proposePath, form(amount), by);
  if (body.status !== 1) throw new Error(`the journal was refused: ${body.msg}`);
  return body.data.id;
}

async function approveByTwo(id: string): Promise<void> {
  for (const who of [approver, otherApprover]) {
    await opsAccepted(app, decisionPath, { id, decision: "approve" }, who);
  }
}
const beyondAll = ["JPY", "USD", "CNY", "HKD", "TWD", "KRW", "THB", "MYR", "VND"]
  .map((currency) => `${currency}:900000000`)
  .join();

const postDue = () => postDueCorrections(app.context);

async function yen(): Promise<number> {
  return Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
}

describe("a journal", () => {
  it("moves nothing until another operator approves it, then exactly what was shown", async () => {
    const before = await yen();
    const id = await propose("1500");
    expect(await yen()).toBe(before);
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, approver);
    expect(shown).toMatchObject({
      kind: "journal",
      state: "proposed",
      account: customer.account,
      differences: [
        { field: "customer:available", before: null, after: "1500 JPY" },
        { field: "house:corrections", before: null, after: "-1500 JPY" },
      ],
      pending: { own: false, proposed_by: { email: reviewer.email } },
    });
    const decided = await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
    expect(decided).toEqual({ id, state: "approved", pending: null });
    expect(await yen()).toBe(before + 1500);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is told to the customer: a message, an activity and a fund record, with the reason", async () => {
    const id = await propose("-200");
    await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
    const [message] = (await app.accepted("/user/messages", {}, customer)).items;
    expect(message).toMatchObject({
      kind: "correction",
      params: { amount: "-200", currency: "JPY", why_us: "It corrects an error in our books." },
      link: "/mine/transactionRecords",
    });
    const [act] = (await app.accepted("/user/activity", {}, customer)).items;
    expect(act).toMatchObject({
      kind: "operator_acted",
      params: { who: "operator", what: "journal_posted", amount: "-200", why: "booking_error" },
    });
    const [record] = (await app.accepted("/user/fund-records", {}, customer)).items;
    expect(record).toMatchObject({ kind: "correction", currency: "JPY", amount: "-200" });
  });

  it("is never approved by its proposer, whatever the role", async () => {
    const own = await ops(app, proposePath, form("10"), approver);
    const decision = { id: own.body.data.id, decision: "approve" } as const;
    expect(await opsRefused(app, decisionPath, decision, approver)).toBe("own_proposal");
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe(
      "own_proposal",
    );
    // The database would refuse what the code did not.
    const reader = app.context.database.reader;
    await expect(
      sql`UPDATE proposal SET state = 'approved', decided_by = proposed_by, decided_at = real_now()
        WHERE id = ${decision.id}::bigint`.execute(reader),
    ).rejects.toThrow("proposal_needs_another_operator");
    await expect(
      sql`UPDATE proposal SET state = 'approved', decided_by = proposed_by, decided_at = real_now(),
        single_approval = true WHERE id = ${decision.id}::bigint`.execute(reader),
    ).rejects.toThrow("single approval does not hold here");
    await opsAccepted(app, "/api/ops/proposals/:id/withdraw", { id: decision.id }, approver);
    expect(await opsRefused(app, decisionPath, decision, otherApprover)).toBe(
      "review_already_decided",
    );
  });

  it("approved by ten at once is posted once", async () => {
    const before = await yen();
    const id = await propose("7");
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        opsRefused(
          app,
          decisionPath,
          { id, decision: "approve" },
          index % 2 === 0 ? approver : otherApprover,
        ),
      ),
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
    expect(codes.filter((code) => code === "review_already_decided")).toHaveLength(9);
    expect(await yen()).toBe(before + 7);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("sent again, also at once, is the same one; with other content it is refused", async () => {
    const sent = form("21");
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => ops(app, proposePath, sent, reviewer)),
    );
    const ids = new Set(outcomes.map(({ body }) => body.data.id));
    expect(ids.size).toBe(1);
    const [id = ""] = ids;
    expect(await opsRefused(app, proposePath, { ...sent, account: "0000000001" }, reviewer)).toBe(
      "request_id_reused",
    );
    expect(await opsRefused(app, proposePath, sent, approver)).toBe("request_id_reused");
    const before = await yen();
    await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
    const again = await ops(app, proposePath, sent, reviewer);
    expect(again.body.data).toEqual({ id, state: "approved", pending: null });
    expect(await yen()).toBe(before + 21);
  });

  it("expires, and is then nobody's to approve", async () => {
    const before = await yen();
    const id = await propose("9");
    await app.advance(72 * 3600);
    expect(await opsRefused(app, decisionPath, { id, decision: "approve" }, approver)).toBe(
      "proposal_expired",
    );
    const { items } = await opsAccepted(app, "/api/ops/journals", { state: "expired" }, approver);
    expect(items.map((item) => item.id)).toContain(id);
    expect(await yen()).toBe(before);
  });

  it("never takes a balance below its floor, however much was there when it was proposed", async () => {
    await setSetting(app, "correction_objection_from", beyondAll);
    const all = await yen();
    const first = await propose(`-${all}`);
    const second = await propose(`-${all}`);
    expect(await opsRefused(app, proposePath, form(`-${all + 1}`), reviewer)).toBe(
      "insufficient_balance",
    );
    await approveByTwo(first);
    await opsAccepted(app, decisionPath, { id: second, decision: "approve" }, approver);
    const again = { id: second, decision: "approve" } as const;
    expect(await opsRefused(app, decisionPath, again, otherApprover)).toBe("insufficient_balance");
    expect(await yen()).toBe(0);
    // It still waits: the money may come.
    await approveByTwo(await propose(String(all), reviewer));
    expect(await yen()).toBe(all);
    expect(await app.ledgerFaults()).toEqual([]);
    await forgetSettings(app);
  });

  it("is kept once by its request, whatever looks at it before", async () => {
    await propose("3");
    await expect(
      sql`INSERT INTO proposal (kind, subject, input, differences, proposed_by, proposed_at, expires_at)
        SELECT kind, subject || ' twice', input, differences, proposed_by, proposed_at, expires_at
        FROM proposal WHERE kind = 'journal' ORDER BY id DESC LIMIT 1`.execute(
        app.context.database.reader,
      ),
    ).rejects.toThrow("journal_request");
  });

  it("tells by which roles, of more than a tenth of the balance by two approvers", async () => {
    customer = await app.newCustomer();
    const small = await propose("-60000");
    const large = await propose("-50000");
    await opsAccepted(app, decisionPath, { id: small, decision: "approve" }, approver);
    const [message] = (await app.accepted("/user/messages", {}, customer)).items;
    expect(message?.params).toMatchObject({
      proposed_role: "reviewer",
      approved_roles: "approver",
    });
    // Small ones in a row are not a way around it.
    const decision = { id: large, decision: "approve" } as const;
    const one = await opsAccepted(app, decisionPath, decision, approver);
    expect(one.state).toBe("proposed");
    expect(await opsRefused(app, decisionPath, decision, approver)).toBe("own_approval");
    expect(await opsRefused(app, decisionPath, decision, reviewer)).toBe("forbidden");
    expect(await yen()).toBe(940_000);
    const { reader } = app.context.database;
    await expect(
      sql`UPDATE proposal SET state = 'approved', decided_by = (SELECT max(id) FROM operator),
        decided_at = real_now() WHERE id = ${large}::bigint`.execute(reader),
    ).rejects.toThrow("needs 2 approvals");
    const two = await opsAccepted(app, decisionPath, decision, otherApprover);
    expect(two.state).toBe("approved");
  });

  it("adds up what waits, however long, where two are approved in the same moment", async () => {
    customer = await app.newCustomer();
    const first = await propose("-60000");
    await app.advance(25 * 3600);
    const second = await propose("-60000");
    const { reader } = app.context.database;
    const answering = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM ledger_balance WHERE account_id IN (SELECT a.id FROM ledger_account a
          JOIN customer ON customer.id = a.customer_id WHERE customer.account = ${customer.account})
        FOR UPDATE`.execute(transaction);
      const decide = (id: string, who: OperatorSession) =>
        opsRefused(app, decisionPath, { id, decision: "approve" }, who);
      const one = decide(first, approver);
      await untilWaitingForLocks(reader, 1);
      const other = decide(second, otherApprover);
      await Promise.race([other, untilWaitingForLocks(reader, 2)]);
      return [one, other];
    });
    expect(await Promise.all(answering)).toEqual(["ok", "ok"]);
    // The second one waits for one more approver.
    expect(await yen()).toBe(940_000);
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id: second }, approver);
    expect(shown.state).toBe("proposed");
  });

  it("beyond an amount takes effect after a day, in which the customer can object", async () => {
    customer = await app.newCustomer();
    const object = (id: string, who = customer) =>
      app.refused("/user/object-to-correction", { id, words: "That money is mine" }, who);
    const [quiet, disputed] = [await propose("-100000"), await propose("-20000")];
    await opsAccepted(app, decisionPath, { id: quiet, decision: "approve" }, approver);
    await approveByTwo(disputed);
    expect(await yen()).toBe(1_000_000);
    const [last, before] = (await app.accepted("/user/messages", {}, customer)).items;
    expect([before, last]).toMatchObject([
      { kind: "correction_announced", params: { correction: quiet, amount: "-100000" } },
      { kind: "correction_announced", params: { correction: disputed, amount: "-20000" } },
    ]);
    expect(await object(disputed, await app.newCustomer())).toBe("correction_not_found");
    expect(await object("999999")).toBe("correction_not_found");
    expect([await object(disputed), await object(disputed)]).toEqual(["ok", "ok"]);
    await app.advance(86_300);
    await postDue();
    expect(await yen()).toBe(1_000_000);
    await app.advance(101);
    await Promise.all([1, 2, 3].map(postDue));
    await expect.poll(yen).toBe(900_000);
    expect(await object(quiet)).toBe("correction_ended");
    // What was objected to waits for an approver, who reads why.
    const { items } = await opsAccepted(app, "/api/ops/proposals", {}, approver);
    const found = items.find(({ kind }) => kind === "journal_objected");
    const id = found?.id ?? "";
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, approver);
    expect(shown.differences[0]).toEqual({
      field: "objection",
      before: null,
      after: "That money is mine",
    });
    const decide = (who: OperatorSession) =>
      opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, who);
    expect(await decide(reviewer)).toBe("forbidden");
    expect([await decide(approver), await decide(otherApprover)]).toEqual(["ok", "ok"]);
    expect(await yen()).toBe(880_000);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("beyond an amount does not take effect by itself where its customer could not sign in to object", async () => {
    customer = await app.newCustomer();
    const id = await propose("-100000");
    await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
    // Only for an hour of the day, and by one operator alone.
    const administrator = await newOperator(app, "administrator");
    const change = async (state: "banned" | "active") =>
      opsAccepted(
        app,
        "/api/ops/customers/:account/state",
        { account: customer.account, state, reason: "suspicious_activity" },
        administrator,
      );
    await change("banned");
    await app.advance(3_600);
    const lifted = await change("active");
    const lifting = { id: lifted.id ?? "", decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/customer-states/:id/decision", lifting, approver);
    await app.advance(86_401);
    await postDue();
    const { items } = await opsAccepted(app, "/api/ops/proposals", {}, approver);
    const found = items.find(
      ({ kind, account }) => kind === "journal_objected" && account === customer.account,
    );
    const waiting = { id: found?.id ?? "" };
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", waiting, approver);
    expect(shown.differences[0]).toEqual({
      field: "objection_barred",
      before: null,
      after: customer.account,
    });
    const balance = () =>
      firstRow(
        app.context.database.reader,
        sql<{
          balance: bigint;
        }>`SELECT balance FROM ledger_balance JOIN ledger_account a ON a.id = account_id
          JOIN customer ON customer.id = a.customer_id
          WHERE customer.account = ${customer.account} AND currency = 'JPY' AND purpose = 'available'`,
      );
    expect(await balance()).toEqual({ balance: 1_000_000n });
    const decision = { ...waiting, decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/proposals/:id/decision", decision, approver);
    expect(await balance()).toEqual({ balance: 900_000n });
  });

  it("that fails after its day keeps no other waiting", async () => {
    const [broken, sound] = [await app.newCustomer(), await app.newCustomer()];
    const ids = [];
    for (customer of [broken, sound]) {
      const id = await propose("-100000");
      await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
      ids.push(id);
    }
    const { reader } = app.owner;
    await sql`ALTER TABLE correction_hold ADD CONSTRAINT broken
      CHECK (proposal_id <> ${sql.lit(Number(ids[0]))} OR state = 'waits') NOT VALID`.execute(
      reader,
    );
    await app.advance(86_401);
    await postDue();
    await expect.poll(yen).toBe(900_000);
    await sql`ALTER TABLE correction_hold DROP CONSTRAINT broken`.execute(reader);
    // What was wrong is right again.
    await postDue();
    customer = broken;
    await expect.poll(yen).toBe(900_000);
  });

  it.each([
    ["without a reason", { reason: "" }, "reason_required"],
    ["with `other` and no words", { reason: "other" }, "reason_required"],
    ["for nobody", { account: "0000000001" }, "customer_not_found"],
    ["of nothing", { postings: [house("0"), own("0")] }, "journal_amount_zero"],
    ["with an account twice", { postings: [own("1"), own("-1")] }, "journal_account_twice"],
    ["among the house alone", { postings: [house("1"), fees("-1")] }, "journal_needs_customer"],
    ["among the customer alone", { postings: [own("1")] }, "journal_needs_customer"],
    ["out of nothing", { postings: [own("5"), house("-4")] }, "journal_not_balanced"],
    ["in parts of a yen", { postings: [own("0.5"), house("-0.5")] }, "invalid_request"],
    [
      "beyond all measure",
      { postings: [own("9".repeat(18)), house(`-${"9".repeat(18)}`)] },
      "invalid_request",
    ],
    [
      "to another account",
      { postings: [{ ...own("1"), purpose: "debt" }, house("-1")] },
      "invalid_request",
    ],
    [
      "between wrong sides",
      { postings: [{ ...own("1"), purpose: "fees" }, house("-1")] },
      "journal_account_not_found",
    ],
    ["with a price", { price: "1" }, "invalid_request"],
  ])("%s is refused", async (_name, more, code) => {
    expect(await opsRefused(app, proposePath, form("1", more), reviewer)).toBe(code);
  });
});

function own(amount: string): Posting {
  return { owner: "customer", purpose: "available", amount };
}
function house(amount: string): Posting {
  return { owner: "house", purpose: "corrections", amount };
}
function fees(amount: string): Posting {
  return { owner: "house", purpose: "fees", amount };
}

describe("no lever that lies", () => {
  /** The names by which a figure of a customer's could be dictated. */
  const dictating = /price|profit|balance|rate|draw|fill|yield|return|pnl|equity|nav|amount/;
  /**
   * The calls that take such a field, and why that is no lever: whoever adds one says so here, and proves
   * with a test that it works on everybody alike, or by four eyes in the ledger.
   */
  const explained = [
    // What a template names in a message, bounded and with its currency: nothing is booked by it.
    ...["/api/ops/customers/:account/templates/preview amount"],
    ...["/api/ops/customers/:account/templates/preview amount"],
    ...["/api/ops/customers/:account/templates/send amount"],
    ...["/api/ops/customers/:account/templates/send amount"],
    // A correction: another operator approves it, the ledger balances it, the customer reads it.
    "/api/ops/journals/propose amount",
    // What a commission costs everybody from a coming day on: another operator approves it.
    "/api/ops/fees/propose rate",
    // What a published document says that a share of an ended stock is paid in cash: on a live market alone, by two,
    // before its last trading day, the same for everybody, unchangeable from then on: ends-elsewhere.test.ts.
    "/api/ops/stock-ends/propose cash_price",
    // The name of a strategy's file; nobody types what it is worth: its valuations follow from its fills.
    "/api/ops/copy-products/propose strategy",
    // What a company asks for its new shares, and when it is drawn: published by two, within the market's rule, the
    // same for everybody, unchangeable from then on. The draw itself takes nobody's word: new-shares.test.ts.
    "/api/ops/offerings/draft price_low",
    "/api/ops/offerings/draft price_high",
    "/api/ops/offerings/draft priced_at",
    "/api/ops/offerings/draft draws_at",
    "/api/ops/offerings/:id/price price",
    // At what a block is offered: published by two, within the market's band around the last close, the same for
    // everybody, unchangeable from then on: block-trades.test.ts.
    "/api/ops/block-offers/draft price",
  ];

  it("the modules that post are these, and an operator's word reaches seven of them", () => {
    const folder = fileURLToPath(new URL("../..", import.meta.url));
    const posting = globSync(`{${Object.keys(departments).join(",")}}/**/*.ts`, { cwd: folder })
      .filter((file) => !file.endsWith(".test.ts"))
      .filter((file) => /\bpostTransfer\b/.test(readFileSync(join(folder, file), "utf8")))
      .toSorted();
    expect(posting).toEqual([
      // What the customer sent and two have seen, or one below the site's limit: deposits.test.ts.
      "money/deposits/deposits.queue.ts",
      "money/exchange/exchange.ts",
      // What the customer asked for: two to pay it, one to give it back: withdrawals.test.ts.
      "money/withdrawals/withdrawals.money.ts",
      // Always two: above.
      "office/journals/corrections.ts",
      // The grant of a simulated instance, once, at registration.
      "people/accounts/accounts.ts",
      // What its customer applies for or cancels; all of it where two withdraw the offer: block-trades.test.ts.
      "products/block-trades/block-money.ts",
      // The house's own money where two publish a product; else what its follower asked for, at the value of everybody:
      // copy-trading.test.ts.
      "products/copy-trading/pool-money.ts",
      // Two pay a loan out, which its customer asked for, and two give one up: credit-loans.test.ts.
      "products/credit-loans/loan-money.ts",
      // What its customer has paid for becomes a position on the day that was published: listing.test.ts.
      "products/new-shares/listing.ts",
      // What its customer pays for or gives back; all of it where two withdraw the offering: new-shares.test.ts.
      "products/new-shares/paying.ts",
      "trading/corporate-actions/action-postings.ts",
      // What the venue busts of its own trades: reversing.test.ts.
      "trading/orders/asking/reversing.ts",
      // What is held at a merger goes on in other shares, at the terms of a record or of two: mergers.test.ts.
      "trading/orders/closing/settling.ts",
      // A purchase at a price that was published before: block-trades.test.ts.
      "trading/orders/matching/off-auction.ts",
    ]);
  });

  it("there is no operators' call that takes a price, a balance, a profit or a draw", () => {
    const taken = Object.entries(operatorCalls).flatMap(([path, call]) =>
      fieldsOf(z.toJSONSchema(call.input, { io: "input" })).map((field) => `${path} ${field}`),
    );
    expect(taken.length).toBeGreaterThan(50);
    const found = taken.filter((line) => dictating.test(line.split(" ")[1] ?? ""));
    expect(found).toEqual(explained);
  });

  it("every posting by an operator belongs to a proposal that two different operators made", async () => {
    const reader = app.context.database.reader;
    const found = await rows(
      reader,
      sql<{ proposed_by: bigint; decided_by: bigint; state: string; kind: string }>`
        SELECT proposal.proposed_by, proposal.decided_by, proposal.state, proposal.kind
        FROM ledger_posting JOIN proposal ON proposal.id = cause_id
        WHERE ledger_posting.kind = 'correction'`,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) {
      expect(one).toMatchObject({ state: "approved", kind: "journal" });
      expect(one.decided_by).not.toBe(one.proposed_by);
    }
    const kinds = await rows(
      reader,
      sql<{ kind: string }>`SELECT DISTINCT kind FROM ledger_posting`,
    );
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["correction", "simulated_grant"]);
  });

  it("a single operator of a live instance cannot approve alone", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const row = await firstRow(
        live.context.database.reader,
        sql<{ holds: boolean }>`SELECT single_approval_holds() AS holds`,
      );
      expect(row?.holds).toBe(false);
    } finally {
      await live.stop();
    }
  });
});

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

function fieldsOf(schema: unknown): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
    ...(items === undefined ? [] : fieldsOf(items)),
    ...anyOf.flatMap(fieldsOf),
  ];
}
