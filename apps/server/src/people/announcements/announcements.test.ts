import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { batchSize, deliverBatch } from "./announcements.ts";

let app: TestApplication;
let approver: OperatorSession;
let viewer: OperatorSession;
let support: OperatorSession;
let other: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
  support = await newOperator(app, "support");
  other = await newOperator(app, "approver");
});
afterAll(() => app.stop());

const sendPath = "/api/ops/announcements/send";
const texts = (title = "休業のお知らせ") => ({
  jp: { title, body: "明日は休業です。\nご了承ください。" },
  cn: { title: "停业公告", body: "明天停业。" },
  us: { title: "<script>alert(1)</script>", body: "<img src=x onerror=alert(1)>" },
});
type Form = { audience: "all" | "accounts"; accounts: string[] };
const form = (more: Form) => ({ request_id: newRequestId(), texts: texts(), ...more });
const messagesOf = async (customer: SignedIn) =>
  (await app.accepted("/user/messages", {}, customer)).items.filter(
    ({ kind }) => kind === "announcement",
  );

const approve = (id: string, by = other) =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, by);
/** By two operators. Answers the announcement, as the operators' list has it. */
async function announce(more: Form) {
  const given = form(more);
  const { id, pending, recipients } = await opsAccepted(app, sendPath, given, approver);
  expect(id).toBeNull();
  expect(await approve(pending?.proposal_id ?? "", approver)).toBe("own_proposal");
  expect(await approve(pending?.proposal_id ?? "")).toBe("ok");
  const again = await opsAccepted(app, sendPath, given, approver);
  return { id: again.id ?? "", recipients };
}

/** As the job does, until nothing is left. */
async function deliverAll(): Promise<void> {
  while (await deliverBatch(app.context));
}

const actsOn = async (customer: SignedIn) =>
  (await app.accepted("/user/activity", {}, customer)).items
    .filter(({ kind }) => kind.startsWith("operator_"))
    .map(({ params }) => params["what"]);

describe("a message to one customer", () => {
  const path = "/api/ops/customers/:account/message";
  const to = ({ account }: SignedIn) => ({ account, request_id: newRequestId(), texts: texts() });

  it("is there once another approves it, as text in three languages that an operator wrote", async () => {
    const [one, another] = [await app.newCustomer(), await app.newCustomer()];
    const given = to(one);
    const { id: none, pending } = await opsAccepted(app, path, given, support);
    expect([none, await messagesOf(one)]).toEqual([null, []]);
    expect(await approve(pending?.proposal_id ?? "")).toBe("ok");
    const { id } = await opsAccepted(app, path, given, support);
    const [message] = await messagesOf(one);
    expect(message).toMatchObject({ kind: "announcement", texts: texts(), read_at: null });
    expect(await actsOn(one)).toEqual(["message_sent", "change_proposed"]);
    expect([await messagesOf(another), await actsOn(another)]).toEqual([[], []]);
    const { items } = await opsAccepted(app, "/api/ops/announcements", {}, viewer);
    expect(items.find((sent) => sent.id === id)).toMatchObject({
      audience: "accounts",
      recipients: 1,
      delivered: 1,
      finished_at: expect.any(String) as string,
    });
    await deliverAll();
    expect(await messagesOf(one)).toHaveLength(1);
  });

  it("sent again by the same request, ten times at once, is said once", async () => {
    const customer = await app.newCustomer();
    const same = to(customer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ops(app, path, same, support)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const id = answers[0]?.body.data.pending?.proposal_id ?? "";
    const approvers = [other, approver];
    const codes = await Promise.all(approvers.map((by) => approve(id, by)));
    expect(codes.toSorted()).toEqual(["ok", "review_already_decided"]);
    expect(await messagesOf(customer)).toHaveLength(1);
    expect(await actsOn(customer)).toEqual(["message_sent", "change_proposed"]);
    const elsewhere = { ...same, account: (await app.newCustomer()).account };
    expect(await opsRefused(app, path, elsewhere, support)).toBe("request_id_reused");
    expect(await opsRefused(app, path, same, approver)).toBe("request_id_reused");
  });

  it("names the role and the broker that wrote it; what the system says has no author", async () => {
    const customer = await app.newCustomer();
    const { pending } = await opsAccepted(app, path, to(customer), support);
    expect(await approve(pending?.proposal_id ?? "")).toBe("ok");
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.map(({ kind, author }) => [kind, author])).toEqual([
      ["announcement", { role: "support", broker: "Sanshi 三市" }],
      ["welcome", null],
    ]);
    const { reader } = app.context.database;
    await expect(
      sql`UPDATE message SET author = NULL WHERE kind = 'announcement'`.execute(reader),
    ).rejects.toThrow("append-only");
    await expect(
      sql`INSERT INTO message (customer_id, kind, author, sent_at)
        SELECT id, 'withdrawal_paid', '{"role": "support", "broker": "x"}', real_now()
        FROM customer LIMIT 1`.execute(reader),
    ).rejects.toThrow("check constraint");
  });

  it("cannot bear a title of the system's, in any language or spelling", async () => {
    const customer = await app.newCustomer();
    for (const title of [
      "Your withdrawal was paid",
      "ｙｏｕｒ  Withdrawal was paid.",
      "出金が完了しました",
      "提现已汇出",
    ]) {
      const written = { ...texts(), jp: { title, body: "本文" } };
      const answer = await opsRefused(app, path, { ...to(customer), texts: written }, support);
      expect(answer, title).toBe("title_is_the_systems");
      const all = { ...form({ audience: "all", accounts: [] }), texts: written };
      expect(await opsRefused(app, sendPath, all, approver)).toBe("title_is_the_systems");
    }
    expect(await messagesOf(customer)).toEqual([]);
  });

  it("about money waits for a second operator, who sees first where it asks for a payment", async () => {
    const customer = await app.newCustomer();
    const asking = {
      ...texts(),
      us: { title: "Release of your account", body: "Transfer the tax to 123-4567 first." },
    };
    const given = { ...to(customer), texts: asking };
    const written = await opsAccepted(app, path, given, support);
    expect(written.id).toBeNull();
    expect(await opsAccepted(app, path, given, support)).toEqual(written);
    expect(await messagesOf(customer)).toEqual([]);
    const id = written.pending?.proposal_id ?? "";
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences.slice(0, 3)).toEqual([
      { field: "mark_asks_for_payment", before: null, after: "us: transfer" },
      { field: "mark_account_number", before: null, after: "us: 123-4567" },
      { field: "mark_money", before: null, after: "us: tax" },
    ]);
    expect(shown.differences).toContainEqual({
      field: "body_us",
      before: null,
      after: asking.us.body,
    });
    expect(await approve(id, support)).toBe("forbidden");
    expect(await approve(id)).toBe("ok");
    const [message] = await messagesOf(customer);
    expect(message).toMatchObject({ texts: asking, author: { role: "support" } });
    expect((await opsAccepted(app, path, given, support)).id).not.toBeNull();
    expect(await messagesOf(customer)).toHaveLength(1);
  });

  it("that asks for a password or a code is refused, and waits for nobody", async () => {
    const customer = await app.newCustomer();
    const asking = { ...texts(), cn: { title: "安全", body: "请提供短信验证码" } };
    expect(await opsRefused(app, path, { ...to(customer), texts: asking }, support)).toBe(
      "text_asks_for_secrets",
    );
    const { items } = await opsAccepted(app, "/api/ops/proposals", { q: customer.account }, other);
    expect(items).toEqual([]);
  });

  it("is not a viewer's to write, nor to who is not there; both are in the audit log", async () => {
    const customer = await app.newCustomer();
    const nobody = { ...to(customer), account: "0000000009" };
    expect(await opsRefused(app, path, to(customer), viewer)).toBe("forbidden");
    expect(await opsRefused(app, path, nobody, support)).toBe("customer_not_found");
    expect(await messagesOf(customer)).toEqual([]);
    const { rows } = await sql<{ outcome: string; subject: string; said: boolean }>`
      SELECT DISTINCT outcome, subject <> '' AS said FROM audit_entry
      WHERE path = ${path} ORDER BY outcome`.execute(app.context.database.reader);
    expect(rows).toEqual([
      { outcome: "customer_not_found", said: true },
      { outcome: "forbidden", said: false },
      { outcome: "ok", said: true },
      { outcome: "request_id_reused", said: true },
      { outcome: "text_asks_for_secrets", said: false },
      { outcome: "title_is_the_systems", said: true },
    ]);
  });
});

describe("an announcement", () => {
  it("to one account is a message of that customer, as text in three languages", async () => {
    const [one, another] = [await app.newCustomer(), await app.newCustomer()];
    const sent = await announce({ audience: "accounts", accounts: [one.account] });
    expect(sent.recipients).toBe(1);
    await deliverAll();
    // The application delivers too: what it has taken is on its way, and not ours to deliver.
    await expect
      .poll(async () => (await messagesOf(one))[0])
      .toMatchObject({ kind: "announcement", texts: texts(), read_at: null });
    expect(await messagesOf(another)).toEqual([]);
    // It was about this customer, so it stands among what operators did; one to everybody does not.
    await expect.poll(() => actsOn(one)).toEqual(["message_sent"]);
  });

  it("to everybody reaches each exactly once, whoever delivers at the same time", async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => app.newCustomer()));
    const reader = app.context.database.reader;
    await sql`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
      SELECT (2000000000 + n)::text, 'x', 'WELCOME1', real_now()
      FROM generate_series(1, ${batchSize}) n`.execute(reader);
    const { id, recipients } = await announce({ audience: "all", accounts: [] });
    await Promise.all([deliverAll(), deliverAll(), deliverAll()]);
    // The job may hold the last batch at this moment.
    await expect
      .poll(async () => {
        const { items } = await opsAccepted(app, "/api/ops/announcements", {}, viewer);
        return items.find((one) => one.id === id);
      })
      .toMatchObject({ delivered: recipients, finished_at: expect.any(String) as string });
    for (const customer of customers) {
      expect(await messagesOf(customer)).toHaveLength(1);
      expect(await actsOn(customer)).toEqual([]);
    }
    const { rows } = await sql<{ most: number; all: number }>`SELECT max(count)::int AS most,
        sum(count)::int AS all
      FROM (SELECT customer_id, count(*) FROM message WHERE kind = 'announcement'
        AND customer_id >= (SELECT min(id) FROM customer WHERE account LIKE '2000000%')
        GROUP BY customer_id) counted`.execute(reader);
    expect(rows[0]?.most).toBe(1);
    expect(recipients).toBeGreaterThan(batchSize);
  });

  it("sent again by the same request, ten times at once, is said once", async () => {
    const customer = await app.newCustomer();
    const same = form({ audience: "accounts", accounts: [customer.account] });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ops(app, sendPath, same, approver)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await deliverAll();
    expect(await messagesOf(customer)).toHaveLength(0);
    expect(await approve(answers[0]?.body.data.pending?.proposal_id ?? "")).toBe("ok");
    await deliverAll();
    await expect.poll(() => messagesOf(customer)).toHaveLength(1);
    const changed = { ...same, texts: texts("Another") };
    expect(await opsRefused(app, sendPath, changed, approver)).toBe("request_id_reused");
  });

  it.each([
    ["to nobody", { audience: "accounts", accounts: [] }, "announcement_audience_unclear"],
    [
      "to all and some",
      { audience: "all", accounts: ["0000000009"] },
      "announcement_audience_unclear",
    ],
    [
      "to who is not there",
      { audience: "accounts", accounts: ["0000000009"] },
      "customer_not_found",
    ],
    ["in two languages", { texts: { jp: texts().jp, cn: texts().cn } }, "invalid_request"],
    ["without a title", { texts: { ...texts(), us: { title: "", body: "x" } } }, "invalid_request"],
    [
      "with hidden characters",
      { texts: { ...texts(), us: { title: "a\u202eb", body: "x" } } },
      "invalid_request",
    ],
    ["to too many named", { accounts: Array(1_001).fill("0000000009") }, "invalid_request"],
  ])("%s is refused", async (_what, more, code) => {
    const given = { ...form({ audience: "accounts", accounts: ["0000000009"] }), ...more };
    expect(await opsRefused(app, sendPath, given, approver)).toBe(code);
  });

  it("is not a viewer's to send, and what was sent is in the audit log", async () => {
    expect(await opsRefused(app, sendPath, form({ audience: "all", accounts: [] }), viewer)).toBe(
      "forbidden",
    );
    const { rows } = await sql<{ outcome: string }>`SELECT DISTINCT outcome FROM audit_entry
      WHERE path = ${sendPath}`.execute(app.context.database.reader);
    expect(rows.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(["ok", "forbidden"]));
  });

  it("stays as it was sent", async () => {
    await expect(
      sql`UPDATE announcement SET texts = '{}'`.execute(app.context.database.reader),
    ).rejects.toThrow("append-only");
  });
});
