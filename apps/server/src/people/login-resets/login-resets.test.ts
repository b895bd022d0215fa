import { randomInt } from "node:crypto";
import {
  caseNumberPattern,
  loginPasswordCaseDays,
  loginPasswordResetHours,
  passwordResetUsableDays,
} from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveOutAnswerPauses } from "../../../../../tests/support/pauses.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
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
import { codeAt, newTotpSecret, stepAt } from "../../platform/totp.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { forgetLapsed } from "./login-resets.jobs.ts";
import { casesMax, dailyAsksMax, keptHours } from "./login-resets.ts";

const path = "/api/ops/login-password-resets";
const newPassword = "remembered better this time";

let app: TestApplication;
let owner: SignedIn;
let administrator: OperatorSession;
let approver: OperatorSession;
let reviewer: OperatorSession;
leaveOutAnswerPauses();
beforeAll(async () => {
  app = await startTestApplication();
  administrator = await firstOperator(app);
  approver = await newOperator(app, "approver");
  reviewer = await newOperator(app, "reviewer");
});
beforeEach(async () => {
  await forgetAttempts();
  owner = await app.newCustomer();
});
afterAll(() => app.stop());

const forgetAttempts = () => sql`DELETE FROM try_counter`.execute(app.context.database.reader);
const form = (more: Record<string, string> = {}) => ({
  account: owner.account,
  new_password: newPassword,
  new_password2: more["new_password"] ?? newPassword,
  request_id: newRequestId(),
  ...more,
});
const ask = async (more?: Record<string, string>) =>
  (await app.accepted("/user/forgotten-login-password", form(more))).case_number;
const askRefused = (more: Record<string, string>) =>
  app.refused("/user/forgotten-login-password", form(more));
const askFrom = (remoteAddress: string) =>
  app.context.http.fastify.inject({
    method: "POST",
    url: "/api/vue/user/forgotten-login-password",
    remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form()).toString(),
  });
const signIn = (password: string, code?: string) =>
  app.post("/user/login", { account: owner.account, password, ...(code && { code }) });
const signInRefused = async (password: string, code?: string) =>
  (await signIn(password, code)).body.msg;
const cancel = (who = owner) => app.accepted("/user/cancel-login-password-reset", {}, who);
const reset = async (who = owner) =>
  (await app.accepted("/user/login-password-reset", {}, who)).reset;
const untilDue = () => app.advance(loginPasswordResetHours * 3600);

/** The case, as customer service finds it by its number. */
async function caseOf(number: string, state = "all") {
  const { items } = await opsAccepted(app, path, { q: number, state }, reviewer);
  return items[0];
}
const idOf = async (number: string) => (await caseOf(number))?.id ?? "";
async function openCases(): Promise<string[]> {
  const form = { q: owner.account, state: "open", limit: "50" };
  const { items } = await opsAccepted(app, path, form, reviewer);
  return items.map(({ case_number }) => case_number).toSorted();
}
const decide = async (
  number: string,
  decision: "approve" | "reject",
  who: OperatorSession,
  reason = "",
) => {
  const id = await idOf(number);
  return opsRefused(app, `${path}/:id/decision`, { id, decision, reason }, who);
};
async function approve(number: string): Promise<void> {
  expect(await decide(number, "approve", reviewer)).toBe("ok");
  expect(await decide(number, "approve", approver)).toBe("ok");
}
async function approved(): Promise<string> {
  const number = await ask();
  await approve(number);
  return number;
}

async function keepsPassword(number: string): Promise<boolean | undefined> {
  const [found] = await rows(
    app.context.database.reader,
    sql<{ keeps: boolean }>`SELECT password_hash IS NOT NULL AS keeps FROM login_password_reset
      WHERE case_number = ${number}`,
  );
  return found?.keeps;
}

/** What the customer's messages tell of resets, the oldest first. */
async function told(who = owner): Promise<string[]> {
  const { items } = await app.accepted("/user/messages", {}, who);
  return items
    .filter(({ kind }) => kind.startsWith("login_password_reset_"))
    .map(({ kind }) => kind.replace("login_password_reset_", ""))
    .toReversed();
}
async function activity(who = owner): Promise<string[]> {
  const { items } = await app.accepted("/user/activity", {}, who);
  return items
    .map(({ kind, params }) => params["what"] ?? kind)
    .filter((kind) => kind.startsWith("login_password_reset_"))
    .map((kind) => kind.replace("login_password_reset_", ""))
    .toReversed();
}

describe("whoever has forgotten the login password", () => {
  it("is answered a case number, and the owner's activity keeps that somebody asked", async () => {
    const number = await ask();
    expect(number).toMatch(caseNumberPattern);
    expect(await caseOf(number, "open")).toMatchObject({
      case_number: number,
      account: owner.account,
      state: "open",
      verification: 0,
      due_at: null,
      ended: null,
      address: "127.0.0.1",
    });
    expect(await reset()).toMatchObject({ due_at: null });
    expect([await told(), await activity()]).toEqual([[], ["requested"]]);
    expect([await signInRefused(testPassword), await signInRefused(newPassword)]).toEqual([
      "ok",
      "wrong_account_or_password",
    ]);
  });

  it("hears the same of an account that there is not", async () => {
    const nobody = { account: String(randomInt(1_000_000_000, 9_999_999_999)) };
    const known = await app.post("/user/forgotten-login-password", form());
    const unknown = await app.post("/user/forgotten-login-password", form(nobody));
    expect(unknown.code).toBe(known.code);
    expect(Object.keys(unknown.body.data ?? {})).toEqual(Object.keys(known.body.data ?? {}));
    const number = unknown.body.data?.case_number ?? "";
    expect(number).toMatch(caseNumberPattern);
    expect(await caseOf(number)).toBeUndefined();
    for (const wrong of [{ new_password: "short" }, { new_password2: "another one" }]) {
      expect(await askRefused({ ...nobody, ...wrong })).toBe(await askRefused(wrong));
    }
    // As many attempts, counted alike.
    const answers = await Promise.all(
      [nobody, {}].map(async (whose) => {
        const said: string[] = [];
        for (let asked = 0; asked < dailyAsksMax; asked += 1) said.push(await askRefused(whose));
        return said;
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.at(-1)).toBe("too_many_tries");
  });

  it("hears the same number for the same request, whether there is the account or not", async () => {
    for (const account of [owner.account, "0000000000"]) {
      const again = { account, request_id: newRequestId() };
      const number = await ask(again);
      expect(await ask(again)).toBe(number);
      expect(await ask({ account })).not.toBe(number);
    }
    expect(await activity()).toEqual(["requested", "requested"]);
  });

  it("is refused in the contract's order", async () => {
    const short = { new_password: "short", new_password2: "other" };
    expect(await askRefused({ ...short, account: "12" })).toBe("account_not_ten_digits");
    expect(await askRefused(short)).toBe("password_too_short");
    expect(await askRefused({ new_password: "password1" })).toBe("password_too_common");
    expect(await askRefused({ new_password: `${owner.account}a` })).toBe("password_too_common");
    expect(await askRefused({ new_password2: "something else" })).toBe("passwords_do_not_match");
  });

  it("has few cases at once that are older than a day; those that operators work on stay", async () => {
    const [claimed, proposed] = [await ask(), await ask()];
    await forgetAttempts();
    const numbers = [await ask(), await ask()];
    await forgetAttempts();
    while (numbers.length < casesMax + 2) numbers.push(await ask());
    await app.advance(keptHours * 3600);
    await opsAccepted(app, `${path}/:id/claim`, { id: await idOf(claimed) }, reviewer);
    expect(await decide(proposed, "approve", reviewer)).toBe("ok");
    await forgetAttempts();
    const newest = await ask();
    expect(await openCases()).toEqual([claimed, ...numbers.slice(-casesMax), newest].toSorted());
    expect(await caseOf(proposed)).toMatchObject({ state: "proposed", ended: null });
    expect(await caseOf(numbers[0] ?? "")).toMatchObject({ state: "expired", ended: "replaced" });
  });

  it("has a day to tell the number, however often others ask in the same name", async () => {
    const number = await ask();
    for (let asked = 0; asked < 2 * casesMax; asked += 1) {
      expect((await askFrom(`192.0.2.${asked % 2}`)).json()).toMatchObject({ status: 1 });
    }
    expect(await openCases()).toContain(number);
  });

  it("has no limit that somebody at another address could use up", async () => {
    for (let asked = 0; asked < dailyAsksMax; asked += 1) await askRefused({});
    expect(await askRefused({})).toBe("too_many_tries");
    expect((await askFrom("192.0.2.7")).json()).toMatchObject({ status: 1 });
  });
});

describe("customer service", () => {
  it("finds a case by its number, with its hyphen or without, and sees who asks and from where", async () => {
    const number = await ask();
    await ask();
    const id = await idOf(number.replace("-", "").toLowerCase());
    expect(await opsAccepted(app, `${path}/:id`, { id }, reviewer)).toMatchObject({
      case_number: number,
      account: owner.account,
      name: null,
      customer_state: "active",
      second_step: false,
      device_known: true,
      sessions: 1,
      other_cases: 1,
    });
    expect(await activity()).toEqual(["requested", "requested"]);
    const { items } = await app.accepted("/user/activity", {}, owner);
    expect(items[0]).toMatchObject({ kind: "operator_viewed", params: { what: "case" } });
  });

  it("approves with four eyes, and nobody approves their own decision", async () => {
    const number = await ask();
    expect(await decide(number, "approve", approver)).toBe("ok");
    expect(await caseOf(number)).toMatchObject({ state: "proposed", due_at: null });
    expect(await decide(number, "approve", approver)).toBe("own_proposal");
    expect(await decide(number, "approve", reviewer)).toBe("forbidden");
    expect([await told(), await signInRefused(newPassword)]).toEqual([
      [],
      "wrong_account_or_password",
    ]);
    expect(await decide(number, "approve", administrator)).toBe("ok");
    const one = await caseOf(number);
    expect(one).toMatchObject({ state: "approved", ended: null });
    expect(await decide(number, "reject", administrator, "identity_in_doubt")).toBe(
      "review_already_decided",
    );
  });

  it("needs a role for it", async () => {
    const number = await ask();
    for (const role of ["viewer", "support"] as const) {
      const operator = await newOperator(app, role);
      expect(await decide(number, "approve", operator)).toBe("forbidden");
    }
  });

  it("never hears of a password, nor does the audit log", async () => {
    const number = await approved();
    const id = await idOf(number);
    const { text } = await ops(app, `${path}/:id`, { id }, reviewer);
    const log = await ops(
      app,
      "/api/ops/audit",
      { subject: `login-password-resets:${id}` },
      approver,
    );
    expect(log.text).toContain("login-password-resets");
    for (const said of [text, log.text]) {
      expect(said).not.toContain(newPassword);
      expect(said).not.toContain("argon2");
    }
  });

  it("rejects alone with a reason that the customer reads, and forgets the password", async () => {
    const number = await ask();
    expect(await decide(number, "reject", reviewer)).toBe("reason_required");
    expect(await decide(number, "reject", reviewer, "identity_in_doubt")).toBe("ok");
    expect(await caseOf(number)).toMatchObject({ state: "rejected", ended: "rejected" });
    expect([await told(), await activity()]).toEqual([["rejected"], ["requested", "rejected"]]);
    expect(await decide(number, "approve", reviewer)).toBe("review_already_decided");
    expect(await keepsPassword(number)).toBe(false);
  });

  it("cannot approve what nobody asked about for a week, also where one has approved it", async () => {
    const number = await ask();
    expect(await decide(number, "approve", reviewer)).toBe("ok");
    await app.advance(loginPasswordCaseDays * 24 * 3600);
    expect(await caseOf(number)).toMatchObject({ state: "expired", ended: "expired" });
    expect(await decide(number, "approve", approver)).toBe("review_already_decided");
    expect(await reset()).toBeNull();
    expect(await told()).toEqual([]);
  });

  it("has the newest approval count: another case's new password comes to nothing", async () => {
    const first = await approved();
    await app.advance(3600);
    const second = await ask({ new_password: "yet another pass phrase" });
    await approve(second);
    expect(await caseOf(first)).toMatchObject({ state: "approved", ended: "replaced" });
    await untilDue();
    expect(await signInRefused(newPassword)).toBe("wrong_account_or_password");
    expect(await signInRefused("yet another pass phrase")).toBe("ok");
  });

  it("approves another case after one whose time was over before it was used", async () => {
    const unused = await approved();
    await app.advance((loginPasswordCaseDays - 1) * 24 * 3600);
    const second = await ask({ new_password: "yet another pass phrase" });
    // The unused one ends two days on, unnoticed: nobody asks for anything meanwhile.
    await app.advance((passwordResetUsableDays + 2 - loginPasswordCaseDays) * 24 * 3600);
    await approve(second);
    expect(await caseOf(unused)).toMatchObject({ state: "approved", ended: "expired" });
    await untilDue();
    expect(await signInRefused("yet another pass phrase")).toBe("ok");
  });
});

describe("an owner who calls, and has asked for nothing", () => {
  const stop = (id: string, who: OperatorSession, reason = "suspicious_activity") =>
    opsRefused(app, `${path}/:id/stop`, { id, reason }, who);

  it("has one operator stop what was approved, with a reason", async () => {
    const number = await approved();
    const id = await idOf(number);
    expect(await stop(id, reviewer, "")).toBe("reason_required");
    expect(await stop(id, await newOperator(app, "support"))).toBe("forbidden");
    expect(await stop("999999", reviewer)).toBe("review_not_found");
    expect(await stop(id, reviewer)).toBe("ok");
    expect(await stop(id, reviewer)).toBe("login_reset_not_approved");
    expect(await caseOf(number)).toMatchObject({ state: "approved", ended: "stopped" });
    await untilDue();
    expect(await signInRefused(newPassword)).toBe("wrong_account_or_password");
    expect([await told(), await activity()]).toEqual([
      ["approved", "cancelled"],
      ["requested", "approved", "stopped"],
    ]);
    const { items } = await app.accepted("/user/messages", {}, owner);
    expect(items[0]?.params["why_us"]).toBe("We noticed unusual activity on the account.");
  });

  it("has a case that nobody approved rejected instead", async () => {
    expect(await stop(await idOf(await ask()), reviewer)).toBe("login_reset_not_approved");
  });
});

describe("an approved reset", () => {
  it("is told at once, and says to nobody but who knows the new password from when it works", async () => {
    const number = await approved();
    const dueAt = (await caseOf(number))?.due_at ?? "";
    const waits = await reset();
    expect(waits).toMatchObject({ due_at: dueAt });
    const { items } = await app.accepted("/user/messages", {}, owner);
    expect(items[0]).toMatchObject({
      kind: "login_password_reset_approved",
      params: { due_at: dueAt, until: waits?.expires_at },
      link: "/mine/loginPassword",
    });
    expect(await activity()).toEqual(["requested", "approved"]);
    expect((await signIn(newPassword)).body).toMatchObject({
      msg: "new_password_not_yet",
      params: { from: dueAt },
    });
    expect(await signInRefused("some other password")).toBe("wrong_account_or_password");
    expect(Date.parse(dueAt) - app.context.clock.now()).toBeGreaterThan(
      (loginPasswordResetHours * 60 - 5) * 60_000,
    );
  });

  it("cannot be brought forward in the database, nor get another password", async () => {
    const number = await approved();
    const { reader } = app.context.database;
    const change = (what: ReturnType<typeof sql>) =>
      sql`UPDATE login_password_reset SET ${what} WHERE case_number = ${number}`.execute(reader);
    await expect(change(sql`due_at = due_at - interval '1 hour'`)).rejects.toThrow();
    await expect(change(sql`password_hash = 'another'`)).rejects.toThrow();
    await expect(change(sql`customer_id = customer_id - 1`)).rejects.toThrow();
    await expect(sql`DELETE FROM login_password_reset`.execute(reader)).rejects.toThrow();
    const early = sql`INSERT INTO login_password_reset (customer_id, case_number, password_hash, device,
        address, requested_at, approved_at, due_at, expires_at)
      SELECT id, 'AAAA-AAAA', 'x', '', '', app_now(), app_now(), app_now() + interval '1 hour',
        app_now() + interval '1 day' FROM customer WHERE account = ${owner.account}`;
    await expect(early.execute(reader)).rejects.toThrow();
  });

  it("is set by the first sign-in with the new password, which ends every session before it", async () => {
    const number = await approved();
    await untilDue();
    const { body } = await signIn(newPassword);
    const now = body.data as SignedIn;
    expect(await app.refused("/user/getUserinfo", {}, owner)).toBe("sign_in_again");
    expect(await app.refused("/user/getUserinfo", {}, now)).toBe("ok");
    expect(await signInRefused(testPassword)).toBe("wrong_account_or_password");
    expect(await signInRefused(newPassword)).toBe("ok");
    expect(await caseOf(number)).toMatchObject({ state: "approved", ended: "used" });
    expect(await told(now)).toEqual(["approved", "done"]);
    expect(await activity(now)).toEqual(["requested", "approved", "done"]);
  });

  it("cancels a reset of the fund password that was asked for with the old login password", async () => {
    const fund = "482915";
    const set = { login_password: testPassword, new_password: fund, new_password2: fund };
    await app.accepted("/user/set-fund-password", set, owner);
    await app.accepted("/user/reset-fund-password", { login_password: testPassword }, owner);
    await approved();
    await untilDue();
    const now = (await signIn(newPassword)).body.data as SignedIn;
    expect(await app.accepted("/user/fund-password", {}, now)).toMatchObject({
      reset_due_at: null,
    });
    const another = { new_password: "739164", new_password2: "739164" };
    expect(
      await app.refused(
        "/user/set-fund-password",
        { login_password: newPassword, ...another },
        now,
      ),
    ).toBe("old_password_required");
    const { items } = await app.accepted("/user/messages", {}, now);
    expect(items.map(({ kind }) => kind)).toContain("fund_password_reset_cancelled");
  });

  it("is cancelled from any device, told once; nothing is told where there is none", async () => {
    await cancel();
    expect(await told()).toEqual([]);
    const number = await approved();
    await cancel();
    await cancel();
    expect(await reset()).toBeNull();
    expect(await caseOf(number)).toMatchObject({ state: "approved", ended: "cancelled" });
    await untilDue();
    expect(await signInRefused(newPassword)).toBe("wrong_account_or_password");
    expect([await told(), await activity()]).toEqual([
      ["approved", "cancelled"],
      ["requested", "approved", "cancelled"],
    ]);
  });

  it.each(["asked for", "approved", "due"])(
    "is cancelled by a sign-in with the old password when it is %s",
    async (when) => {
      const number = await ask();
      if (when !== "asked for") await approve(number);
      if (when === "due") await untilDue();
      expect(await signInRefused("some other password")).toBe("wrong_account_or_password");
      expect(await reset()).not.toBeNull();
      expect(await signInRefused(testPassword)).toBe("ok");
      expect(await reset()).toBeNull();
      expect((await told()).at(-1)).toBe("cancelled");
      expect(await caseOf(number)).toMatchObject({ ended: "cancelled" });
    },
  );

  it("is cancelled by a change of the password with the old one", async () => {
    await approved();
    const changed = "changed in good time";
    const change = { old_password: testPassword, new_password: changed, new_password2: changed };
    expect(await app.refused("/user/change-login-password", change, owner)).toBe("ok");
    await untilDue();
    expect(await signInRefused(newPassword)).toBe("wrong_account_or_password");
    expect(await signInRefused(changed)).toBe("ok");
  });

  it("expires a week after it became due, and its password is forgotten", async () => {
    const number = await approved();
    await untilDue();
    await forgetLapsed(app.context);
    expect(await keepsPassword(number)).toBe(true);
    // From here on the application's own job may forget it at any moment.
    await app.advance(passwordResetUsableDays * 24 * 3600);
    await forgetLapsed(app.context);
    await expect.poll(() => keepsPassword(number)).toBe(false);
    expect(await signInRefused(newPassword)).toBe("wrong_account_or_password");
    expect(await reset()).toBeNull();
    expect(await caseOf(number)).toMatchObject({ state: "approved", ended: "expired" });
    await cancel();
    expect(await told()).toEqual(["approved"]);
  });

  it("leaves the second step as it is: neither password goes without the code", async () => {
    const secret = newTotpSecret();
    const { context } = app;
    const [found] = await rows(
      context.database.reader,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${owner.account}`,
    );
    const sealed = context.sealer.seal(secret, `customer_totp:${found?.id}`);
    await sql`INSERT INTO customer_totp (customer_id, secret, confirmed_at)
      VALUES (${found?.id}, ${sealed}, real_now())`.execute(context.database.reader);
    await approved();
    // Whoever has the old password and no code is not in, and takes nothing back.
    expect(await signInRefused(testPassword)).toBe("code_required");
    expect(await reset()).not.toBeNull();
    await untilDue();
    expect(await signInRefused(newPassword)).toBe("code_required");
    expect(await signInRefused(newPassword, "000000")).toBe("wrong_code");
    expect(await reset()).not.toBeNull();
    expect(
      await signInRefused(newPassword, codeAt(secret, stepAt(app.context.clock.realNow()))),
    ).toBe("ok");
  });

  it.each([
    ["banned", "account_banned"],
    ["frozen", "ok"],
  ])("of a %s account answers as a sign-in does: %s", async (state, answer) => {
    await approved();
    await untilDue();
    await sql`UPDATE customer SET state = ${state} WHERE account = ${owner.account}`.execute(
      app.context.database.reader,
    );
    expect(await signInRefused(newPassword)).toBe(answer);
  });

  it("lets one of many new sign-ins at once set it", async () => {
    await approved();
    await untilDue();
    const answers = await Promise.all([1, 2, 3].map(() => signInRefused(newPassword)));
    expect(answers).toContain("ok");
    expect(await signInRefused(newPassword)).toBe("ok");
    const last = (await signIn(newPassword)).body.data as SignedIn;
    expect(await told(last)).toEqual(["approved", "done"]);
  });

  it("is either used or cancelled where both come in the same moment", async () => {
    await approved();
    await untilDue();
    const started = await app.context.database.transaction(async (transaction) => {
      // Hashing would let them through one after another: here they meet.
      await sql`SELECT FROM customer WHERE account = ${owner.account} FOR UPDATE`.execute(
        transaction,
      );
      const begun = [signInRefused(newPassword), cancel()] as const;
      await untilWaitingForLocks(app.context.database.reader, begun.length);
      return begun;
    });
    const [answer] = await Promise.all(started);
    const right = answer === "ok" ? newPassword : testPassword;
    const wrong = answer === "ok" ? testPassword : newPassword;
    expect(["ok", "wrong_account_or_password"]).toContain(answer);
    expect(await signInRefused(wrong)).toBe("wrong_account_or_password");
    const now = (await signIn(right)).body.data as SignedIn;
    expect(await told(now)).toEqual(["approved", answer === "ok" ? "done" : "cancelled"]);
  });

  it("goes to one of the two passwords where both sign in in the same moment", async () => {
    await approved();
    await untilDue();
    const started = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM customer WHERE account = ${owner.account} FOR UPDATE`.execute(
        transaction,
      );
      const begun = [signInRefused(newPassword), signInRefused(testPassword)] as const;
      await untilWaitingForLocks(app.context.database.reader, begun.length);
      return begun;
    });
    const answers = await Promise.all(started);
    expect(answers.toSorted()).toEqual(["ok", "wrong_account_or_password"]);
    const right = answers[0] === "ok" ? newPassword : testPassword;
    const now = (await signIn(right)).body.data as SignedIn;
    expect(await told(now)).toEqual(["approved", answers[0] === "ok" ? "done" : "cancelled"]);
  });
});
