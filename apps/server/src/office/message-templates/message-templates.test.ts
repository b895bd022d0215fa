import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TemplatePlace } from "@sanshi/contract";
import { testPhoto } from "../../../../../tests/support/test-money.ts";
import {
  newRequestId,
  startTestApplication,
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
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let support: OperatorSession;
let other: OperatorSession;
let approver: OperatorSession;
let second: OperatorSession;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  support = await newOperator(app, "support");
  other = await newOperator(app, "support");
  approver = await newOperator(app, "approver");
  second = await newOperator(app, "approver");
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const base = "/api/ops/message-templates";
const send = "/api/ops/customers/:account/templates/send";
const inUse = async (place: TemplatePlace) =>
  (await opsAccepted(app, base, { place }, support)).templates;
const templateWith = async (place: TemplatePlace, ...fields: string[]) =>
  (await inUse(place)).find((one) => one.fields.join() === fields.join())!;
const today = () => new Date(app.context.clock.now()).toISOString().slice(0, 10);
const messagesOf = async (who = customer) =>
  (await app.accepted("/user/messages", { limit: "10" }, who)).items.filter(
    ({ kind }) => kind === "announcement",
  );
const form = (template: string, values: object, request_id = newRequestId()) => ({
  account: customer.account,
  template,
  values,
  request_id,
});
const decide = (id: string | undefined, by: OperatorSession, decision = "approve") =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id: id ?? "", decision }, by);

const written = {
  jp: { title: "口座の確認", body: "お客様の口座の確認が{{due_day}}までに終わる見込みです。" },
  cn: { title: "账户核实", body: "您的账户核实预计于{{due_day}}前完成。" },
  us: {
    title: "Account check",
    body: "We expect to finish checking your account by {{due_day}}.",
  },
};

describe("a template of a message", () => {
  it("is sent at once by one operator, framed as an operator's, in the reader's language", async () => {
    const { id } = await templateWith("customer", "due_day", "document");
    const values = { due_day: today(), document: "passport" } as const;
    const said = form(id, values);
    const preview = await opsAccepted(
      app,
      "/api/ops/customers/:account/templates/preview",
      { account: customer.account, template: id, values },
      support,
    );
    expect(await messagesOf()).toEqual([]);
    await opsAccepted(app, send, said, support);
    const [message, ...more] = await messagesOf();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      kind: "announcement",
      author: { role: "support" },
      texts: preview.texts,
    });
    expect(message?.texts?.us.body).toContain("We need to check your passport.");
    expect(message?.texts?.jp.body).toContain("お客様のパスポートの確認が必要です。");
  });

  it("is sent once by a request, which stands for nothing else", async () => {
    const { id } = await templateWith("customer", "due_day", "document");
    const values = { due_day: today(), document: "passport" };
    const said = form(id, values);
    const sent = await Promise.all([1, 2].map(() => opsAccepted(app, send, said, support)));
    expect(sent[0]).toEqual(sent[1]);
    expect(await messagesOf()).toHaveLength(1);
    const otherwise = { ...said, values: { ...values, document: "residence_card" } };
    expect(await opsRefused(app, send, otherwise, support)).toBe("request_id_reused");
    expect(await opsRefused(app, send, said, other)).toBe("request_id_reused");
  });

  it.each([
    ["word of its own", { document: "Send money to us." }],
    ["link", { case: "https://example.com" }],
    ["telephone number", { order: "+81 90 1234 5678" }],
    ["other field", { words: "Send money to us." }],
    ["digits of full width", { order: "０９０１２３４５６７８" }],
    ["number with noughts before it", { order: "09012345678" }],
    ["letters that are not seen", { case: "ABCD\u200b-EFGH" }],
    ["text from right to left", { case: "\u202eABCD-EFGH" }],
    ["letters of another script", { stock: { type: "jpy", code: "СА11" } }],
    ["telephone number as a stock", { stock: { type: "jpy", code: "０９０-1234" } }],
    ["number in words", { amount: { currency: "JPY", amount: "nine hundred" } }],
    ["power of ten", { amount: { currency: "JPY", amount: "9e7" } }],
    ["day that is none", { date: "2026-02-30" }],
    ["moment instead of a day", { date: "2026-11-20T09:00:00Z pay now" }],
    ["list of documents", { document: ["passport", "Send money to us."] }],
  ])("takes no %s in its fields", async (_name, values) => {
    const { id } = await templateWith("customer", "due_day");
    const { body } = await ops(app, send, form(id, { due_day: today(), ...values }), support);
    expect(body).toMatchObject({ status: 0, msg: "invalid_request" });
    expect(await messagesOf()).toEqual([]);
  });

  it("names an order, a case and a stock that are the customer's and on the board alone", async () => {
    await app.accepted(
      "/user/write-to-service",
      { body: "Hello", request_id: newRequestId() },
      customer,
    );
    const refusedOf = async (fields: string[], values: object) => {
      const { id } = await templateWith("conversation", ...fields);
      const answer = await ops(app, send, form(id, values), support);
      return [answer.body.msg, answer.body.params?.["field"]];
    };
    const wrong = "template_value_wrong";
    const due_day = today();
    // As long as an account's number, and nobody's order.
    expect(await refusedOf(["due_day", "order"], { due_day, order: "1234567890" })).toEqual([
      wrong,
      "order",
    ]);
    expect(await refusedOf(["case"], { case: await aCase(await app.newCustomer()) })).toEqual([
      wrong,
      "case",
    ]);
    const stock = { type: "jpy", code: "0000" };
    expect(await refusedOf(["due_day", "stock"], { due_day, stock })).toEqual([wrong, "stock"]);
    const { id } = await templateWith("conversation", "due_day", "stock");
    await opsAccepted(
      app,
      send,
      form(id, { due_day, stock: { type: "jpy", code: "7203" } }),
      support,
    );
    const [answered] = (await app.accepted("/user/conversation", {}, customer)).items;
    expect(answered).toMatchObject({ body: "", checked: true, author: { role: "support" } });
    expect(answered?.texts?.jp).toContain(
      "トヨタ自動車（7203）についてのお問い合わせを承りました。",
    );
    expect(answered?.texts?.us).toContain("(7203). The department in charge");
  });

  it("names a case as long as it waits, and no more once it has ended", async () => {
    await app.accepted(
      "/user/write-to-service",
      { body: "Hello", request_id: newRequestId() },
      customer,
    );
    const { id } = await templateWith("conversation", "case");
    const open = await aCase(customer);
    await opsAccepted(app, send, form(id, { case: open }), support);
    await app.accepted("/user/cancel-login-password-reset", {}, customer);
    const late = await ops(app, send, form(id, { case: open }), support);
    expect([late.body.msg, late.body.params?.["field"]]).toEqual(["template_value_wrong", "case"]);
  });

  it("of a case says what its record says, and is no other customer's", async () => {
    const { id } = await templateWith("deposits", "amount", "date");
    const record = await aDeposit(customer, "12345");
    const { texts } = await opsAccepted(
      app,
      "/api/ops/customers/:account/templates/preview",
      { account: customer.account, template: id, values: {}, record },
      support,
    );
    expect(texts.us.body).toContain("your deposit of 12,345 JPY entered on");
    const elsewhere = { ...form(id, {}), account: (await app.newCustomer()).account, record };
    expect(await opsRefused(app, send, elsewhere, support)).toBe("review_not_found");
    expect(await opsRefused(app, send, form(id, {}), support)).toBe("review_not_found");
    const amount = { currency: "JPY", amount: "999" };
    expect(await opsRefused(app, send, { ...form(id, { amount }), record }, support)).toBe(
      "template_value_wrong",
    );
  });

  it("names outside a case only an amount that the customer's record has", async () => {
    const { id } = await templateWith("customer", "amount", "date");
    const values = (amount: string) => ({ amount: { currency: "JPY", amount }, date: today() });
    const made = await ops(app, send, form(id, values("90000000")), support);
    expect([made.body.msg, made.body.params?.["field"]]).toEqual([
      "template_value_wrong",
      "amount",
    ]);
    const granted = (await app.accepted("/user/fund-records", { currency: "JPY" }, customer))
      .items[0]!;
    await opsAccepted(app, send, form(id, values(granted.amount)), support);
    expect((await messagesOf())[0]?.texts?.us.body).toMatch(/the entry of [\d,]+ JPY on/);
  });

  it("is not of a case that went through", async () => {
    const { id } = await templateWith("deposits", "amount", "date");
    const record = await aDeposit(customer, "12345");
    const early = { ...form(id, {}), record };
    const sent = await opsAccepted(app, send, early, support);
    const path = "/api/ops/deposits/:id/decision";
    for (const by of [approver, second]) {
      await opsAccepted(app, path, { id: record, decision: "approve" }, by);
    }
    // The same request has its first answer.
    expect(await opsAccepted(app, send, early, support)).toEqual(sent);
    expect(await messagesOf()).toHaveLength(1);
    const late = { ...form(id, {}), record };
    expect(await opsRefused(app, send, late, support)).toBe("review_already_decided");
  });

  it("reaches one customer ten times a day, however many are sent at once", async () => {
    const { id } = await templateWith("customer", "due_day");
    const sender = await newOperator(app, "support");
    const sent = await Promise.all(
      Array.from({ length: 14 }, () => ops(app, send, form(id, { due_day: today() }), sender)),
    );
    const said = sent.map(({ body }) => body.msg).toSorted();
    expect(said.filter((msg) => msg === "ok")).toHaveLength(10);
    expect(said.filter((msg) => msg === "templates_too_many")).toHaveLength(4);
    expect(await messagesOf()).toHaveLength(10);
  });

  it("is sent two hundred times a day by one operator, whoever they reach", async () => {
    const { id } = await templateWith("customer", "due_day");
    const sender = await newOperator(app, "support");
    const filled = { template: id, values: { due_day: today() } };
    const sendTo = ({ account }: SignedIn, by: OperatorSession = sender) =>
      opsRefused(app, send, { ...filled, account, request_id: newRequestId() }, by);
    for (let reached = 0; reached < 200; reached += 10) {
      const next = await app.newlyRegistered();
      const sent = await Promise.all(Array.from({ length: 10 }, () => sendTo(next)));
      expect(new Set(sent)).toEqual(new Set(["ok"]));
    }
    expect(await sendTo(customer)).toBe("templates_too_many");
    expect(await messagesOf()).toEqual([]);
    expect(await sendTo(customer, other)).toBe("ok");
  });

  it("takes two operators to be new, to change and to go", async () => {
    const propose = (change: object, by = approver) =>
      opsAccepted(app, `${base}/propose`, { place: "customer", ...change } as never, by);
    const proposed = await propose({ texts: written, replaces: null });
    const named = async () => (await inUse("customer")).map(({ texts }) => texts.us.title);
    expect(await named()).not.toContain("Account check");
    expect(await decide(proposed.pending?.proposal_id, approver)).toBe("own_proposal");
    expect(await decide(proposed.pending?.proposal_id, second)).toBe("ok");
    expect(await named()).toContain("Account check");

    const first = (await inUse("customer")).find(
      ({ texts }) => texts.us.title === "Account check",
    )!;
    expect(first.of_release).toBe(false);
    const changed = { ...written, us: { ...written.us, title: "Account check 2" } };
    const change = await propose({ texts: changed, replaces: first.id });
    expect(await decide(change.pending?.proposal_id, second)).toBe("ok");
    expect(await named()).toContain("Account check 2");
    expect(await named()).not.toContain("Account check");
    const late = form(first.id, { due_day: today() });
    expect(await opsRefused(app, send, late, support)).toBe("template_not_found");

    const now = (await inUse("customer")).find(
      ({ texts }) => texts.us.title === "Account check 2",
    )!;
    const end = await propose({ texts: null, replaces: now.id });
    expect(await named()).toContain("Account check 2");
    expect(await decide(end.pending?.proposal_id, second)).toBe("ok");
    expect(await named()).not.toContain("Account check 2");
  });

  it("cannot be written past a second operator, not even in the database, and stays as it was sent", async () => {
    const { reader } = app.context.database;
    const texts = JSON.stringify(written);
    await expect(
      sql`INSERT INTO message_template (place, texts) VALUES ('customer', ${texts}::jsonb)`.execute(
        reader,
      ),
    ).rejects.toThrow("approved by a second operator");
    await expect(
      sql`UPDATE message_template SET texts = ${texts}::jsonb`.execute(reader),
    ).rejects.toThrow("ends once and otherwise stays");
  });

  it("is refused where it asks for a password, or has a title of the system's own", async () => {
    const secret = {
      ...written,
      us: { title: "Check", body: "Please send us your password now." },
    };
    expect(
      await opsRefused(
        app,
        `${base}/propose`,
        { place: "customer", texts: secret, replaces: null },
        approver,
      ),
    ).toBe("text_asks_for_secrets");
    expect(
      await opsRefused(
        app,
        `${base}/propose`,
        { place: "customer", texts: written, replaces: null },
        support,
      ),
    ).toBe("forbidden");
  });
});

async function aDeposit(who: SignedIn, amount: string): Promise<string> {
  const { channels } = await app.accepted("/user/deposit-channels", {}, who);
  const channel_id = channels.find(({ currency }) => currency === "JPY")?.id ?? "";
  const receipt = await testPhoto();
  const request_id = newRequestId();
  await app.accepted("/user/deposit", { channel_id, amount, receipt, request_id }, who);
  return (await app.accepted("/user/depositlist", {}, who)).items[0]?.id ?? "";
}

/** The number of a forgotten login password's case. */
async function aCase({ account }: SignedIn): Promise<string> {
  const new_password = "another long pass phrase 8";
  const asked = { account, new_password, new_password2: new_password, request_id: newRequestId() };
  return (await app.accepted("/user/forgotten-login-password", asked)).case_number;
}
