import { caseQueues } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

type Named = OperatorSession & { id: string; email: string };

let app: TestApplication;
let customer: SignedIn;
let reviewer: Named;
let colleague: Named;
let approver: Named;
let other: Named;
let viewer: Named;
let support: Named;
/** A journal that the reviewer proposed. */
let id: string;

beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
  [reviewer, colleague] = [await newOperator(app, "reviewer"), await newOperator(app, "reviewer")];
  [approver, other] = [await newOperator(app, "approver"), await newOperator(app, "approver")];
  [viewer, support] = [await newOperator(app, "viewer"), await newOperator(app, "support")];
});
afterAll(() => app.stop());
beforeEach(async () => {
  id = await proposeAs(reviewer);
});

async function proposeAs(by: OperatorSession): Promise<string> {
  const proposed = await opsAccepted(
    app,
    "/api/ops/journals/propose",
    {
      account: customer.account,
      currency: "JPY",
      postings: [
        { owner: "customer", purpose: "available", amount: "10" },
        { owner: "house", purpose: "suspense", amount: "-10" },
      ],
      reason: "late_credit",
      request_id: newRequestId(),
    },
    by,
  );
  return proposed.id;
}

const queue = "journals" as const;
const base = "/api/ops/cases/:queue/:id";
const comments = async (session: OperatorSession = viewer) =>
  (await opsAccepted(app, `${base}/comments`, { queue, id }, session)).items;
const say = (body: string, session: OperatorSession, request_id = newRequestId()) =>
  opsAccepted(app, `${base}/comments/add`, { queue, id, body, request_id }, session);
const giveTo = (to: Named, body = "") => {
  return {
    queue,
    id,
    to: to.id,
    request_id: newRequestId(),
    ...(body !== "" && { body }),
  } as const;
};
const handOver = `${base}/hand-over` as const;
const holder = async () =>
  (await opsAccepted(app, "/api/ops/journals/:id", { id }, viewer)).claimed_by?.email ?? null;
const lastChange = async () => {
  const form = { changes: "only", limit: "1" } as const;
  return (await opsAccepted(app, "/api/ops/audit", form, approver)).items[0];
};

describe("comments on a case", () => {
  it("are read by every operator in their order, and are in the audit log", async () => {
    await say("  The bank says it comes <b>tomorrow</b>.\nWait. ", support);
    expect(await lastChange()).toMatchObject({
      operator: support.email,
      subject: `${queue}:${id}`,
      details: { body: "The bank says it comes <b>tomorrow</b>.\nWait." },
    });
    await say("It came.", reviewer);
    expect(await comments()).toMatchObject([
      {
        body: "The bank says it comes <b>tomorrow</b>.\nWait.",
        written_by: { email: support.email },
        role: "support",
        handed_to: null,
      },
      { body: "It came.", written_by: { email: reviewer.email } },
    ]);
  });

  it("are nothing that the customer hears of", async () => {
    const before = await app.accepted("/user/activity", {}, customer);
    await say("Between us.", support);
    await comments();
    expect(await app.accepted("/user/activity", {}, customer)).toEqual(before);
  });

  it("are kept once however often they are sent, and refused where the words are others", async () => {
    const request_id = newRequestId();
    const sent = await Promise.all([1, 2, 3].map(() => say("Once.", reviewer, request_id)));
    expect(new Set(sent.map((comment) => comment.id)).size).toBe(1);
    expect(await comments()).toHaveLength(1);
    const form = { queue, id, body: "Twice.", request_id };
    expect(await opsRefused(app, `${base}/comments/add`, form, reviewer)).toBe("request_id_reused");
  });

  it("say something, about a case that there is", async () => {
    const form = { queue, id, body: " ", request_id: newRequestId() };
    expect(await opsRefused(app, `${base}/comments/add`, form, reviewer)).toBe("note_says_nothing");
    const nowhere = { ...form, id: "999999", body: "Hello" };
    expect(await opsRefused(app, `${base}/comments/add`, nowhere, reviewer)).toBe(
      "review_not_found",
    );
    expect(await opsRefused(app, `${base}/comments`, { queue, id: "999999" }, reviewer)).toBe(
      "review_not_found",
    );
    expect(await opsRefused(app, `${base}/comments/add`, { ...form, body: "x" }, viewer)).toBe(
      "forbidden",
    );
  });

  it.each(caseQueues)("are there in the queue of %s", async (name) => {
    const form = { queue: name, id: "999999" };
    expect(await opsRefused(app, `${base}/comments`, form, viewer)).toBe("review_not_found");
  });

  it("cannot be changed or removed in the database", async () => {
    await say("For good.", reviewer);
    const { reader } = app.context.database;
    await expect(sql`UPDATE case_comment SET body = 'x'`.execute(reader)).rejects.toThrow();
    await expect(sql`DELETE FROM case_comment`.execute(reader)).rejects.toThrow();
  });
});

describe("a case that is handed over", () => {
  it("is the other operator's, with the words, and in the audit log", async () => {
    await opsAccepted(app, handOver, giveTo(other, "Your customer."), approver);
    expect(await holder()).toBe(other.email);
    expect(await lastChange()).toMatchObject({
      operator: approver.email,
      subject: `${queue}:${id}`,
      details: { to: other.email, body: "Your customer." },
    });
    expect(await comments()).toMatchObject([
      { body: "Your customer.", handed_to: { email: other.email } },
    ]);
    // It is theirs to give on, and nobody else's.
    expect(await opsRefused(app, handOver, giveTo(other), approver)).toBe("claimed_by_another");
    await opsAccepted(app, handOver, giveTo(approver), other);
    expect(await holder()).toBe(approver.email);
  });

  it("is decided by the same rules as before: never by its proposer", async () => {
    // A case that waits for the second pair of eyes goes to nobody who is none.
    expect(await opsRefused(app, handOver, giveTo(colleague), approver)).toBe(
      "operator_cannot_decide",
    );
    expect(await opsRefused(app, handOver, giveTo(reviewer), approver)).toBe(
      "operator_cannot_decide",
    );
    // Nor back to whoever proposed it, though they are a pair of eyes for others.
    const own = { ...giveTo(approver), id: await proposeAs(approver) };
    expect(await opsRefused(app, handOver, own, other)).toBe("operator_cannot_decide");
    await opsAccepted(app, handOver, giveTo(other), approver);
    const decide = { id, decision: "approve" as const };
    expect(await opsRefused(app, "/api/ops/journals/:id/decision", decide, reviewer)).toMatch(
      /forbidden|own_proposal/,
    );
    await opsAccepted(app, "/api/ops/journals/:id/decision", decide, other);
    expect(await opsRefused(app, handOver, giveTo(other), approver)).toBe("review_already_decided");
  });

  it("goes to nobody who may not decide it, who is disabled, or who has it", async () => {
    for (const [to, code] of [
      [viewer, "operator_cannot_decide"],
      [support, "operator_cannot_decide"],
      [approver, "operator_is_oneself"],
      [{ ...viewer, id: "999999" }, "operator_not_found"],
    ] as const) {
      expect(await opsRefused(app, handOver, giveTo(to), approver)).toBe(code);
    }
    const gone = await newOperator(app, "approver");
    await sql`UPDATE operator SET disabled_at = real_now() WHERE id = ${gone.id}::bigint`.execute(
      app.context.database.reader,
    );
    expect(await opsRefused(app, handOver, giveTo(gone), approver)).toBe("operator_not_found");
    expect(await opsRefused(app, handOver, giveTo(other), support)).toBe("forbidden");
    expect(await holder()).toBeNull();
  });

  it("has one new holder when two give it away at once, and one entry when one asks twice", async () => {
    const third = await newOperator(app, "approver");
    const answers = await Promise.all([
      opsRefused(app, handOver, giveTo(third), approver),
      opsRefused(app, handOver, giveTo(third), other),
    ]);
    expect(answers.toSorted()).toEqual(["claimed_by_another", "ok"]);
    expect(await comments()).toHaveLength(1);
    const form = giveTo(approver);
    const twice = await Promise.all([1, 2].map(() => ops(app, handOver, form, third)));
    expect(twice.map(({ body }) => body.msg)).toEqual(["ok", "ok"]);
    expect(await comments()).toHaveLength(2);
  });

  it("is free again when whoever has it is disabled", async () => {
    const leaving = await newOperator(app, "approver");
    await opsAccepted(app, handOver, giveTo(leaving), approver);
    await sql`UPDATE operator SET disabled_at = real_now() WHERE id = ${leaving.id}::bigint`.execute(
      app.context.database.reader,
    );
    expect(await holder()).toBeNull();
    await opsAccepted(app, "/api/ops/journals/:id/claim", { id }, approver);
    expect(await holder()).toBe(approver.email);
  });

  it("can be given to those who may decide the queue", async () => {
    const { items } = await opsAccepted(
      app,
      "/api/ops/cases/:queue/colleagues",
      { queue },
      approver,
    );
    const emails = items.map(({ email }) => email);
    expect(emails).toContain(other.email);
    expect(emails).not.toContain(approver.email);
    expect(emails).not.toContain(support.email);
    expect(emails).not.toContain(viewer.email);
  });
});
