import { operatorCalls, type CustomerState, type OperatorPath } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let reviewer: OperatorSession & { email: string };
let approver: OperatorSession & { email: string };
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const page = "/api/ops/customers/:account";
const setState = (
  account: string,
  state: CustomerState,
  by = reviewer,
  reason = "suspicious_activity",
) => ops(app, `${page}/state`, { account, state, reason }, by);

async function activityOf(customer: SignedIn) {
  return (await app.accepted("/user/activity", {}, customer)).items;
}

async function stateOf(account: string): Promise<CustomerState> {
  return (await opsAccepted(app, page, { account }, viewer)).state;
}

/** Looked up past the calls, which would be told of. */
async function yenAccountOf(account: string): Promise<string> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: string }>`SELECT ledger_account.id::text AS id FROM ledger_account
      JOIN customer ON customer.id = customer_id
      WHERE account = ${account} AND currency = 'JPY' AND purpose = 'available'`,
  );
  return row?.id ?? "";
}

describe("the search for customers", () => {
  it("finds by a part of the account, by invitation code and by state, page after page", async () => {
    const customers = await Promise.all([1, 2, 3].map(() => app.newCustomer()));
    const one = customers[1]!;
    const found = await opsAccepted(app, "/api/ops/customers", { q: one.account.slice(3) }, viewer);
    expect(found.items.map(({ account }) => account)).toEqual([one.account]);
    expect(found.items[0]).toMatchObject({
      state: "active",
      invitation_code: "WELCOME1",
      inviter: null,
    });

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: Awaited<ReturnType<typeof listed>> = await listed(cursor);
      seen.push(...more.items.map(({ account }) => account));
      cursor = more.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen)).toEqual(new Set(customers.map(({ account }) => account)));
    expect(seen).toHaveLength(customers.length);

    const byCode = await opsAccepted(app, "/api/ops/customers", { q: "welcome1" }, viewer);
    expect(byCode.items).toHaveLength(customers.length);
    const banned = await opsAccepted(app, "/api/ops/customers", { state: "banned" }, viewer);
    expect(banned.items).toEqual([]);
  });

  function listed(cursor: string | null) {
    const more = cursor === null ? {} : { cursor };
    return opsAccepted(app, "/api/ops/customers", { sort: "account", limit: "2", ...more }, viewer);
  }

  it("finds nothing for what is no account, and refuses an invented cursor", async () => {
    const found = await opsAccepted(app, "/api/ops/customers", { q: "%_" }, viewer);
    expect(found.items).toEqual([]);
    expect(await opsRefused(app, "/api/ops/customers", { cursor: "zzz" }, viewer)).toBe(
      "invalid_request",
    );
  });
});

describe("a customer's page", () => {
  it("shows every balance with the postings behind it, which add up to it", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "2850");
    const order = { code: "7203", side: "long", kind: "market", leverage: "1" } as const;
    await app.accepted(
      "/trade/place-order",
      { ...order, quantity: "100", request_id: newRequestId() },
      customer,
    );
    const { account } = customer;
    const shown = await opsAccepted(app, page, { account }, viewer);
    const yen = shown.balances.find(
      (one) => one.currency === "JPY" && one.purpose === "available",
    )!;
    expect(shown.open_positions).toBe(1);
    const { items } = await opsAccepted(
      app,
      `${page}/postings`,
      { account, ledger_account: yen.ledger_account },
      viewer,
    );
    expect(items.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(yen.balance));
    expect(items[0]?.balance_after).toBe(yen.balance);
    for (const item of items) {
      const others = item.against.filter(({ currency }) => currency === "JPY");
      const total = others.reduce((sum, { amount }) => sum + Number(amount), Number(item.amount));
      expect(total).toBe(0);
    }
    const positions = await opsAccepted(
      app,
      `${page}/positions`,
      { account, which: "live" },
      viewer,
    );
    expect(positions.items).toMatchObject([
      { code: "7203", side: "long", status: 0, quantity: "100" },
    ]);
    const fills = await opsAccepted(app, `${page}/fills`, { account }, viewer);
    expect(fills.items).toMatchObject([{ side: "buy", quantity: "100", feed: expect.any(String) }]);
    const records = await opsAccepted(app, `${page}/records`, { account }, viewer);
    expect(records.items).toEqual((await app.accepted("/user/fund-records", {}, customer)).items);
    const sessions = await opsAccepted(app, `${page}/sessions`, { account }, viewer);
    expect(sessions.items).toHaveLength(1);
    const messages = await opsAccepted(app, `${page}/messages`, { account }, viewer);
    expect(messages.items.map(({ kind }) => kind)).toContain("welcome");
  });

  it("is recorded at every look, and the customer reads of it", async () => {
    const customer = await app.newCustomer();
    const { account } = customer;
    await opsAccepted(app, page, { account }, viewer);
    await opsAccepted(app, `${page}/positions`, { account }, viewer);
    await opsAccepted(app, `${page}/messages`, { account }, viewer);
    const looks = (await activityOf(customer)).filter(({ kind }) => kind === "operator_viewed");
    expect(looks.map(({ params }) => params["what"])).toEqual([
      "messages",
      "positions",
      "customer",
    ]);
    expect(looks.every(({ params }) => params["who"] === "operator")).toBe(true);
    expect(JSON.stringify(looks)).not.toContain("@");
    const logged = await opsAccepted(app, "/api/ops/audit", { subject: account }, approver);
    expect(logged.items.map(({ path, outcome }) => [path, outcome])).toEqual([
      [`${page}/messages`, "ok"],
      [`${page}/positions`, "ok"],
      [page, "ok"],
    ]);
  });

  /** A template that asks for a day alone. */
  const templateForm = async () => {
    const wanted = { place: "customer" } as const;
    const { templates } = await opsAccepted(app, "/api/ops/message-templates", wanted, approver);
    const found = templates.find(({ fields }) => fields.join() === "due_day");
    const due_day = new Date(app.context.clock.now()).toISOString().slice(0, 10);
    return { template: found?.id, values: { due_day } };
  };
  // Whoever is new has no loan limit that could be lowered: credit-loans.test.ts does it.
  const aboutOne = Object.keys(operatorCalls).filter(
    (path) => path.includes("/:account") && path !== `${page}/loan-limit`,
  );
  it.each(aboutOne as OperatorPath[])("tells the customer of %s, whatever it is", async (path) => {
    const customer = await app.newCustomer();
    const { account } = customer;
    const texts = { title: "Title", body: "Text" };
    const forms: Partial<Record<OperatorPath, Record<string, unknown>>> = {
      [`${page}/postings`]: { ledger_account: await yenAccountOf(account) },
      [`${page}/state`]: { state: "frozen", reason: "suspicious_activity" },
      [`${page}/message`]: {
        request_id: newRequestId(),
        texts: { jp: texts, cn: texts, us: texts },
      },
      [`${page}/credit-limit`]: { type: "jpy", credit_limit: "1000" },
      [`${page}/notes/add`]: { body: "Called back.", request_id: newRequestId() },
      "/api/ops/conversations/:account/reply": { body: "Hello.", request_id: newRequestId() },
      "/api/ops/conversations/:account/assign": { to: "me" },
      "/api/ops/conversations/:account/state": { state: "closed" },
      [`${page}/templates/preview`]: await templateForm(),
      [`${page}/templates/send`]: { ...(await templateForm()), request_id: newRequestId() },
    };
    const question = { body: "Hello", request_id: newRequestId() };
    await app.accepted("/user/write-to-service", question, customer);
    const before = (await activityOf(customer)).length;
    expect(await opsRefused(app, path, { account, ...forms[path] }, approver)).toBe("ok");
    const told = (await activityOf(customer)).slice(0, -before);
    expect(told).toHaveLength(1);
    expect(told[0]?.params).toMatchObject({ who: "operator", what: expect.any(String) });
  });

  it("tells the customer of what is proposed, rejected and cancelled, too", async () => {
    const customer = await app.newCustomer();
    const { account } = customer;
    await setState(account, "frozen");
    const decide = "/api/ops/proposals/:id/decision";
    const first = (await setState(account, "active")).body.data as { id: string };
    const no = { id: first.id, decision: "reject", reason: "not_justified" } as const;
    await opsAccepted(app, decide, no, approver);
    const second = (await setState(account, "active")).body.data as { id: string };
    await opsAccepted(app, "/api/ops/proposals/:id/withdraw", { id: second.id }, reviewer);
    const acts = (await activityOf(customer)).filter(({ kind }) => kind === "operator_acted");
    expect(acts.map(({ params }) => [params["what"], params["proposal"]])).toEqual(
      ["withdrawn", "proposed", "rejected", "proposed"].map((end) => [
        `change_${end}`,
        "customer_state",
      ]),
    );
    expect(JSON.stringify(acts)).not.toContain("@");
  });

  it("of nobody, and a stranger's balance, are not found", async () => {
    const [one, other] = [await app.newCustomer(), await app.newCustomer()];
    expect(await opsRefused(app, page, { account: "0000000001" }, viewer)).toBe(
      "customer_not_found",
    );
    const { balances } = await opsAccepted(app, page, { account: other.account }, viewer);
    const form = { account: one.account, ledger_account: balances[0]!.ledger_account };
    expect(await opsRefused(app, `${page}/postings`, form, viewer)).toBe(
      "journal_account_not_found",
    );
  });
});

describe("an account's state", () => {
  it("is restricted at once, with a reason that the customer reads", async () => {
    const customer = await app.newCustomer();
    const { code, body } = await setState(customer.account, "frozen");
    expect([code, body.data]).toEqual([200, { id: null, state: "approved", pending: null }]);
    expect(await app.refused("/trade/place-order", orderForm(), customer)).toBe("account_frozen");
    const [message] = (await app.accepted("/user/messages", {}, customer)).items;
    expect(message).toMatchObject({
      kind: "account_state",
      params: {
        state: "frozen",
        why: "suspicious_activity",
        why_us: "We noticed unusual activity on the account.",
        why_jp: "口座で通常と異なる動きが確認されたため",
        why_cn: "账户出现异常活动",
      },
    });
    const [act] = await activityOf(customer);
    expect(act).toMatchObject({
      kind: "state_changed",
      params: { who: "operator", what: "state_frozen", before: "active", after: "frozen" },
    });
  });

  it.each(["frozen", "trading_disabled"] as const)(
    "%s stops trading, not looking",
    async (state) => {
      const customer = await app.newCustomer();
      await setState(customer.account, state);
      const refusal = state === "frozen" ? "account_frozen" : "trading_disabled";
      await expect
        .poll(() => app.refused("/trade/place-order", orderForm(), customer))
        .toBe(refusal);
      expect(await app.refused("/user/getUserinfo", {}, customer)).toBe("ok");
    },
  );

  it("banned ends every session and lets nobody in", async () => {
    const customer = await app.newCustomer();
    await setState(customer.account, "banned");
    await expect.poll(() => app.refused("/user/getUserinfo", {}, customer)).toBe("sign_in_again");
    const form = { account: customer.account, password: testPassword };
    const { body } = await app.post("/user/login", form);
    expect(body).toMatchObject({
      msg: "account_banned",
      params: { why: "suspicious_activity", why_jp: "口座で通常と異なる動きが確認されたため" },
    });
  });

  it("is given back by two: the second operator's approval lifts the restriction", async () => {
    const customer = await app.newCustomer();
    const { account } = customer;
    await setState(account, "banned");
    const proposed = (await setState(account, "active", reviewer, "matter_resolved")).body.data;
    expect(proposed).toMatchObject({ state: "proposed", pending: { own: true } });
    expect(await stateOf(account)).toBe("banned");
    expect((await setState(account, "active")).body.msg).toBe("proposal_pending");

    const shown = await opsAccepted(app, page, { account }, approver);
    expect(shown.pending).toMatchObject({
      state: "active",
      own: false,
      proposed_by: { email: reviewer.email },
      reason: { code: "matter_resolved" },
      differences: [{ field: "state", before: "banned", after: "active" }],
    });
    const id = proposed.id!;
    const decision = { id, decision: "approve" } as const;
    const path = "/api/ops/customer-states/:id/decision";
    expect(await opsRefused(app, path, decision, reviewer)).toBe("forbidden");
    expect(await opsAccepted(app, path, decision, approver)).toMatchObject({ state: "approved" });
    expect(await stateOf(account)).toBe("active");
    expect(await app.refused("/user/login", { account, password: testPassword })).toBe("ok");
    expect(await opsRefused(app, path, decision, approver)).toBe("review_already_decided");
  });

  it("stays what it is where the second operator rejects, with a reason", async () => {
    const { account } = await app.newCustomer();
    await setState(account, "frozen");
    const { id } = (await setState(account, "active")).body.data;
    const path = "/api/ops/customer-states/:id/decision";
    const reject = { id: id!, decision: "reject" } as const;
    expect(await opsRefused(app, path, reject, approver)).toBe("reason_required");
    await opsAccepted(app, path, { ...reject, reason: "needs_more_evidence" }, approver);
    expect(await stateOf(account)).toBe("frozen");
    const [ended] = (
      await opsAccepted(app, "/api/ops/customer-states", { state: "rejected", q: account }, viewer)
    ).items;
    expect(ended).toMatchObject({
      state_before: "frozen",
      state_after: "active",
      decided_by: { email: approver.email },
      reason: { code: "needs_more_evidence" },
    });
  });

  it("needs a reason, another state, and a customer", async () => {
    const { account } = await app.newCustomer();
    expect((await setState(account, "frozen", reviewer, " ")).body.msg).toBe("reason_required");
    expect((await setState(account, "active")).body.msg).toBe("customer_state_unchanged");
    expect((await setState("0000000001", "frozen")).body.msg).toBe("customer_not_found");
  });

  it("is told by a code at once, and explained in own words once a second operator has read them", async () => {
    const customer = await app.newCustomer();
    const words = `<script>alert("1")</script>お電話でのご確認をお願いします`;
    const form = { account: customer.account, state: "trading_disabled" } as const;
    const say = (more: object) => opsRefused(app, `${page}/state`, { ...form, ...more }, reviewer);
    expect(await say({ reason: "Please call us about your account." })).toBe(
      "reason_code_required",
    );
    const asking = { reason: "identity_in_doubt", explanation: "暗証番号をお知らせください" };
    expect(await say(asking)).toBe("text_asks_for_secrets");
    expect(await say({ reason: "identity_in_doubt", explanation: words })).toBe("ok");
    const messages = async () => (await app.accepted("/user/messages", {}, customer)).items;
    const [message] = await messages();
    expect(message).toMatchObject({ kind: "account_state", author: null });
    expect(message?.params).toMatchObject({ why: "identity_in_doubt" });
    expect(JSON.stringify(await messages())).not.toContain("alert");
    const { items } = await opsAccepted(
      app,
      "/api/ops/proposals",
      { q: customer.account },
      approver,
    );
    const decision = { id: items[0]?.id ?? "", decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/proposals/:id/decision", decision, approver);
    expect((await messages())[0]).toMatchObject({
      author: { role: "reviewer" },
      texts: { jp: { body: words }, cn: { title: "工作人员的补充说明", body: words } },
    });
    // With a decision of two it is read and approved as a part of it.
    const thanks = "Thank you for calling us.";
    expect(await say({ state: "active", reason: "matter_resolved", explanation: thanks })).toBe(
      "ok",
    );
    expect(JSON.stringify(await messages())).not.toContain(thanks);
    const waiting = await opsAccepted(app, "/api/ops/proposals", { q: customer.account }, approver);
    expect(waiting.items).toMatchObject([{ pending: { reason: { words: thanks } } }]);
    const lifted = { id: waiting.items[0]?.id ?? "", decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/proposals/:id/decision", lifted, approver);
    expect((await messages()).slice(0, 2)).toMatchObject([
      { author: { role: "reviewer" }, texts: { us: { body: thanks } } },
      { kind: "account_state", params: { why_us: "The matter has been resolved." } },
    ]);
  });
});

function orderForm() {
  const order = { code: "7203", side: "long", kind: "limit", price: "2800", leverage: "1" };
  return { ...order, type: "jpy", quantity: "100", request_id: newRequestId() };
}
