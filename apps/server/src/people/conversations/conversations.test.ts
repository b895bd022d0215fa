import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setSetting } from "../../../../../tests/support/test-money.ts";
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
import { rows, sql } from "../../platform/sql/database.ts";

type Session = OperatorSession & { email: string };
let app: TestApplication;
let support: Session;
let other: Session;
let approver: Session;
let viewer: Session;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  support = await newOperator(app, "support");
  other = await newOperator(app, "support");
  approver = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const base = "/api/ops/conversations";
const page = `${base}/:account` as const;

const write = (body: string, who = customer, request_id = newRequestId()) =>
  app.accepted("/user/write-to-service", { body, request_id }, who);
const read = (who = customer) => app.accepted("/user/conversation", {}, who);
const unreadOf = async (who = customer) =>
  (await app.accepted("/user/getUserinfo", {}, who)).unread_service_messages;
type Reply = { body?: string; article?: "withdrawal_time" };
const replying = (reply: Reply, request_id = newRequestId()) => ({
  account: customer.account,
  request_id,
  ...reply,
});
const answer = (reply: Reply, by = support, id = newRequestId()) =>
  opsAccepted(app, `${page}/reply`, replying(reply, id), by);
/** In own words that a second operator has read: the answer's id. */
async function answered(reply: Reply): Promise<string> {
  const { id, pending } = await answer(reply);
  if (id !== null) return id;
  expect(await approve(pending?.proposal_id)).toBe("ok");
  return (await read()).items[0]?.id ?? "";
}
const shown = (by = viewer) => opsAccepted(app, page, { account: customer.account }, by);
const listed = async (form: Parameters<typeof listOf>[0] = {}) => (await listOf(form)).items;
const listOf = (form: {
  state?: "" | "waiting" | "open" | "closed";
  claimed?: "mine" | "nobody";
  q?: string;
  cursor?: string;
  limit?: string;
}) => opsAccepted(app, base, form, support);
const approve = (id: string | undefined, by = approver) =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id: id ?? "", decision: "approve" }, by);

/** Every text of the system's own path: what customer service says when nothing is at stake. */
const harmless = "Thank you for writing. Please open the help page that stands below.";

describe("a customer's conversation", () => {
  it("goes to an operator and back, each side's words marked as theirs", async () => {
    expect(await read()).toEqual({ items: [], next_cursor: null, state: "none", unread: 0 });
    await write("I moved house.\nWhat do I do?");
    const id = await answered({ body: harmless, article: "withdrawal_time" });
    const { items, state, unread } = await read();
    expect({ state, unread }).toEqual({ state: "open", unread: 1 });
    expect(items).toMatchObject([
      {
        id,
        body: harmless,
        article: "withdrawal_time",
        author: { role: "support", broker: "Sanshi 三市" },
      },
      { body: "I moved house.\nWhat do I do?", article: null, author: null },
    ]);
    expect(JSON.stringify(items)).not.toContain(support.email);
    expect((await shown()).items[0]).toMatchObject({ written_by: support.email });
    const acts = (await app.accepted("/user/activity", {}, customer)).items;
    expect(acts.map(({ params }) => params["what"]).slice(0, 3)).toEqual([
      "conversation",
      "service_reply",
      "change_proposed",
    ]);
  });

  it("counts what is unread until it is read, and by the messages that there are alone", async () => {
    await write("Hello");
    expect(await unreadOf()).toBe(0);
    const [one, two] = [
      await answered({ body: "Hello." }),
      await answered({ body: "We look at it." }),
    ];
    expect(await unreadOf()).toBe(2);
    const readUpTo = (id: string) => app.accepted("/user/read-conversation", { id }, customer);
    expect(await readUpTo(one)).toEqual({ unread: 1 });
    expect(await readUpTo("999999999999")).toEqual({ unread: 1 });
    expect(await readUpTo(two)).toEqual({ unread: 0 });
    expect(await readUpTo(one)).toEqual({ unread: 0 });
    await answered({ body: "Done." });
    expect(await unreadOf()).toBe(1);
  });

  it("is the customer's own, comes page by page, and says each thing once", async () => {
    const requestId = newRequestId();
    const first = await write("one", customer, requestId);
    expect(await write("one", customer, requestId)).toEqual(first);
    const reused = { body: "other", request_id: requestId };
    expect(await app.refused("/user/write-to-service", reused, customer)).toBe("request_id_reused");
    await write("two");
    await write("three");
    const page1 = await app.accepted("/user/conversation", { limit: "2" }, customer);
    const cursor = page1.next_cursor ?? "";
    const page2 = await app.accepted("/user/conversation", { limit: "2", cursor }, customer);
    const bodies = [...page1.items, ...page2.items].map(({ body }) => body);
    expect(bodies).toEqual(["three", "two", "one"]);
    expect(page2.next_cursor).toBeNull();
    expect((await read(await app.newCustomer())).items).toEqual([]);
  });

  it("takes so many messages of one customer in ten minutes and a day, and another's besides", async () => {
    const stranger = await app.newCustomer();
    const many = await Promise.all(
      Array.from({ length: 22 }, (_one, index) =>
        app.refused(
          "/user/write-to-service",
          { body: `${index}`, request_id: newRequestId() },
          customer,
        ),
      ),
    );
    expect(many.filter((msg) => msg === "ok")).toHaveLength(20);
    expect(many.filter((msg) => msg === "submit_too_frequent")).toHaveLength(2);
    await write("Hello", stranger);
    await sql`UPDATE try_counter SET tries = CASE WHEN key LIKE 'service-day:%' THEN 100 ELSE 0 END
      WHERE key LIKE 'service%'`.execute(app.context.database.reader);
    const more = { body: "Hello", request_id: newRequestId() };
    expect(await app.refused("/user/write-to-service", more, customer)).toBe("submit_too_frequent");
    expect((await shown()).conversation.unanswered).toBe(20);
  });

  it("keeps every word of two devices that write at once, and who waits since the first", async () => {
    await Promise.all(Array.from({ length: 12 }, (_one, index) => write(`${index}`)));
    const { conversation, items } = await shown();
    expect(items).toHaveLength(12);
    expect(conversation).toMatchObject({ unanswered: 12, last: { id: items[0]?.id } });
    expect(conversation.waiting_since).toBe(items.at(-1)?.at);
  });

  it("is elsewhere where the site names a link for customer service", async () => {
    await setSetting(app, "kefu", "https://help.sanshi.example/");
    const form = { body: "Hello", request_id: newRequestId() };
    expect(await app.refused("/user/write-to-service", form, customer)).toBe(
      "service_is_elsewhere",
    );
    await setSetting(app, "kefu", "");
    await write("Hello");
  });

  it("cannot be rewritten or removed", async () => {
    await write("Hello");
    const { reader } = app.context.database;
    for (const change of [
      sql`UPDATE service_message SET body = 'x'`,
      sql`DELETE FROM service_message`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow(/append-only|permission denied/);
    }
  });
});

describe("what an operator answers", () => {
  it.each([
    ["asks for a payment", "Please transfer 10,000 yen first.", "mark_asks_for_payment"],
    ["is about money", "残高をご確認ください。", "mark_money"],
    ["names an account", "口座 1234567 です", "mark_account_number"],
    ["leads out of the app", "请加我微信", "mark_link_or_contact"],
  ])("waits for a second operator where it %s", async (_what, body, mark) => {
    await write("Hello");
    const requestId = newRequestId();
    const { id, pending } = await answer({ body }, support, requestId);
    expect([id, pending?.own]).toEqual([null, true]);
    expect((await read()).items).toHaveLength(1);
    expect(await answer({ body }, support, requestId)).toMatchObject({ id: null });
    const { conversation, replies } = await shown(approver);
    expect(replies).toMatchObject([{ body, article: null, pending: { own: false } }]);
    expect(conversation).toMatchObject({ proposed: 1, unanswered: 1 });
    const found = await opsAccepted(
      app,
      "/api/ops/proposals/:id",
      { id: pending?.proposal_id ?? "" },
      approver,
    );
    const fields = found.differences.map(({ field }) => field);
    expect(fields[0]).toMatch(/^mark_/);
    expect(fields).toContain(mark);
    expect(found.differences.at(-1)).toEqual({ field: "reply", before: null, after: body });
    expect(await approve(pending?.proposal_id, support)).toBe("forbidden");
    expect(await approve(pending?.proposal_id)).toBe("ok");
    const said = await read();
    expect(said.items[0]).toMatchObject({ body, author: { role: "support" } });
    const again = await answer({ body }, support, requestId);
    expect(again).toEqual({ id: said.items[0]?.id, pending: null });
    expect((await shown()).items[0]).toMatchObject({
      written_by: support.email,
      approved_by: approver.email,
    });
  });

  it("waits in own words until one of this operator's answers in the case was read by a second", async () => {
    await write("Hello");
    const first = await answer({ body: harmless });
    expect([first.id, (await read()).items.length]).toEqual([null, 1]);
    expect(await approve(first.pending?.proposal_id)).toBe("ok");
    const { id } = await answer({ body: "We look at it." });
    expect(id).not.toBeNull();
    expect((await read()).items.map(({ checked }) => checked)).toEqual([false, true, true]);
    expect((await answer({ body: "Please transfer 10,000 yen." })).id).toBeNull();
    const { account } = customer;
    await opsAccepted(app, `${page}/assign`, { account, to: "me" }, other);
    expect((await answer({ body: "We look at it." }, other)).id).toBeNull();
    await opsAccepted(app, `${page}/assign`, { account, to: "me" }, support);
    await opsAccepted(app, `${page}/state`, { account, state: "closed" }, support);
    await write("Hello again");
    expect((await answer({ body: "We look at it." })).id).toBeNull();
  });

  it("is refused at once where it asks for a password or a code", async () => {
    await write("Hello");
    for (const body of ["Please tell us your pаsswоrd", "認証コードをご返信ください"]) {
      expect(await opsRefused(app, `${page}/reply`, replying({ body }), support), body).toBe(
        "text_asks_for_secrets",
      );
    }
    expect(await shown()).toMatchObject({ replies: [], conversation: { proposed: 0 } });
  });

  it("goes at once where it is a page of help alone, whose words are the app's", async () => {
    await write("When does it arrive?");
    const { id, pending } = await answer({ article: "withdrawal_time" });
    expect(pending).toBeNull();
    expect((await read()).items[0]).toMatchObject({ id, body: "", article: "withdrawal_time" });
  });

  it("is said once under one request id, and another text or operator is refused under it", async () => {
    await write("Hello");
    const requestId = newRequestId();
    const answers = await Promise.all(
      [1, 2, 3].map(() => answer({ body: "Hello." }, support, requestId)),
    );
    const proposals = new Set(answers.map(({ pending }) => pending?.proposal_id));
    expect(proposals.size).toBe(1);
    const [proposal] = proposals;
    const approvers = [approver, await newOperator(app, "approver")];
    const codes = await Promise.all(approvers.map((by) => approve(proposal, by)));
    expect(codes.toSorted()).toEqual(["ok", "review_already_decided"]);
    expect((await read()).items).toHaveLength(2);
    const more = replying({ body: "Other." }, requestId);
    expect(await opsRefused(app, `${page}/reply`, more, support)).toBe("request_id_reused");
    const same = replying({ body: "Hello." }, requestId);
    expect(await opsRefused(app, `${page}/reply`, same, other)).toBe("request_id_reused");
  });

  it("is refused of a viewer, without words, and of a customer who never wrote", async () => {
    const nobody = replying({ body: "Hello." });
    expect(await opsRefused(app, `${page}/reply`, nobody, support)).toBe("conversation_not_found");
    expect(await opsRefused(app, page, { account: customer.account }, viewer)).toBe(
      "conversation_not_found",
    );
    await write("Hello");
    expect(await opsRefused(app, `${page}/reply`, replying({ body: "Hi" }), viewer)).toBe(
      "forbidden",
    );
    expect(await opsRefused(app, `${page}/reply`, replying({ body: " \n" }), support)).toBe(
      "reply_says_nothing",
    );
    expect(await opsRefused(app, `${page}/reply`, replying({}), support)).toBe(
      "reply_says_nothing",
    );
  });
});

describe("the operators' list of conversations", () => {
  it("has those that wait the longest first, page after page, and those of nobody or oneself", async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => app.newCustomer()));
    for (const who of [one!, two!, three!]) await write("Hello", who);
    await write("Are you there?", one);
    const own = (found: Awaited<ReturnType<typeof listed>>) =>
      found
        .map(({ account }) => account)
        .filter((account) => [one, two, three].some((who) => who?.account === account));
    const seen: Awaited<ReturnType<typeof listed>> = [];
    let cursor: string | null = null;
    do {
      const more: Awaited<ReturnType<typeof listOf>> = await listOf({
        state: "waiting",
        limit: "2",
        ...(cursor !== null && { cursor }),
      });
      seen.push(...more.items);
      cursor = more.next_cursor;
    } while (cursor !== null);
    expect(own(seen)).toEqual([one, two, three].map((who) => who!.account));
    expect(seen.find(({ account }) => account === one?.account)).toMatchObject({
      unanswered: 2,
      state: "open",
      assigned_to: null,
      last: { body: "Are you there?" },
    });
    expect(own(await listed({ state: "" }))).toEqual([one, three, two].map((who) => who!.account));
    customer = two!;
    await answered({ body: "Hello." });
    expect(own(await listed({ state: "waiting" }))).toEqual([one!.account, three!.account]);
    expect(own(await listed({ state: "open", claimed: "mine" }))).toEqual([two!.account]);
    expect(own(await listed({ state: "open", claimed: "nobody" }))).toHaveLength(2);
    expect(own(await listed({ state: "", q: two!.account.slice(2) }))).toEqual([two!.account]);
    expect(await listed({ state: "", q: "%" })).toEqual([]);
    const health = await opsAccepted(app, "/api/ops/health", {}, viewer);
    const waiting = (await listed({ limit: "100" })).length;
    expect(health.queues.find(({ name }) => name === "conversations")?.waiting).toBe(waiting);
  });

  it("gives a conversation to one operator at a time, whom another can relieve", async () => {
    await write("Hello");
    const { account } = customer;
    await opsAccepted(app, `${page}/assign`, { account, to: "me" }, support);
    expect((await shown()).conversation.assigned_to).toMatchObject({ email: support.email });
    const reply = replying({ body: "Hello." });
    expect(await opsRefused(app, `${page}/reply`, reply, other)).toBe("claimed_by_another");
    await opsAccepted(app, `${page}/assign`, { account, to: "me" }, other);
    expect(await opsRefused(app, `${page}/reply`, reply, other)).toBe("ok");
    await opsAccepted(app, `${page}/assign`, { account, to: "nobody" }, other);
    expect((await shown()).conversation.assigned_to).toBeNull();
    expect(await opsRefused(app, `${page}/assign`, { account, to: "me" }, viewer)).toBe(
      "forbidden",
    );
  });

  it("closes what is done, and has it again once either side writes", async () => {
    await write("Hello");
    const { account } = customer;
    const close = () => opsAccepted(app, `${page}/state`, { account, state: "closed" }, support);
    await close();
    expect(await shown()).toMatchObject({
      closed_by: support.email,
      conversation: { state: "closed", waiting_since: null, unanswered: 0 },
    });
    expect((await read()).state).toBe("closed");
    await write("One more thing");
    expect(await shown()).toMatchObject({
      closed_by: null,
      conversation: { state: "open", unanswered: 1 },
    });
    await close();
    await answered({ body: "One more word." });
    expect((await read()).state).toBe("open");
    await close();
    await opsAccepted(app, `${page}/state`, { account, state: "open" }, support);
    expect((await read()).state).toBe("open");
  });

  it("leaves an entry of each look, reply and change, whose words are the operator's", async () => {
    await write("Hello");
    await shown();
    await answer({ body: "Hello." });
    await ops(app, `${page}/state`, { account: customer.account, state: "closed" }, support);
    const entries = await rows(
      app.context.database.reader,
      sql<{ path: string; details: Record<string, unknown> }>`SELECT path, details FROM audit_entry
        WHERE subject = ${customer.account} ORDER BY number`,
    );
    expect(entries).toMatchObject([
      { path: page },
      { path: `${page}/reply`, details: { body: "Hello." } },
      { path: `${page}/state`, details: { before: "open", after: "closed" } },
    ]);
  });
});
