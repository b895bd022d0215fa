import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differencesAfter } from "../../../../../tests/support/tampering.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

let app: TestApplication;
let customer: SignedIn;
let lifted: SignedIn;
let approver: OperatorSession;
let second: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  second = await newOperator(app, "approver");
  [customer, lifted] = [await app.newCustomer(), await app.newCustomer()];
  const hello = { body: "Hello", request_id: newRequestId() };
  await app.accepted("/user/write-to-service", hello, customer);
  await restrict(customer.account, "frozen");
});
afterAll(() => app.stop());

const found = (...statements: string[]) => differencesAfter(app, ...statements);
const idOf = ({ account }: SignedIn) => `(SELECT id FROM customer WHERE account = '${account}')`;
const texts = (words: string) =>
  `jsonb_build_object('jp', ${entry(words)}, 'cn', ${entry(words)}, 'us', ${entry(words)})`;
const entry = (words: string) => `jsonb_build_object('title', 'Notice', 'body', '${words}')`;
const anOperator = "(SELECT min(id) FROM operator)";
const decide = (id: string) =>
  opsAccepted(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, second);

async function restrict(account: string, state: "frozen" | "active") {
  const reason = state === "frozen" ? "customer_request" : "matter_resolved";
  const form = { account, state, reason } as const;
  return opsAccepted(app, "/api/ops/customers/:account/state", form, approver);
}

describe("what operators say, bar and offer by their calls", () => {
  it("has its entry in the log beside it", async () => {
    const reply = {
      account: customer.account,
      article: "fees",
      request_id: newRequestId(),
    } as const;
    await opsAccepted(app, "/api/ops/conversations/:account/reply", reply, approver);
    const written = (words: string) => ({ title: "Notice of ours", body: words });
    const { id } = await opsAccepted(
      app,
      "/api/ops/news/save",
      { texts: { jp: written("一"), cn: written("二"), us: written("three") } },
      approver,
    );
    await opsAccepted(app, "/api/ops/news/:id/publish", { id }, second);
    const halt = {
      scope: "instrument",
      type: "jpy",
      code: "7203",
      reason: "technical_fault",
    } as const;
    const { id: halted } = await opsAccepted(app, "/api/ops/trading-halts/create", halt, approver);
    await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id: halted }, approver);
    const offer = {
      type: "jpy",
      code: "7203",
      leverages: "1,2",
      short_offered: "not_offered",
    } as const;
    const offered = await opsAccepted(app, "/api/ops/instruments/offer", offer, approver);
    await decide(offered.id);
    await restrict(lifted.account, "frozen");
    const { id: lifting } = await restrict(lifted.account, "active");
    await decide(lifting!);
    expect(await found()).toBe("");
  });
});

describe("what nobody decided is named:", () => {
  it.each([
    [
      "an answer in an operator's name",
      "service_message",
      () => `INSERT INTO service_message (customer_id, body, author, written_by, request_id, sent_at)
        VALUES (${idOf(customer)}, 'Pay us', '{"role": "support"}', ${anOperator}, gen_random_uuid(), app_now())`,
    ],
    [
      "news that its writer alone has published",
      "news_article",
      () => `INSERT INTO news_article (texts, state, written_by, updated_at, published_at)
        VALUES (${texts("Pay us")}, 'published', ${anOperator}, app_now(), app_now())`,
    ],
    [
      "an account for deposits",
      "deposit_channel",
      () => `INSERT INTO deposit_channel (currency, name, instructions, account_name, account_number, bank_name,
          branch_name, minimum, maximum, days, closes, position, simulated, demo)
        SELECT currency, name, instructions, 'Thief', '7654321', bank_name, branch_name, minimum, maximum, days, closes,
          position, simulated, false FROM deposit_channel LIMIT 1`,
    ],
    [
      "the end of one",
      "deposit_channel",
      () =>
        `UPDATE deposit_channel SET withdrawn_at = app_now() WHERE id = (SELECT min(id) FROM deposit_channel)`,
    ],
    [
      "a restriction",
      "restriction",
      () => `INSERT INTO restriction (customer_id, state, reason, restricted_by, restricted_role, since, review_at)
        VALUES (${idOf(lifted)}, 'banned', 'suspicious_activity', ${anOperator}, 'approver', app_now(),
          app_now() + interval '1 day')`,
    ],
    [
      "a halt",
      "trading_halt",
      () => `INSERT INTO trading_halt (market, closing_allowed, reason, words, halted_by, halted_role, until_at)
        VALUES ('jpy', true, 'technical_fault', '', ${anOperator}, 'approver', app_now() + interval '1 hour')`,
    ],
    [
      "leverage of a stock",
      "stock_offer",
      () => `INSERT INTO stock_offer (market, code, leverages) VALUES ('usd', 'AAPL', '{1,10}')`,
    ],
  ])("%s", async (_what, table, statement) => {
    expect(await found(statement())).toMatch(
      new RegExp(`witness beside: .*table ${table}.*found none`),
    );
  });

  it("an account that was let go on without two operators", async () => {
    const state = `UPDATE customer SET state = 'active' WHERE id = ${idOf(customer)}`;
    const named = new RegExp(
      `decision state: customer ${customer.account}: expected frozen, found active`,
    );
    expect(await found(state)).toMatch(named);
    const ended = `UPDATE restriction SET ended_at = app_now() WHERE customer_id = ${idOf(customer)}`;
    expect(await found(state, ended)).toMatch(
      new RegExp(`decision lifted: .*customer ${customer.account}.*found no approval`),
    );
  });

  it.each([
    ["that nobody wrote", "'published', app_now()"],
    ["that waits for an operator to publish it", "'draft', NULL"],
  ])("news %s and no record of a stock explains", async (_what, state) => {
    const article = `INSERT INTO news_article (market, texts, updated_at, state, published_at)
      VALUES ('jpy', ${texts("Pay us")}, app_now(), ${state})`;
    expect(await found(article)).toMatch(/news event: article \d+: expected one, found none/);
  });
});
