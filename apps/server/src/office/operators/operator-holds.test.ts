import { operatorHoldHours } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  signIn,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { sql } from "../../platform/sql/database.ts";
import { resetOperatorLocally } from "./at-the-machine.ts";

/** Two who agree, or whoever has the machine, let somebody in as a third: what that one can do with them. */
let app: TestApplication;
let one: OperatorSession;
let other: OperatorSession & { id: string; email: string };
let third: OperatorSession & { id: string; email: string };
let viewer: OperatorSession & { id: string; email: string };
beforeAll(async () => {
  app = await startTestApplication();
  one = await firstOperator(app);
});
beforeEach(async () => {
  other = await newOperator(app, "administrator");
  third = await newOperator(app, "administrator");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const decision = "/api/ops/proposals/:id/decision";
const chosen = "a pass phrase of my own";
const changeRole = (who: OperatorSession, role: string) =>
  opsRefused(app, "/api/ops/operators/:id/role", { id: viewer.id, role }, who);
const proposalOf = async (who: OperatorSession) => {
  const form = { id: viewer.id, role: "support" } as const;
  return (await opsAccepted(app, "/api/ops/operators/:id/role", form, who)).id ?? "";
};
const decide = (id: string, given: "approve" | "reject", who: OperatorSession) =>
  opsRefused(
    app,
    decision,
    { id, decision: given, ...(given === "reject" && { reason: "not_justified" }) },
    who,
  );
const heldAsToldTo = async (who: OperatorSession) =>
  (await opsAccepted(app, "/api/ops/me", {}, who)).held_operators;

/** Whoever knows the one-time password signs in as the operator with it. */
async function signInAnew(email: string, password: string): Promise<OperatorSession> {
  const session = await signIn(app, { email, password });
  const change = { old_password: password, new_password: chosen, new_password2: chosen };
  await opsAccepted(app, "/api/ops/me/password", change, session);
  return session;
}

async function resetByTwo(): Promise<OperatorSession> {
  const reset = "/api/ops/operators/:id/reset";
  const proposed = await opsAccepted(app, reset, { id: third.id }, one);
  const form = { id: proposed.id ?? "", decision: "approve" } as const;
  const { told } = await opsAccepted(app, decision, form, other);
  return signInAnew(third.email, proposed.one_time_password + (told ?? ""));
}

async function resetAtTheMachine(): Promise<OperatorSession> {
  const password = await resetOperatorLocally(app.context, third.email);
  return signInAnew(third.email, password ?? "");
}

describe.each([
  ["by two others", resetByTwo],
  ["on the machine", resetAtTheMachine],
])("an operator who was reset %s", (_how, reset) => {
  it("is no pair of eyes for a day: approves and proposes nothing", async () => {
    const waiting = await proposalOf(other);
    const puppet = await reset();
    expect(await decide(waiting, "approve", puppet)).toBe("operator_held");
    expect(await changeRole(puppet, "reviewer")).toBe("operator_held");
    // What protects stays open.
    expect(await decide(waiting, "reject", puppet)).toBe("ok");
    const disable = { id: viewer.id, state: "disabled" } as const;
    expect(await opsRefused(app, "/api/ops/operators/:id/state", disable, puppet)).toBe("ok");
  });

  it("is told to every administrator, and to nobody else", async () => {
    const before = app.context.clock.realNow();
    const puppet = await reset();
    for (const who of [one, other, puppet]) {
      const [held] = await heldAsToldTo(who);
      expect(held?.operator).toBe(third.email);
      const hours = (Date.parse(held?.until ?? "") - before) / 3_600_000;
      expect(hours).toBeGreaterThan(operatorHoldHours - 0.1);
      expect(hours).toBeLessThan(operatorHoldHours + 0.5);
    }
    expect(await heldAsToldTo(viewer)).toEqual([]);
  });

  it("is held by the real clock, and nothing ends it early", async () => {
    const waiting = await proposalOf(other);
    const puppet = await reset();
    await app.advance(operatorHoldHours * 3600);
    expect(await decide(waiting, "approve", puppet)).toBe("operator_held");
    const { reader } = app.context.database;
    for (const early of [
      sql`DELETE FROM operator_hold`,
      sql`UPDATE operator_hold SET ends_at = started_at`,
    ]) {
      await expect(early.execute(reader)).rejects.toThrow();
    }
  });
});

it("a hold that has ended holds nobody", async () => {
  await sql`INSERT INTO operator_hold (operator_id, started_at, ends_at)
    VALUES (${third.id}::bigint, real_now() - interval '25 hours', real_now())`.execute(
    app.context.database.reader,
  );
  expect(await decide(await proposalOf(other), "approve", third)).toBe("ok");
});

it("approves no case of a queue alone, and still rejects one", async () => {
  const puppet = await resetAtTheMachine();
  const customer = await app.newCustomer();
  const { case_number } = await app.accepted("/user/forgotten-login-password", {
    account: customer.account,
    new_password: "nine green bottles",
    new_password2: "nine green bottles",
    request_id: crypto.randomUUID(),
  });
  const path = "/api/ops/login-password-resets";
  const { items } = await opsAccepted(app, path, { q: case_number }, puppet);
  const form = { id: items[0]?.id ?? "", decision: "approve", reason: "" };
  expect(await opsRefused(app, `${path}/:id/decision`, form, puppet)).toBe("operator_held");
  const reject = { ...form, decision: "reject", reason: "identity_in_doubt" };
  expect(await opsRefused(app, `${path}/:id/decision`, reject, puppet)).toBe("ok");
});

it("does not hold the only operator of a simulated instance, who decides alone anyhow", async () => {
  const alone = await startTestApplication();
  try {
    await firstOperator(alone);
    const { items } = await opsAccepted(
      alone,
      "/api/ops/operators",
      {},
      await firstOperator(alone),
    );
    const email = items[0]?.email ?? "";
    const password = await resetOperatorLocally(alone.context, email);
    const session = await signIn(alone, { email, password: password ?? "" });
    const change = { old_password: password ?? "", new_password: chosen, new_password2: chosen };
    await opsAccepted(alone, "/api/ops/me/password", change, session);
    const form = { email: "second@sanshi.example", role: "viewer" };
    expect(await opsRefused(alone, "/api/ops/operators/create", form, session)).toBe("ok");
  } finally {
    await alone.stop();
  }
});
