import { caseNumberPattern, factorResetHours, loginPasswordResetHours } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  codeNow,
  passkeyAnswer,
  withPasskey,
  withTotp,
} from "../../../../../tests/support/second-factors.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../../platform/sql/database.ts";

/** The way back of whoever lost every second factor, and what a thief with the password makes of it. */
const path = "/api/ops/factor-resets";

let app: TestApplication;
let owner: SignedIn;
let secret: Buffer;
let codes: string[];
let approver: OperatorSession;
let reviewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  reviewer = await newOperator(app, "reviewer");
});
beforeEach(async () => {
  await forgetAttempts();
  owner = await app.newCustomer();
  ({ secret, codes } = await withTotp(app, owner));
});
afterAll(() => app.stop());

const forgetAttempts = () => sql`DELETE FROM try_counter`.execute(app.context.database.reader);
const form = (more: Record<string, string> = {}) => ({
  account: owner.account,
  password: testPassword,
  request_id: newRequestId(),
  ...more,
});
const ask = async (more?: Record<string, string>) =>
  (await app.accepted("/user/lost-second-factors", form(more))).case_number;
const askRefused = (more: Record<string, string>) =>
  app.refused("/user/lost-second-factors", form(more));
const login = (more: Record<string, string> = {}) => ({
  account: owner.account,
  password: testPassword,
  ...more,
});
const signIn = (more?: Record<string, string>) => app.refused("/user/login", login(more));
const without = { without_factors: "true" };
const enter = () => app.accepted("/user/login", { ...login(), without_factors: "true" });
const untilDue = () => app.advance(factorResetHours * 3600);

async function caseOf(number: string) {
  const { items } = await opsAccepted(app, path, { q: number, state: "all" }, reviewer);
  return items[0];
}
const decide = async (number: string, decision: "approve" | "reject", who: OperatorSession) => {
  const id = (await caseOf(number))?.id ?? "";
  const reason = decision === "reject" ? "identity_in_doubt" : "";
  return opsRefused(app, `${path}/:id/decision`, { id, decision, reason }, who);
};
async function approved(): Promise<string> {
  const number = await ask();
  expect(await decide(number, "approve", reviewer)).toBe("ok");
  expect(await decide(number, "approve", approver)).toBe("ok");
  return number;
}
async function due(): Promise<string> {
  const number = await approved();
  await untilDue();
  return number;
}
const told = async (who = owner) =>
  (await app.accepted("/user/messages", {}, who)).items
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("factor_reset_"))
    .map((kind) => kind.replace("factor_reset_", ""))
    .toReversed();

describe("whoever has lost every second factor", () => {
  it("is told a case number for the right password, and every device hears of it at once", async () => {
    const number = await ask();
    expect(number).toMatch(caseNumberPattern);
    expect(await caseOf(number)).toMatchObject({ account: owner.account, state: "open" });
    expect(await told()).toEqual(["requested"]);
    const { reset } = await app.accepted("/user/second-factor-reset", {}, owner);
    expect(reset).toMatchObject({ due_at: null });
    // Nothing has changed by that.
    expect(await signIn()).toBe("code_required");
    expect(await signIn(without)).toBe("code_required");
  });

  it("is refused in the contract's order, and learns no more than by a sign-in", async () => {
    expect(await askRefused({ account: "12" })).toBe("account_not_ten_digits");
    expect(await askRefused({ password: "not it at all 1" })).toBe("wrong_account_or_password");
    expect(await askRefused({ account: "0000000000" })).toBe("wrong_account_or_password");
    owner = await app.newCustomer();
    expect(await askRefused({})).toBe("second_factor_not_set");
  });

  it("counts as a sign-in does: the password is not guessed by asking", async () => {
    const tried = [];
    for (let count = 0; count < 11; count += 1) {
      tried.push(await askRefused({ password: "not it at all 1" }));
    }
    expect(tried.at(-1)).toBe("too_many_tries");
    expect(await signIn()).toBe("too_many_tries");
  });

  it("hears the same number for the same request, told once", async () => {
    const again = { request_id: newRequestId() };
    expect(await ask(again)).toBe(await ask(again));
    expect(await told()).toEqual(["requested"]);
  });

  it("gets in a day after two operators approved, when they say so, and the factors are gone", async () => {
    const { passkey } = await withPasskeyBeside();
    const number = await ask();
    expect(await decide(number, "approve", reviewer)).toBe("ok");
    // One operator decides nothing, and not twice.
    expect(await decide(number, "approve", reviewer)).toBe("own_proposal");
    expect(await caseOf(number)).toMatchObject({ due_at: null });
    expect(await decide(number, "approve", approver)).toBe("ok");
    expect(await signIn()).toBe("factor_reset_not_yet");
    expect(await signIn(without)).toBe("factor_reset_not_yet");
    await untilDue();
    expect(await signIn()).toBe("factor_reset_ready");
    const now = await enter();
    expect(await app.accepted("/user/security", {}, now)).toMatchObject({
      totp: false,
      recovery_codes_left: 0,
      passkeys: [],
    });
    expect(await app.refused("/user/passkey-sign-in", await passkeyAnswer(app, passkey))).toBe(
      "passkey_not_accepted",
    );
    expect(await signIn()).toBe("ok");
    expect(await caseOf(number)).toMatchObject({ ended: "used" });
    expect(await told(now)).toEqual(["requested", "approved", "done"]);
  });

  async function withPasskeyBeside() {
    await app.accepted("/user/prove", { code: codes[9]! }, owner);
    return withPasskey(app, owner);
  }

  it("is held for 72 hours of real time, as after every reset", async () => {
    await due();
    const before = app.context.clock.realNow();
    const now = await enter();
    const { reset_hold_until: until } = await app.accepted("/user/security", {}, now);
    expect(Date.parse(until ?? "") - before).toBeGreaterThanOrEqual(72 * 3_600_000);
    const own = { login_password: testPassword };
    expect(await app.refused("/user/totp-begin", own, now)).toBe("reset_hold");
    expect(await app.refused("/user/passkey-options", own, now)).toBe("reset_hold");
  });

  it("comes in with the new password of a reset as well, where both are lost", async () => {
    const newPassword = "remembered better this time";
    const { case_number } = await app.accepted("/user/forgotten-login-password", {
      account: owner.account,
      new_password: newPassword,
      new_password2: newPassword,
      request_id: newRequestId(),
    });
    const passwords = "/api/ops/login-password-resets";
    const { items } = await opsAccepted(app, passwords, { q: case_number }, reviewer);
    const decision = { id: items[0]?.id ?? "", decision: "approve", reason: "" };
    for (const who of [reviewer, approver]) {
      expect(await opsRefused(app, `${passwords}/:id/decision`, decision, who)).toBe("ok");
    }
    expect(await askRefused({ password: newPassword })).toBe("new_password_not_yet");
    await app.advance(loginPasswordResetHours * 3600);
    const number = await ask({ password: newPassword });
    for (const who of [reviewer, approver]) expect(await decide(number, "approve", who)).toBe("ok");
    await untilDue();
    expect(await signIn({ password: newPassword })).toBe("factor_reset_ready");
    expect(await signIn({ password: newPassword, ...without })).toBe("ok");
    expect(await signIn()).toBe("wrong_account_or_password");
    expect(await signIn({ password: newPassword })).toBe("ok");
  });

  it("is rejected with a reason, and the factors stay", async () => {
    const number = await ask();
    expect(await decide(number, "reject", reviewer)).toBe("ok");
    expect(await told()).toEqual(["requested", "rejected"]);
    await untilDue();
    expect(await signIn(without)).toBe("code_required");
  });
});

describe("against whoever stole the password", () => {
  it("a sign-in with a factor cancels what waits or is due", async () => {
    const number = await due();
    expect(await signIn({ code: codeNow(app, secret) })).toBe("ok");
    expect(await caseOf(number)).toMatchObject({ ended: "cancelled" });
    expect(await signIn(without)).toBe("code_required");
    expect(await told()).toEqual(["requested", "approved", "cancelled"]);
  });

  it("so does one with a passkey alone", async () => {
    await app.accepted("/user/prove", { code: codes[9]! }, owner);
    const { passkey } = await withPasskey(app, owner);
    const number = await approved();
    expect(await app.refused("/user/passkey-sign-in", await passkeyAnswer(app, passkey))).toBe(
      "ok",
    );
    expect(await caseOf(number)).toMatchObject({ ended: "cancelled" });
  });

  it("a wrong code cancels nothing, and an owner's own password uses nothing up", async () => {
    const number = await due();
    expect(await signIn({ code: "000000" })).toBe("wrong_code");
    expect(await signIn()).toBe("factor_reset_ready");
    expect(await caseOf(number)).toMatchObject({ ended: null });
  });

  it.each(["asked for", "approved", "used"])(
    "one tap of a device of the owner's stops one that was %s, and freezes the account",
    async (when) => {
      if (when === "asked for") await ask();
      else if (when === "approved") await approved();
      else {
        await due();
        await enter();
      }
      expect(await app.refused("/user/stop-reset", {}, owner)).toBe("ok");
      await expect
        .poll(async () => (await app.accepted("/user/getUserinfo", {}, owner)).state)
        .toBe("frozen");
      await untilDue();
      if (when !== "used") expect(await signIn(without)).toBe("code_required");
    },
  );

  it("who came in by it sends no device of the owner's away, and the owner sends them away", async () => {
    await due();
    const thief = await enter();
    const sessions = await app.accepted("/user/sessions", {}, thief);
    const own = sessions.find(({ current }) => !current)!;
    const change = { old_password: testPassword, new_password: "nine green bottles 77" };
    const changed = { ...change, new_password2: change.new_password };
    expect(await app.refused("/user/revoke-session", { id: own.id }, thief)).toBe("reset_hold");
    expect(await app.refused("/user/change-login-password", changed, thief)).toBe("reset_hold");
    // Nor from a session that is opened later.
    const later = await app.accepted("/user/login", login());
    expect(await app.refused("/user/revoke-session", { id: own.id }, later)).toBe("reset_hold");
    expect(await app.refused("/user/getUserinfo", {}, owner)).toBe("ok");
    const thiefs = sessions.find(({ current }) => current)!;
    expect(await app.refused("/user/revoke-session", { id: thiefs.id }, owner)).toBe("ok");
    expect(await app.refused("/user/change-login-password", changed, owner)).toBe("ok");
  });

  it("a proof of before counts for nothing after it", async () => {
    await app.accepted("/user/prove", { code: codes[0]! }, owner);
    await due();
    await enter();
    expect((await app.accepted("/user/security", {}, owner)).proved_until).toBeNull();
  });

  it("an operator stops it alone, and the customer reads why", async () => {
    const number = await approved();
    const id = (await caseOf(number))?.id ?? "";
    const stop = { id, reason: "customer_request" };
    expect(await opsRefused(app, `${path}/:id/stop`, stop, reviewer)).toBe("ok");
    await untilDue();
    expect(await signIn(without)).toBe("code_required");
    expect(await told()).toEqual(["requested", "approved", "cancelled"]);
  });

  it("its times cannot be brought forward in the database", async () => {
    const number = await approved();
    const { reader } = app.context.database;
    const sooner = sql`UPDATE second_factor_reset SET due_at = due_at - interval '1 hour'
      WHERE case_number = ${number}`;
    await expect(sooner.execute(reader)).rejects.toThrow();
    await expect(sql`DELETE FROM second_factor_reset`.execute(reader)).rejects.toThrow();
  });

  it("is either used or cancelled where both come in the same moment", async () => {
    const number = await due();
    const started = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM customer WHERE account = ${owner.account} FOR UPDATE`.execute(
        transaction,
      );
      const begun = [
        signIn(without),
        app.refused("/user/cancel-second-factor-reset", {}, owner),
      ] as const;
      await untilWaitingForLocks(app.context.database.reader, begun.length);
      return begun;
    });
    const [entered] = await Promise.all(started);
    const ended = entered === "ok" ? "used" : "cancelled";
    expect(["ok", "code_required"]).toContain(entered);
    expect(await caseOf(number)).toMatchObject({ ended });
    expect(await signIn()).toBe(entered === "ok" ? "ok" : "code_required");
  });
});
