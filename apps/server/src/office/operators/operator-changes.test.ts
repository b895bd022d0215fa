import type { OperatorRole } from "@sanshi/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
  signIn,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { tamper } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";
import { ensureFirstOperator } from "./operators.ts";

let app: TestApplication;
let admin: OperatorSession;

async function begin(): Promise<void> {
  app = await startTestApplication();
  admin = await firstOperator(app);
}
function freshForEach(): void {
  beforeEach(begin);
  afterEach(() => app.stop());
}
function freshForAll(): void {
  beforeAll(begin);
  afterAll(() => app.stop());
}

const create = "/api/ops/operators/create";
const role = "/api/ops/operators/:id/role";
const state = "/api/ops/operators/:id/state";
const decision = "/api/ops/proposals/:id/decision";
const yes = (id: string | null) => ({ id: id ?? "", decision: "approve" as const });
const approve = (id: string | null, by: OperatorSession) => opsRefused(app, decision, yes(id), by);
const tryIn = (email: string, password: string) =>
  opsRefused(app, "/api/ops/sign-in", { email, password });
const me = (session: OperatorSession) => opsAccepted(app, "/api/ops/me", {}, session);

async function idOf(email: string): Promise<string> {
  const { items } = await opsAccepted(app, "/api/ops/operators", {}, admin);
  return items.find((one) => one.email === email)?.id ?? "";
}

describe("single approval", () => {
  freshForEach();
  it("holds on a fresh simulated instance, says so, and ends with the second who may approve", async () => {
    expect(await me(admin)).toMatchObject({ simulated: true, single_approval: true });
    await newOperator(app, "reviewer");
    expect((await me(admin)).single_approval).toBe(true);
    await newOperator(app, "approver");
    expect((await me(admin)).single_approval).toBe(false);
    // For good: one who leaves does not bring it back.
    const third = await newOperator(app, "approver");
    const other = (await opsAccepted(app, "/api/ops/operators", {}, admin)).items.at(-2)!;
    await opsAccepted(app, state, { id: other.id, state: "disabled" }, admin);
    const { id } = await opsAccepted(app, state, { id: third.id, state: "disabled" }, admin);
    expect(await approve(id, third)).toBe("ok");
    expect((await me(admin)).single_approval).toBe(false);
  });

  it("applies what the one operator proposes at once, and keeps that it was one", async () => {
    const customer = await app.newCustomer();
    const form = {
      account: customer.account,
      currency: "USD" as const,
      postings: [
        { owner: "customer" as const, purpose: "available" as const, amount: "12.34" },
        { owner: "house" as const, purpose: "goodwill" as const, amount: "-12.34" },
      ],
      reason: "goodwill",
      request_id: newRequestId(),
    };
    const done = await opsAccepted(app, "/api/ops/journals/propose", form, admin);
    expect(done).toMatchObject({ state: "approved", pending: null });
    expect((await app.accepted("/user/getUserinfo", {}, customer)).usd).toBe("10012.34");
    const reader = app.context.database.reader;
    const { rows } = await sql`SELECT state, single_approval, proposed_by = decided_by AS own
      FROM proposal`.execute(reader);
    expect(rows).toEqual([{ state: "approved", single_approval: true, own: true }]);
  });

  it("lets no later reply in own words go unread on the strength of one that it approved", async () => {
    const customer = await app.newCustomer();
    const { account } = customer;
    const reply = async (body: string) => {
      const form = { account, body, request_id: newRequestId() };
      return opsAccepted(app, "/api/ops/conversations/:account/reply", form, admin);
    };
    const hello = { body: "Hello", request_id: newRequestId() };
    await app.accepted("/user/write-to-service", hello, customer);
    expect(await reply("We look at it.")).toMatchObject({ id: expect.any(String), pending: null });
    await newOperator(app, "approver");
    expect(await reply("We look at it again.")).toMatchObject({ id: null });
  });

  it("is not for somebody who may not approve", async () => {
    const reviewer = await newOperator(app, "reviewer");
    const customer = await app.newCustomer();
    const { account } = customer;
    const frozen = { account, state: "frozen", reason: "identity_in_doubt" } as const;
    await opsAccepted(app, "/api/ops/customers/:account/state", frozen, reviewer);
    const back = { account, state: "active", reason: "matter_resolved" } as const;
    const proposed = await opsAccepted(app, "/api/ops/customers/:account/state", back, reviewer);
    expect(proposed.state).toBe("proposed");
    expect(await approve(proposed.id, admin)).toBe("ok");
  });

  it("is turned off by one, and on again by two", async () => {
    const path = "/api/ops/single-approval";
    await opsAccepted(app, path, { on: false }, admin);
    expect((await me(admin)).single_approval).toBe(false);
    const proposed = await opsAccepted(app, path, { on: true }, admin);
    expect(proposed.state).toBe("proposed");
    expect(await approve(proposed.id, admin)).toBe("own_proposal");
  });
});

describe("the audit log", () => {
  freshForEach();
  const kept = async (method: string) => {
    const found = await sql<{ operator: string; subject: string; details: object }>`
      SELECT operator, subject, details FROM audit_entry WHERE method = ${method} AND number > 2
      ORDER BY number`.execute(app.context.database.reader);
    return found.rows;
  };

  it("says when one decision is enough and when not, and whose approval switched it", async () => {
    const email = "second@sanshi.example";
    await opsAccepted(app, create, { email, role: "approver" }, admin);
    const by = { operator: testOperator.email, subject: "single_approval" };
    expect(await kept("STATE")).toEqual([{ ...by, details: { in_force: "no" } }]);
    // It can be on again where one is left, and by two alone.
    await sql`UPDATE operator SET disabled_at = real_now() WHERE email = ${email}`.execute(
      app.context.database.reader,
    );
    await sql`UPDATE operator_setting SET single_approval = true`.execute(
      app.context.database.reader,
    );
    await ensureFirstOperator(app.context, testOperator);
    await opsAccepted(app, "/api/ops/single-approval", { on: false }, admin);
    expect((await kept("STATE")).map((entry) => entry.details)).toEqual([
      { in_force: "no" },
      { in_force: "yes" },
      { in_force: "no" },
    ]);
  });

  it("says who was shown which half of a one-time password, and never the password", async () => {
    const approver = await newOperator(app, "approver");
    const email = "third@sanshi.example";
    const made = await opsAccepted(app, create, { email, role: "viewer" }, admin);
    const { told } = await opsAccepted(app, decision, yes(made.id), approver);
    expect(await kept("SHOWN")).toEqual([
      { operator: testOperator.email, subject: email, details: { shown: "first_half" } },
      { operator: approver.email, subject: email, details: { shown: "second_half" } },
    ]);
    const { rows } = await sql<{ all: string }>`SELECT string_agg(e::text, ' ') AS all
      FROM audit_entry e`.execute(app.context.database.reader);
    expect(rows[0]!.all).not.toContain(made.one_time_password);
    expect(rows[0]!.all).not.toContain(told);
  });
});

describe("another operator", () => {
  freshForAll();
  it("is let in by two, changes the one-time password first, and is then who they are", async () => {
    const approver = await newOperator(app, "approver");
    const form = { email: "New.One@sanshi.example", role: "reviewer" } as const;
    const made = await opsAccepted(app, create, form, admin);
    expect(made).toMatchObject({ state: "proposed", one_time_password: expect.any(String) });
    const firstHalf = made.one_time_password;
    const email = "new.one@sanshi.example";
    expect(await tryIn(email, firstHalf)).toBe("wrong_account_or_password");
    expect(await approve(made.id, admin)).toBe("own_proposal");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id: made.id! }, approver);
    expect(shown).toMatchObject({ kind: "operator_enabled", subject: email });
    expect(JSON.stringify(shown)).not.toContain(firstHalf);
    const { told } = await opsAccepted(app, decision, yes(made.id), approver);

    // Neither of the two who let them in can sign in as them.
    expect(await tryIn(email, firstHalf)).toBe("wrong_account_or_password");
    expect(await tryIn(email, told!)).toBe("wrong_account_or_password");
    const password = firstHalf + told!;
    const session = await signIn(app, { email, password });
    expect((await me(session)).password_change_required).toBe(true);
    expect(await opsRefused(app, "/api/ops/customers", {}, session)).toBe(
      "password_change_required",
    );
    const change = {
      old_password: password,
      new_password: "a pass phrase of my own",
      new_password2: "a pass phrase of my own",
    };
    await opsAccepted(app, "/api/ops/me/password", change, session);
    expect(await opsRefused(app, "/api/ops/customers", {}, session)).toBe("ok");
    expect(await opsRefused(app, create, form, session)).toBe("forbidden");
    expect(await opsRefused(app, create, form, admin)).toBe("operator_exists");
  });

  it("is out at once when disabled by one, and back in by two", async () => {
    const approver = await newOperator(app, "approver");
    const viewer = await newOperator(app, "viewer");
    expect(await opsRefused(app, "/api/ops/customers", {}, viewer)).toBe("ok");
    const off = { id: viewer.id, state: "disabled" } as const;
    expect(await opsAccepted(app, state, off, admin)).toEqual({
      id: null,
      state: "approved",
      pending: null,
    });
    expect(await opsRefused(app, "/api/ops/customers", {}, viewer)).toBe("sign_in_again");
    expect(await opsRefused(app, state, off, admin)).toBe("operator_unchanged");
    const { id } = await opsAccepted(app, state, { ...off, state: "enabled" }, admin);
    expect(await opsRefused(app, "/api/ops/customers", {}, viewer)).toBe("sign_in_again");
    expect(await approve(id, approver)).toBe("ok");
    const again = await signIn(app, { email: viewer.email, password: "an operator of the tests" });
    expect((await me(again)).role).toBe("viewer");
    // The session of before stays ended.
    expect(await opsRefused(app, "/api/ops/customers", {}, viewer)).toBe("sign_in_again");
  });

  it("who was disabled leaves nothing behind that could still be approved", async () => {
    const approver = await newOperator(app, "approver");
    const leaving = await newOperator(app, "reviewer");
    const { account } = await app.newCustomer();
    const change = "/api/ops/customers/:account/state";
    const frozen = { account, state: "frozen", reason: "suspicious_activity" } as const;
    await opsAccepted(app, change, frozen, leaving);
    const back = { account, state: "active", reason: "matter_resolved" } as const;
    const { id } = await opsAccepted(app, change, back, leaving);
    await opsAccepted(app, state, { id: leaving.id, state: "disabled" }, admin);
    expect(await approve(id, approver)).toBe("proposer_disabled");
    const shown = await opsAccepted(app, "/api/ops/customers/:account", { account }, approver);
    expect(shown.state).toBe("frozen");
    const no = { ...yes(id), decision: "reject", reason: "not_justified" } as const;
    expect(await opsRefused(app, decision, no, approver)).toBe("ok");
  });

  it("gets another role by two, from the next call on", async () => {
    const approver = await newOperator(app, "approver");
    const viewer = await newOperator(app, "viewer");
    const { id } = await opsAccepted(app, role, { id: viewer.id, role: "administrator" }, admin);
    expect(await opsRefused(app, role, { id: viewer.id, role: "support" }, admin)).toBe(
      "proposal_pending",
    );
    expect((await me(viewer)).role).toBe("viewer");
    expect(await approve(id, approver)).toBe("ok");
    expect((await me(viewer)).role).toBe("administrator");
    expect((await me(viewer)).permissions).toContain("manage_operators");
  });

  it("cannot be changed by a proposal that is out of date", async () => {
    const approver = await newOperator(app, "approver");
    const viewer = await newOperator(app, "viewer");
    const { id } = await opsAccepted(app, role, { id: viewer.id, role: "support" }, admin);
    await sql`UPDATE operator SET role = 'reviewer' WHERE id = ${viewer.id}::bigint`.execute(
      app.context.database.reader,
    );
    expect(await approve(id, approver)).toBe("proposal_outdated");
  });

  it.each([
    ["a role that there is not", { role: "owner" }, "invalid_request"],
    ["an address that is none", { email: "nobody" }, "invalid_request"],
    ["a password that somebody chose for them", { password: "chosen by one" }, "invalid_request"],
  ] as const)("is not made with %s", async (_name, more, code) => {
    const form = { email: "somebody@sanshi.example", role: "viewer" as OperatorRole, ...more };
    expect(await opsRefused(app, create, form, admin)).toBe(code);
  });

  it("that is not there is not found", async () => {
    expect(await opsRefused(app, role, { id: "999", role: "viewer" }, admin)).toBe(
      "operator_not_found",
    );
    expect(await opsRefused(app, state, { id: "999", state: "disabled" }, admin)).toBe(
      "operator_not_found",
    );
  });
});

describe("the last administrator", () => {
  freshForAll();
  it("is neither disabled nor demoted, also by two at once", async () => {
    const id = await idOf(testOperator.email);
    await newOperator(app, "approver");
    expect(await opsRefused(app, state, { id, state: "disabled" }, admin)).toBe(
      "last_administrator",
    );
    expect(await opsRefused(app, role, { id, role: "viewer" }, admin)).toBe("last_administrator");
    const second = await newOperator(app, "administrator");
    await newOperator(app, "approver");
    const outcomes = await Promise.all([
      opsRefused(app, state, { id, state: "disabled" }, second),
      opsRefused(app, state, { id: second.id, state: "disabled" }, admin),
    ]);
    expect(outcomes.filter((code) => code === "ok")).toHaveLength(1);
  });
});

describe("whoever disables others so that nobody could approve", () => {
  freshForEach();
  const disable = (id: string, by: OperatorSession) =>
    opsAccepted(app, state, { id, state: "disabled" }, by);
  const isOut = async (session: OperatorSession) =>
    (await opsRefused(app, "/api/ops/me", {}, session)) === "sign_in_again";

  it("needs a second: an administrator cannot make themselves the only one", async () => {
    const second = await newOperator(app, "approver");
    const third = await newOperator(app, "approver");
    expect((await disable(third.id, admin)).state).toBe("approved");
    const asked = await disable(second.id, admin);
    expect(asked).toMatchObject({ state: "proposed", id: expect.any(String) });
    expect(await isOut(second)).toBe(false);
    expect(await approve(asked.id, admin)).toBe("own_proposal");
    expect(await approve(asked.id, second)).toBe("ok");
    expect(await isOut(second)).toBe(true);
  });

  it("of two disables at once, one takes effect and the other waits for a second", async () => {
    const second = await newOperator(app, "administrator");
    const third = await newOperator(app, "approver");
    const answers = await Promise.all([disable(third.id, admin), disable(await firstId(), second)]);
    expect(answers.map((answer) => answer.state).toSorted()).toEqual(["approved", "proposed"]);
    const { rows } = await sql`SELECT FROM operator WHERE disabled_at IS NULL`.execute(
      app.context.database.reader,
    );
    expect(rows).toHaveLength(2);
  });

  it("where a queue would be left to one, needs a second too; a viewer is out at once", async () => {
    await newOperator(app, "approver");
    const viewer = await newOperator(app, "viewer");
    const reviewer = await newOperator(app, "reviewer");
    expect((await disable(viewer.id, admin)).state).toBe("approved");
    expect((await disable(reviewer.id, admin)).state).toBe("approved");
    await sql`UPDATE operator SET disabled_at = real_now() WHERE role = 'approver'`.execute(
      app.context.database.reader,
    );
    const lastOne = await newOperator(app, "reviewer");
    expect((await disable(lastOne.id, admin)).state).toBe("proposed");
    expect(await isOut(lastOne)).toBe(false);
  });

  const firstId = () => idOf(testOperator.email);
});

describe("the first operator", () => {
  freshForEach();
  /** As on a new instance: nobody is there. */
  const nobodyYet = () =>
    tamper(app, "operator", async (owner) => {
      await sql`DELETE FROM operator_session`.execute(owner);
      await sql`DELETE FROM operator`.execute(owner);
      await sql`UPDATE operator_setting SET single_approval = true`.execute(owner);
    });
  const entriesOf = async (subject: string) => {
    const found = await sql<{ method: string; details: Record<string, string> }>`
      SELECT method, details FROM audit_entry WHERE subject = ${subject} AND operator IS NULL
      ORDER BY number`.execute(app.context.database.reader);
    return found.rows.map(({ method, details }) => ({ method, ...details }));
  };
  const created = { method: "START", changed: "operator_created", role: "administrator" };

  it("without OPERATOR_PASSWORD gets one that is printed once and has to be changed", async () => {
    const { database } = app.context;
    await nobodyYet();
    const email = "first@sanshi.example";
    const made = await ensureFirstOperator(app.context, { email, password: null });
    expect(made?.password).toMatch(/^[\w-]{16}$/);
    const session = await signIn(app, { email, password: made!.password! });
    expect(
      await opsRefused(app, "/api/ops/simulation/clock", { advance_seconds: 1 }, session),
    ).toBe("password_change_required");
    const { rows } = await sql<{
      text: string;
    }>`SELECT operator::text AS text FROM operator`.execute(database.reader);
    expect(JSON.stringify(rows)).not.toContain(made!.password);
    expect(await ensureFirstOperator(app.context, { email, password: null })).toEqual({
      email,
      password: null,
    });
    expect(await entriesOf(email)).toEqual([{ ...created, one_time_password: "printed" }]);
  });

  it("is in the audit log from the instance's birth, and so is that one decides alone", async () => {
    expect(await entriesOf(testOperator.email)).toEqual([created]);
    expect(await entriesOf("single_approval")).toEqual([{ method: "STATE", in_force: "yes" }]);
    await ensureFirstOperator(app.context, testOperator);
    expect(await entriesOf("single_approval")).toHaveLength(1);
  });

  it("is the only one whom the environment makes, also where several start at once", async () => {
    const email = "past-the-others@sanshi.example";
    expect(await ensureFirstOperator(app.context, { email, password: "one of mine" })).toBeNull();
    expect(await idOf(email)).toBe("");
    expect(await entriesOf(email)).toEqual([]);
    await nobodyYet();
    const started = ["a@sanshi.example", "b@sanshi.example", "c@sanshi.example"].map((one) =>
      ensureFirstOperator(app.context, { email: one, password: null }),
    );
    const made = (await Promise.all(started)).filter((one) => one !== null);
    expect(made).toHaveLength(1);
  });

  it("leaves an entry when the environment names another password", async () => {
    await ensureFirstOperator(app.context, { ...testOperator, password: "another password" });
    expect(await entriesOf(testOperator.email)).toEqual([
      created,
      { method: "START", changed: "operator_password" },
    ]);
  });

  it("keeps a password that was changed since, until the environment names another", async () => {
    const change = {
      old_password: testOperator.password,
      new_password: "a pass phrase of my own",
      new_password2: "a pass phrase of my own",
    };
    await opsAccepted(app, "/api/ops/me/password", change, admin);
    const own = { email: testOperator.email, password: change.new_password };
    await ensureFirstOperator(app.context, testOperator);
    expect(await opsRefused(app, "/api/ops/sign-in", own)).toBe("ok");
    const renamed = { ...testOperator, password: "named by the environment" };
    await ensureFirstOperator(app.context, renamed);
    expect(await opsRefused(app, "/api/ops/sign-in", own)).toBe("wrong_account_or_password");
    expect(await opsRefused(app, "/api/ops/sign-in", renamed)).toBe("ok");
  });
});

describe("one's own password", () => {
  freshForAll();
  const path = "/api/ops/me/password";
  const form = (old_password: string, one: string, two = one) => ({
    old_password,
    new_password: one,
    new_password2: two,
  });

  it.each([
    ["short", form(testOperator.password, "elevenchars"), "password_too_short"],
    ["common", form(testOperator.password, "aaaaaaaaaaaaaaa"), "password_too_common"],
    ["the same", form(testOperator.password, testOperator.password), "password_too_common"],
    [
      "typed twice differently",
      form(testOperator.password, "one pass phrase", "other pass phrase"),
      "passwords_do_not_match",
    ],
    ["not known", form("wrong pass phrase", "a pass phrase of my own"), "wrong_original_password"],
  ])("is not changed where it is %s", async (_name, change, code) => {
    expect(await opsRefused(app, path, change, admin)).toBe(code);
  });

  it("ends the other sessions when it is changed, and one of two changes at once wins", async () => {
    const other = await firstOperator(app);
    const outcomes = await Promise.all(
      ["first pass phrase", "second pass phrase"].map((one) =>
        opsRefused(app, path, form(testOperator.password, one), admin),
      ),
    );
    expect(outcomes.filter((code) => code === "ok")).toHaveLength(1);
    expect(await opsRefused(app, "/api/ops/me", {}, other)).toBe("sign_in_again");
    expect(await opsRefused(app, "/api/ops/me", {}, admin)).toBe("ok");
  });
});

describe("an operator's session", () => {
  freshForAll();
  beforeEach(async () => {
    admin = await firstOperator(app);
  });
  it.each([
    ["30 minutes without a call", sql`last_seen_at = last_seen_at - interval '31 minutes'`],
    ["12 hours", sql`created_at = created_at - interval '12 hours 1 minute'`],
  ])("ends after %s", async (_name, change) => {
    await sql`UPDATE operator_session SET ${change}`.execute(app.context.database.reader);
    expect(await opsRefused(app, "/api/ops/me", {}, admin)).toBe("sign_in_again");
  });

  it("is not shortened or widened by the simulated clock", async () => {
    await app.advance(24 * 3600);
    expect(await opsRefused(app, "/api/ops/me", {}, admin)).toBe("ok");
  });

  it("tells a page that was loaded again its CSRF token, and no other", async () => {
    const { cookie } = admin;
    const { body } = await ops(app, "/api/ops/csrf-token", {}, { cookie });
    expect(body.data.csrf_token).toBe(admin["x-csrf-token"]);
    expect(await opsRefused(app, "/api/ops/csrf-token", {})).toBe("sign_in_again");
  });
});
