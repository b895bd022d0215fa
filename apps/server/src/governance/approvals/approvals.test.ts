import { marketRuleReasons, reasonCodes } from "@sanshi/contract";
import { reasonTexts as cn } from "@sanshi/contract/reason-texts/cn";
import { reasonTexts as jp } from "@sanshi/contract/reason-texts/jp";
import { reasonTexts as us } from "@sanshi/contract/reason-texts/us";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
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
import { rows, sql } from "../../platform/sql/database.ts";
import { rolesOf } from "./approvals.ts";

type Named = OperatorSession & { email: string };
let app: TestApplication;
let reviewer: Named;
let approver: Named;
let other: Named;
let viewer: Named;
const customers: SignedIn[] = [];
/** The journals that wait, oldest first. */
const cases: string[] = [];

beforeAll(async () => {
  app = await startTestApplication();
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
  for (let count = 0; count < 5; count += 1) {
    const customer = await app.newCustomer();
    customers.push(customer);
    cases.push(await propose(customer, 10 + count));
    await app.advance(3_600);
  }
});
afterAll(() => app.stop());

async function propose(customer: SignedIn, amount: number): Promise<string> {
  const { id } = await opsAccepted(
    app,
    "/api/ops/journals/propose",
    {
      account: customer.account,
      currency: "JPY",
      postings: [
        { owner: "customer", purpose: "available", amount: String(amount) },
        { owner: "house", purpose: "suspense", amount: String(-amount) },
      ],
      reason: "late_credit",
      request_id: newRequestId(),
      note: `<b>see the bank's file</b>`,
    },
    reviewer,
  );
  return id;
}

const list = (form: object) => opsAccepted(app, "/api/ops/journals", form, viewer);
const idsOf = async (form: object) => (await list(form)).items.map(({ id }) => id);

describe("a queue", () => {
  it("lists what waits, the oldest first, with all that a decision needs", async () => {
    const { items, next_cursor } = await list({});
    expect(items.map(({ id }) => id)).toEqual(cases);
    expect(next_cursor).toBeNull();
    expect(items[0]).toMatchObject({
      account: customers[0]?.account,
      state: "proposed",
      currency: "JPY",
      amount: "10",
      claimed_by: null,
      decided_by: null,
      pending: {
        proposed_by: { email: reviewer.email },
        reason: { code: "late_credit", words: "" },
        note: "<b>see the bank's file</b>",
        own: false,
      },
    });
  });

  it("sorts the other way round, and goes on page after page without missing one", async () => {
    expect(await idsOf({ sort: "newest" })).toEqual(cases.toReversed());
    for (const sort of ["oldest", "newest", "due", "amount"]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          limit: "2",
          ...(cursor !== null && { cursor }),
        });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect([...seen].sort(), sort).toEqual([...cases].sort());
    }
  });

  it("is searched by account, and takes signs of patterns as text", async () => {
    expect(await idsOf({ q: customers[2]?.account ?? "" })).toEqual([cases[2]]);
    expect(await idsOf({ q: "%" })).toEqual([]);
    expect(await idsOf({ q: "_" })).toEqual([]);
    expect(await idsOf({ q: "'; DROP TABLE proposal; --" })).toEqual([]);
  });

  it.each([
    ["", 5],
    ["pending", 5],
    ["proposed", 5],
    ["all", 5],
    ["open", 0],
    ["approved", 0],
    ["cancelled", 0],
  ])("in the state %j has %d cases", async (state, count) => {
    expect(await idsOf({ state })).toHaveLength(count);
  });

  it("shows a case, and the customer sees that somebody looked", async () => {
    const id = cases[0] ?? "";
    await opsAccepted(app, "/api/ops/journals/:id", { id }, viewer);
    const [act] = (await app.accepted("/user/activity", {}, customers[0])).items;
    expect(act).toMatchObject({
      kind: "operator_viewed",
      params: { who: "operator", what: "case", queue: "journals" },
    });
    expect(await opsRefused(app, "/api/ops/journals/:id", { id: "999999" }, viewer)).toBe(
      "review_not_found",
    );
  });

  it("does not know other states, sorts and cursors", async () => {
    for (const form of [
      { state: "nonsense" },
      { sort: "price" },
      { cursor: "abc" },
      { state: "7" },
    ]) {
      expect(await opsRefused(app, "/api/ops/journals", form, viewer)).toBe("invalid_request");
    }
  });

  it("says which cases are overdue, by the app's clock", async () => {
    const overdue = (await list({})).items.map((item) => item.overdue);
    // Eight hours are promised; the first of them was proposed five hours ago.
    expect(overdue).toEqual([false, false, false, false, false]);
    await app.advance(4 * 3_600);
    expect((await list({})).items.map((item) => item.overdue)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a claim", () => {
  const claim = (id: string, by: OperatorSession) =>
    opsRefused(app, "/api/ops/journals/:id/claim", { id }, by);
  const release = (id: string, by: OperatorSession) =>
    opsRefused(app, "/api/ops/journals/:id/release", { id }, by);

  it("keeps a case for one operator, whoever of ten comes first", async () => {
    const id = cases[0] ?? "";
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => claim(id, index % 2 === 0 ? approver : other)),
    );
    const [won] = (await list({})).items.filter((item) => item.id === id);
    const winner = won?.claimed_by?.email;
    const expected = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? approver : other).email === winner ? "ok" : "claimed_by_another",
    );
    expect(outcomes).toEqual(expected);
    const holder = winner === approver.email ? approver : other;
    const rival = holder === approver ? other : approver;
    const mine = (by: OperatorSession) =>
      opsAccepted(app, "/api/ops/journals", { claimed: "mine" }, by);
    expect((await mine(holder)).items.map((item) => item.id)).toEqual([id]);
    expect((await mine(rival)).items).toEqual([]);
    expect(await idsOf({ claimed: "nobody" })).toEqual(cases.slice(1));
    expect(await release(id, rival)).toBe("claimed_by_another");
    expect(await release(id, holder)).toBe("ok");
    expect(await claim(id, rival)).toBe("ok");
    expect(await release(id, rival)).toBe("ok");
  });

  it("ends by itself after half an hour of real time, not of the simulated clock", async () => {
    const id = cases[1] ?? "";
    expect(await claim(id, approver)).toBe("ok");
    await app.advance(3_600);
    expect(await claim(id, other)).toBe("claimed_by_another");
    await sql`UPDATE review_claim SET claimed_until = real_now()`.execute(
      app.context.database.reader,
    );
    expect(await claim(id, other)).toBe("ok");
  });

  it("is for those who decide, and of cases that are there", async () => {
    expect(await claim(cases[2] ?? "", viewer)).toBe("forbidden");
    expect(await claim("999999", approver)).toBe("review_not_found");
  });
});

describe("a decision", () => {
  it("that rejects needs a reason, and says to the proposer why", async () => {
    const id = cases[3] ?? "";
    const path = "/api/ops/journals/:id/decision";
    const form = { id, decision: "reject" } as const;
    for (const reason of [undefined, "", "  ", "other"]) {
      const given = reason === undefined ? form : { ...form, reason };
      expect(await opsRefused(app, path, given, approver)).toBe("reason_required");
    }
    for (const reason of [".", "aaa", "aaaaaaaaaaaaaaaa", "。。。"]) {
      const given = { ...form, reason };
      expect(await opsRefused(app, path, given, approver)).toBe("reason_says_nothing");
    }
    await opsAccepted(app, path, { ...form, reason: "The bank's file says otherwise" }, approver);
    const [rejected] = (await list({ state: "rejected" })).items;
    expect(rejected).toMatchObject({
      id,
      pending: null,
      proposed_by: { email: reviewer.email },
      decided_by: { email: approver.email },
      reason: { code: "other", words: "The bank's file says otherwise" },
    });
  });

  it("can be withdrawn by its proposer alone, once", async () => {
    const id = cases[4] ?? "";
    const withdraw = (by: OperatorSession) =>
      opsRefused(app, "/api/ops/proposals/:id/withdraw", { id }, by);
    expect(await withdraw(approver)).toBe("not_own_proposal");
    const outcomes = await Promise.all([1, 2, 3].map(() => withdraw(reviewer)));
    expect(outcomes.toSorted()).toEqual(["ok", "review_already_decided", "review_already_decided"]);
    expect(await idsOf({ state: "cancelled" })).toEqual([id]);
  });

  it("is never changed or removed afterwards, also not in the database", async () => {
    const reader = app.context.database.reader;
    for (const change of [
      sql`UPDATE proposal SET state = 'approved' WHERE state = 'rejected'`,
      sql`UPDATE proposal SET input = '{}' WHERE state = 'pending'`,
      sql`UPDATE proposal SET state = 'pending', decided_at = NULL, decided_by = NULL`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow("decided once and never rewritten");
    }
    await expect(sql`DELETE FROM proposal`.execute(reader)).rejects.toThrow("append-only");
  });
});

describe("the roles behind a proposal", () => {
  it("are its proposer's and of those who approved it, not of those who approved another", async () => {
    const administrator = await newOperator(app, "administrator");
    const { reader } = app.context.database;
    const found = await rows(
      reader,
      sql<{ id: bigint; email: string }>`SELECT id, email FROM operator`,
    );
    const idOf = ({ email }: Named) => found.find((one) => one.email === email)?.id ?? 0n;
    const [id, another] = [cases[0] ?? "", cases[1] ?? ""];
    const approve = (proposal: string, by: Named) =>
      sql`INSERT INTO proposal_approval (proposal_id, operator_id, approved_at)
        VALUES (${proposal}, ${idOf(by)}, real_now())`.execute(reader);
    await approve(another, administrator);
    const by = (operator: Named) => rolesOf(reader, BigInt(id), idOf(operator));
    expect(await by(approver)).toEqual({ proposed: "reviewer", approved: ["approver"] });
    // Whoever approved alone what they had proposed stands for both.
    expect(await by(reviewer)).toEqual({ proposed: "reviewer", approved: ["reviewer"] });
    await approve(id, other);
    expect(await by(approver)).toEqual({
      proposed: "reviewer",
      approved: ["approver", "approver"],
    });
  });
});

describe("reasons", () => {
  it("are sentences in three languages, different from each other", () => {
    const codes = new Set<string>([...Object.values(reasonCodes).flat(), ...marketRuleReasons]);
    for (const texts of [jp, cn, us]) {
      expect(new Set(Object.keys(texts))).toEqual(codes);
      expect(new Set(Object.values(texts)).size).toBe(codes.size);
    }
  });

  it("of every queue end with one's own words, where they are not the bank's", () => {
    for (const [queue, codes] of Object.entries(reasonCodes)) {
      expect([queue, codes.at(-1)]).toEqual([
        queue,
        queue === "payment-files" ? "transfer_day_passed" : "other",
      ]);
    }
  });
});
