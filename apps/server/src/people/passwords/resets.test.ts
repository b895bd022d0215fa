import {
  fundPasswordResetHours,
  fundPasswordAttemptsMax,
  passwordResetUsableDays,
} from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../../platform/sql/database.ts";
import { checkFundPassword } from "./passwords.ts";

let app: TestApplication;
/** The owner, and who holds another session of theirs. */
let owner: SignedIn;
let thief: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  owner = await app.newCustomer();
  thief = await app.accepted("/user/login", { account: owner.account, password: testPassword });
  await app.accepted("/user/set-fund-password", form("482915"), owner);
});
afterAll(() => app.stop());

const form = (password: string) => ({
  login_password: testPassword,
  new_password: password,
  new_password2: password,
});
const setAnew = (password = "907561", who = owner) =>
  app.refused("/user/set-fund-password", form(password), who);
const ask = async (who = owner) =>
  (await app.accepted("/user/reset-fund-password", { login_password: testPassword }, who))
    .reset_due_at;
const askRefused = (password = testPassword, who = owner) =>
  app.refused("/user/reset-fund-password", { login_password: password }, who);
const cancel = (who = owner) => app.accepted("/user/cancel-fund-password-reset", {}, who);
const dueAt = async () => (await app.accepted("/user/fund-password", {}, owner)).reset_due_at;
const untilDue = () => app.advance(fundPasswordResetHours * 3600);
const untilExpired = () => app.advance(passwordResetUsableDays * 24 * 3600);

async function check(typed: string): Promise<string> {
  const customer = await app.context.sessions.resolve(owner.token, owner.account);
  if (customer === null) throw new Error("nobody is signed in");
  const checked = await checkFundPassword(app.context, customer, typed);
  return checked.ok ? "ok" : checked.refusal.code;
}

/** What the owner was told of resets, the oldest first; messages and activity say the same. */
async function told(): Promise<string[]> {
  const kindsOf = (items: readonly { kind: string }[]) =>
    items
      .map(({ kind }) => kind.replace(/^fund_password_reset_/, ""))
      .filter((kind) => ["requested", "cancelled", "done"].includes(kind))
      .toReversed();
  const messages = kindsOf((await app.accepted("/user/messages", {}, owner)).items);
  expect(kindsOf((await app.accepted("/user/activity", {}, owner)).items)).toEqual(messages);
  return messages;
}

describe("asking to set a forgotten fund password anew", () => {
  it("says from when, a day later, and tells the customer", async () => {
    expect(await dueAt()).toBeNull();
    const before = app.context.clock.now();
    const due = await ask();
    expect(Date.parse(due) - before).toBeGreaterThanOrEqual(fundPasswordResetHours * 3_600_000);
    expect(Date.parse(due) - before).toBeLessThan(fundPasswordResetHours * 3_600_000 + 60_000);
    expect(await dueAt()).toBe(due);
    const { items } = await app.accepted("/user/messages", {}, owner);
    expect(items[0]).toMatchObject({
      kind: "fund_password_reset_requested",
      params: {
        due_at: due,
        until: new Date(Date.parse(due) + passwordResetUsableDays * 24 * 3_600_000).toISOString(),
      },
      link: "/mine/fundPassword",
    });
    expect(await told()).toEqual(["requested"]);
  });

  it("again answers the same time, and is told once", async () => {
    const due = await ask();
    await app.advance(3600);
    expect(await ask()).toBe(due);
    expect(await told()).toEqual(["requested"]);
  });

  it("many times at once answers one time, and is told once", async () => {
    const asked = await app.context.database.transaction(async (transaction) => {
      // Hashing would let them through one after another: here they meet.
      await sql`SELECT FROM fund_password FOR UPDATE`.execute(transaction);
      const begun = [ask(), ask(), ask()];
      await untilWaitingForLocks(app.context.database.reader, begun.length);
      return begun;
    });
    expect(new Set(await Promise.all(asked))).toEqual(new Set([await dueAt()]));
    expect(await told()).toEqual(["requested"]);
  });

  it("is refused where there is none, and with another login password", async () => {
    expect(await askRefused(testPassword, await app.newCustomer())).toBe("fund_password_not_set");
    expect(await askRefused("not the pass phrase")).toBe("wrong_login_password");
    expect([await dueAt(), await told()]).toEqual([null, []]);
  });

  it("has its wrong login passwords counted together with those of setting", async () => {
    const wrong = { ...form("907561"), old_password: "482915", login_password: "not it" };
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await askRefused("not it", thief)).toBe("wrong_login_password");
      expect(await app.refused("/user/set-fund-password", wrong, thief)).toBe(
        "wrong_login_password",
      );
    }
    expect(await askRefused(testPassword, thief)).toBe("too_many_tries");
    expect(await dueAt()).toBeNull();
  });

  it("asks whoever has a second factor for it, and so does the new one when it is due", async () => {
    await ask();
    await sql`INSERT INTO customer_passkey
        (customer_id, credential_id, public_key, counter, transports, rp_id, name)
      SELECT id, ${owner.account}, 'key', 0, '{}', 'localhost', 'phone' FROM customer
      WHERE account = ${owner.account}`.execute(app.context.database.reader);
    expect(await askRefused()).toBe("proof_required");
    expect(await setAnew()).toBe("old_password_required");
    await untilDue();
    expect(await setAnew()).toBe("proof_required");
    expect(await check("482915")).toBe("ok");
  });
});

describe("a reset that waits", () => {
  it("gives nobody a way in: not its asker, not sooner by asking or cancelling again", async () => {
    await ask(thief);
    expect(await setAnew("907561", thief)).toBe("old_password_required");
    await app.advance((fundPasswordResetHours - 1) * 3600);
    await ask(thief);
    expect(await setAnew("907561", thief)).toBe("old_password_required");
    await cancel(thief);
    await ask(thief);
    await app.advance(2 * 3600);
    expect(await setAnew("907561", thief)).toBe("old_password_required");
    expect(await check("482915")).toBe("ok");
    expect(await told()).toEqual(["requested", "cancelled", "requested", "cancelled"]);
  });

  it("cannot be brought forward in the database either", async () => {
    await ask(thief);
    const hurry = sql`UPDATE fund_password_reset SET due_at = requested_at + interval '1 minute'`;
    await expect(hurry.execute(app.context.database.reader)).rejects.toThrow();
  });

  it("is cancelled from any of the owner's devices, and told; without one nothing is", async () => {
    await cancel();
    expect(await told()).toEqual([]);
    await ask(thief);
    await cancel();
    await cancel();
    await untilDue();
    expect(await setAnew("907561", thief)).toBe("old_password_required");
    expect(await told()).toEqual(["requested", "cancelled"]);
  });

  it("leaves the old one as it is, and is cancelled by its use, not by a wrong one", async () => {
    await ask();
    expect(await check("350781")).toBe("wrong_fund_password");
    expect(await dueAt()).not.toBeNull();
    expect(await check("482915")).toBe("ok");
    expect([await dueAt(), await told()]).toEqual([null, ["requested", "cancelled"]]);
  });

  it("is cancelled by a change with the old one", async () => {
    await ask();
    const change = { ...form("907561"), old_password: "482915" };
    expect(await app.refused("/user/set-fund-password", change, owner)).toBe("ok");
    await untilDue();
    expect(await setAnew("350781")).toBe("old_password_required");
    expect([await dueAt(), await told()]).toEqual([null, ["requested", "cancelled"]]);
  });
});

describe("a reset that is due", () => {
  it("sets a new one without the old one, once", async () => {
    await ask();
    await untilDue();
    expect(await check("350781")).toBe("wrong_fund_password");
    expect(await setAnew()).toBe("ok");
    expect(await dueAt()).toBeNull();
    expect([await check("482915"), await check("907561")]).toEqual(["wrong_fund_password", "ok"]);
    expect(await setAnew("350781")).toBe("old_password_required");
    expect(await told()).toEqual(["requested", "done"]);
  });

  it("asks for the login password, and for a fund password that is not too simple", async () => {
    await ask();
    await untilDue();
    const wrong = { ...form("907561"), login_password: "not the pass phrase" };
    expect(await app.refused("/user/set-fund-password", wrong, thief)).toBe("wrong_login_password");
    expect(await setAnew("123456")).toBe("fund_password_too_simple");
    expect(await setAnew()).toBe("ok");
  });

  it("unlocks what wrong attempts at the forgotten one had locked", async () => {
    for (let guess = 0; guess <= fundPasswordAttemptsMax; guess += 1) await check("350781");
    await ask();
    await untilDue();
    expect(await check("482915")).toBe("too_many_tries");
    expect(await setAnew()).toBe("ok");
    expect(await check("907561")).toBe("ok");
  });

  it("can still be cancelled, also by the old one", async () => {
    await ask();
    await untilDue();
    expect(await check("482915")).toBe("ok");
    expect(await setAnew("907561", thief)).toBe("old_password_required");
  });

  it("lets one of many who use it at once win", async () => {
    await ask();
    await untilDue();
    const choices = ["907561", "350781", "618204", "573920"];
    const answers = await Promise.all(choices.map((choice) => setAnew(choice)));
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    const late = ["modification_failed", "old_password_required"];
    expect(answers.filter((answer) => answer !== "ok" && !late.includes(answer))).toEqual([]);
    expect(await check(choices[answers.indexOf("ok")] ?? "")).toBe("ok");
    expect(await told()).toEqual(["requested", "done"]);
  });

  it("is either used or cancelled, where both come at once", async () => {
    await ask();
    await untilDue();
    const [answer] = await Promise.all([setAnew(), cancel()]);
    expect(await told()).toEqual(["requested", answer === "ok" ? "done" : "cancelled"]);
    expect(await check(answer === "ok" ? "907561" : "482915")).toBe("ok");
  });
});

describe("a reset that nobody used in time", () => {
  it("is as if nobody had asked: it sets nothing, and there is nothing to cancel", async () => {
    await ask();
    await untilDue();
    await untilExpired();
    expect(await app.accepted("/user/fund-password", {}, owner)).toMatchObject({
      reset_due_at: null,
      reset_expires_at: null,
    });
    expect(await setAnew()).toBe("old_password_required");
    await cancel();
    expect(await check("482915")).toBe("ok");
    expect(await told()).toEqual(["requested"]);
  });

  it("makes room for another, which waits a whole day", async () => {
    const first = await ask();
    await untilDue();
    await untilExpired();
    const second = await ask();
    expect(Date.parse(second)).toBeGreaterThan(Date.parse(first));
    expect(await setAnew()).toBe("old_password_required");
    await untilDue();
    expect(await setAnew()).toBe("ok");
    expect(await told()).toEqual(["requested", "requested", "done"]);
  });

  it("works to its last hour", async () => {
    await ask();
    await untilDue();
    await app.advance(passwordResetUsableDays * 24 * 3600 - 3600);
    expect(await setAnew()).toBe("ok");
  });
});
