import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testOperator,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

/** What somebody with a session attempts who wants more than their role, or who is alone and wants to be two. */
let app: TestApplication;
let admin: OperatorSession;
let other: OperatorSession & { id: string };
let third: OperatorSession & { id: string };
beforeAll(async () => {
  app = await startTestApplication();
  admin = await firstOperator(app);
  other = await newOperator(app, "administrator");
  third = await newOperator(app, "administrator");
});
afterAll(() => app.stop());

const decision = "/api/ops/proposals/:id/decision";
const approve = (id: string | null) => ({ id: id ?? "", decision: "approve" as const });
const reject = (id: string | null) => ({
  id: id ?? "",
  decision: "reject" as const,
  reason: "not_justified",
});
const journal = (account: string, amount: string) => ({
  account,
  currency: "JPY" as const,
  reason: "goodwill",
  request_id: newRequestId(),
  postings: [
    { owner: "customer" as const, purpose: "available" as const, amount },
    { owner: "house" as const, purpose: "goodwill" as const, amount: `-${amount}` },
  ],
});

describe("one administrator alone on a live instance", () => {
  let live: TestApplication;
  let alone: OperatorSession;
  beforeAll(async () => {
    live = await startTestApplication({}, { feedKind: "live" });
    alone = await firstOperator(live);
  });
  afterAll(() => live.stop());

  it("does nothing before there is a second factor", async () => {
    expect(await opsRefused(live, "/api/ops/customers", {}, alone)).toBe("second_factor_required");
    await sql`INSERT INTO operator_passkey (operator_id, credential_id, public_key, counter,
        transports, rp_id, name)
      SELECT id, '\\x01', '\\x00', 0, '{}', 'elsewhere', 'Key' FROM operator`.execute(
      live.context.database.reader,
    );
    expect(await opsRefused(live, "/api/ops/customers", {}, alone)).toBe("ok");
    const me = await opsAccepted(live, "/api/ops/me", {}, alone);
    expect(me).toMatchObject({ simulated: false, single_approval: false });
  });

  it("proposes what moves money or changes rules, and approves none of it", async () => {
    const { account } = await live.newCustomer();
    const state = "/api/ops/customers/:account/state";
    await opsAccepted(live, state, { account, state: "frozen", reason: "terms_violated" }, alone);
    const self = await opsAccepted(
      live,
      "/api/ops/operators/create",
      { email: "second.self@sanshi.example", role: "administrator" },
      alone,
    );
    const proposed = [
      self,
      await opsAccepted(live, "/api/ops/journals/propose", journal(account, "5"), alone),
      await opsAccepted(
        live,
        state,
        { account, state: "active", reason: "matter_resolved" },
        alone,
      ),
      await opsAccepted(
        live,
        "/api/ops/site/propose",
        { name: "withdrawal_four_eyes", value: "off", reason: "service_improved" },
        alone,
      ),
      await opsAccepted(
        live,
        "/api/ops/customers/:account/credit-limit",
        { account, type: "jpy", credit_limit: "5000" },
        alone,
      ),
    ];
    for (const one of proposed) {
      expect(one.state).toBe("proposed");
      expect(await opsRefused(live, decision, approve(one.id), alone)).toBe("own_proposal");
    }
    expect(await opsRefused(live, "/api/ops/single-approval", { on: true }, alone)).toBe(
      "single_approval_not_possible",
    );
    const clock = { advance_seconds: 100 * 3_600 };
    // There is no such call where money is real.
    expect(await opsRefused(live, "/api/ops/simulation/clock", clock, alone)).toBe("not_found");
    const form = { email: "second.self@sanshi.example", password: self.one_time_password };
    expect(await opsRefused(live, "/api/ops/sign-in", form)).toBe("wrong_account_or_password");
    const row = await firstRow(
      live.context.database.reader,
      sql<{ posted: number; applied: number }>`SELECT
        (SELECT count(*)::int FROM ledger_posting) AS posted,
        (SELECT count(*)::int FROM proposal WHERE state <> 'pending') AS applied`,
    );
    expect(row).toEqual({ posted: 0, applied: 0 });
  });
});

describe("at once", () => {
  it("an approval, a rejection and a withdrawal: one of them happens, and all of it", async () => {
    const customer = await app.newCustomer();
    const yen = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
    for (let round = 0; round < 6; round += 1) {
      const before = await yen();
      const form = journal(customer.account, "3");
      const { id } = await opsAccepted(app, "/api/ops/journals/propose", form, admin);
      const withdrawal = "/api/ops/proposals/:id/withdraw" as const;
      const codes = await Promise.all([
        opsRefused(app, withdrawal, { id }, admin),
        opsRefused(app, decision, approve(id), other),
        opsRefused(app, "/api/ops/journals/:id/decision", reject(id), third),
        opsRefused(app, decision, approve(id), third),
        opsRefused(app, decision, reject(id), other),
      ]);
      expect(codes.filter((code) => code === "ok")).toHaveLength(1);
      expect(codes.filter((code) => code === "review_already_decided")).toHaveLength(4);
      const isApproved = codes[1] === "ok" || codes[3] === "ok";
      expect(await yen()).toBe(before + (isApproved ? 3 : 0));
      const posted = await firstRow(
        app.context.database.reader,
        sql<{ count: number }>`SELECT count(DISTINCT transfer_id)::int AS count FROM ledger_posting
          WHERE kind = 'correction' AND cause_id = ${id}::bigint`,
      );
      expect(posted?.count).toBe(isApproved ? 1 : 0);
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("the same journal ten times, where one operator is enough, is posted once", async () => {
    const single = await startTestApplication();
    const only = await firstOperator(single);
    const customer = await single.newCustomer();
    const form = journal(customer.account, "11");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ops(single, "/api/ops/journals/propose", form, only)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.data.state).toBe("approved");
    expect((await single.accepted("/user/getUserinfo", {}, customer)).jpy).toBe("1000011");
    expect(await single.ledgerFaults()).toEqual([]);
    await single.stop();
  });

  it("two approvals that take the last two administrators away leave one", async () => {
    const rival = await startTestApplication();
    const first = await firstOperator(rival);
    const second = await newOperator(rival, "administrator");
    const approver = await newOperator(rival, "approver");
    const { items } = await opsAccepted(rival, "/api/ops/operators", {}, first);
    const firstId = items.find(({ email }) => email === testOperator.email)!.id;
    const role = "/api/ops/operators/:id/role";
    const proposed = [
      await opsAccepted(rival, role, { id: firstId, role: "viewer" }, second),
      await opsAccepted(rival, role, { id: second.id, role: "viewer" }, first),
    ];
    // Both wait for the first of the two, and neither holds the other meanwhile: they would wait for ever.
    const { pool, reader } = rival.context.database;
    const holder = await pool.connect();
    await holder.query("BEGIN");
    const lock = "SELECT FROM operator WHERE id = $1 FOR UPDATE NOWAIT";
    await holder.query(lock, [firstId]);
    const deciding = Promise.all(
      proposed.map(({ id }) => opsRefused(rival, decision, approve(id), approver)),
    );
    await untilWaitingForLocks(reader, 2);
    await holder.query(lock, [second.id]);
    await holder.query("ROLLBACK");
    holder.release();
    expect((await deciding).toSorted()).toEqual(["last_administrator", "ok"]);
    await rival.stop();
  });
});

describe("what changed under a proposal", () => {
  it("is not undone by its approval: who was banned meanwhile stays banned", async () => {
    const { account } = await app.newCustomer();
    const path = "/api/ops/customers/:account/state";
    const change = (state: "frozen" | "banned" | "active") =>
      opsAccepted(app, path, { account, state, reason: "suspicious_activity" }, admin);
    await change("frozen");
    const { id } = await change("active");
    await change("banned");
    expect(await opsRefused(app, decision, approve(id), other)).toBe("proposal_outdated");
    const shown = await opsAccepted(app, "/api/ops/customers/:account", { account }, other);
    expect(shown.state).toBe("banned");
  });

  it("of an account for deposits: one that was withdrawn is not replaced", async () => {
    const { items } = await opsAccepted(app, "/api/ops/deposit-channels", {}, admin);
    const channel = items.find(({ currency, withdrawn_at: at }) => currency === "JPY" && !at)!;
    const { name, instructions, account_name, bank_name, branch_name, hours, days } = channel;
    const form = {
      replaces: channel.id,
      currency: "JPY" as const,
      name,
      instructions,
      account_name,
      bank_name,
      branch_name,
      hours,
      days,
      closes: channel.closes,
      position: 1,
      account_number: "7654321",
    };
    const { id } = await opsAccepted(app, "/api/ops/deposit-channels/propose", form, admin);
    await opsAccepted(app, "/api/ops/deposit-channels/:id/withdraw", { id: channel.id }, third);
    expect(await opsRefused(app, decision, approve(id), other)).toBe("channel_not_found");
    const after = await opsAccepted(app, "/api/ops/deposit-channels", {}, admin);
    expect(after.items.some(({ account_number: number }) => number === "7654321")).toBe(false);
  });
});

describe("a stolen session", () => {
  it("is no use by what the database keeps of it, nor with the token of another", async () => {
    const token = admin.cookie.split("=")[1] ?? "";
    const kept = createHash("sha256").update(token).digest();
    for (const guess of [
      kept.toString("hex"),
      kept.toString("base64url"),
      "\\\\x00",
      `${token}x`,
    ]) {
      const cookie = `sanshi_operator=${encodeURIComponent(guess)}`;
      expect(await opsRefused(app, "/api/ops/me", {}, { cookie })).toBe("sign_in_again");
    }
    const crossed = { cookie: admin.cookie, "x-csrf-token": other["x-csrf-token"] };
    const form = journal("0000000009", "5");
    expect(await opsRefused(app, "/api/ops/journals/propose", form, crossed)).toBe("forbidden");
  });

  it("of a viewer neither moves money nor sees documents, whoever's account it asks for", async () => {
    const viewer = await newOperator(app, "viewer");
    const { account } = await app.newCustomer();
    const before = await firstRow(
      app.context.database.reader,
      sql<{ count: number }>`SELECT count(*)::int AS count FROM proposal`,
    );
    for (const [path, form] of [
      ["/api/ops/journals/propose", journal(account, "5")],
      ["/api/ops/customers/:account/state", { account, state: "banned", reason: "other" }],
      ["/api/ops/customers/:account/credit-limit", { account, type: "jpy", credit_limit: "1" }],
      ["/api/ops/operators/:id/role", { id: viewer.id, role: "administrator" }],
      ["/api/ops/operators/:id/reset", { id: other.id }],
      ["/api/ops/documents/:id", { id: "1" }],
      ["/api/ops/audit/export", {}],
      ["/api/ops/books/export", { which: "trial_balance" }],
    ] as const) {
      expect([path, await opsRefused(app, path, form, viewer)]).toEqual([path, "forbidden"]);
    }
    const after = await firstRow(
      app.context.database.reader,
      sql<{ count: number }>`SELECT count(*)::int AS count FROM proposal`,
    );
    expect(after).toEqual(before);
  });
});
