import { fundPasswordAttemptsMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import type { Customer } from "../../platform/sessions.ts";
import { checkFundPassword } from "./passwords.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const form = (more: Record<string, string> = {}) => ({
  login_password: testPassword,
  new_password: "482915",
  new_password2: "482915",
  ...more,
});
const set = (more?: Record<string, string>, who = customer) =>
  app.refused("/user/set-fund-password", form(more), who);
const changed = { new_password: "907561", new_password2: "907561" };

async function asCustomer(who: SignedIn): Promise<Customer> {
  const found = await app.context.sessions.resolve(who.token, who.account);
  if (found === null) throw new Error("nobody is signed in");
  return found;
}
async function check(typed: string): Promise<string> {
  const checked = await checkFundPassword(app.context, await asCustomer(customer), typed);
  return checked.ok ? "ok" : checked.refusal.code;
}
const kinds = async () =>
  (await app.accepted("/user/messages", {}, customer)).items.map(({ kind }) => kind);

describe("setting a fund password", () => {
  it("takes six digits with the login password, keeps a hash, and tells the customer", async () => {
    expect(await app.accepted("/user/fund-password", {}, customer)).toEqual({
      set: false,
      changed_at: null,
      reset_due_at: null,
      reset_expires_at: null,
    });
    expect(await set()).toBe("ok");
    expect(await app.accepted("/user/fund-password", {}, customer)).toMatchObject({ set: true });
    expect(await check("482915")).toBe("ok");
    const [stored] = await rows(
      app.context.database.reader,
      sql<{
        password_hash: string;
      }>`SELECT password_hash FROM fund_password ORDER BY changed_at DESC`,
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await kinds()).toContain("fund_password_set");
    const { items } = await app.accepted("/user/activity", {}, customer);
    expect(items[0]?.kind).toBe("fund_password_set");
  });

  it.each([
    ["fund_password_not_six_digits", { new_password: "12345", new_password2: "12345" }],
    ["fund_password_too_simple", { new_password: "123456", new_password2: "123456" }],
    ["passwords_do_not_match", { new_password2: "482916" }],
    ["wrong_login_password", { login_password: "not the pass phrase" }],
  ])("refuses with %s", async (code, more) => {
    expect(await set(more)).toBe(code);
    expect(await check("482915")).toBe("fund_password_not_set");
  });

  it("asks for the old one as well where there is one", async () => {
    await set();
    expect(await set(changed)).toBe("old_password_required");
    expect(await set({ ...changed, old_password: "111111" })).toBe("wrong_original_password");
    expect(await check("482915")).toBe("ok");
    expect(await set({ ...changed, old_password: "482915" })).toBe("ok");
    expect([await check("482915"), await check("907561")]).toEqual(["wrong_fund_password", "ok"]);
  });

  it("lets one of many who set it at once win", async () => {
    const choices = ["482915", "907561", "350781", "618204"];
    const answers = await Promise.all(
      choices.map((choice) => set({ new_password: choice, new_password2: choice })),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    // Whoever came while the first was still deciding, or after it.
    const late = ["modification_failed", "old_password_required"];
    expect(answers.filter((answer) => answer !== "ok" && !late.includes(answer))).toEqual([]);
    const right = await Promise.all(choices.map((choice) => check(choice)));
    expect(right.filter((answer) => answer === "ok")).toHaveLength(1);
  });
});

describe("guessing a fund password", () => {
  it("is locked after a few attempts, also for the right one, and the customer is told once", async () => {
    await set();
    const answers: string[] = [];
    for (let guess = 0; guess < fundPasswordAttemptsMax; guess += 1)
      answers.push(await check("350781"));
    expect(new Set(answers)).toEqual(new Set(["wrong_fund_password"]));
    expect(await check("482915")).toBe("too_many_tries");
    expect(await check("482915")).toBe("too_many_tries");
    expect((await kinds()).filter((kind) => kind === "fund_password_locked")).toHaveLength(1);
  });

  it("says how many attempts are left", async () => {
    await set();
    const checked = await checkFundPassword(app.context, await asCustomer(customer), "350781");
    expect(checked).toEqual({
      ok: false,
      refusal: {
        code: "wrong_fund_password",
        params: { left: String(fundPasswordAttemptsMax - 1) },
      },
    });
  });

  it("gets no more attempts by many at once", async () => {
    await set();
    const answers = await Promise.all(Array.from({ length: 20 }, () => check("350781")));
    expect(answers.filter((answer) => answer === "wrong_fund_password")).toHaveLength(
      fundPasswordAttemptsMax,
    );
    expect(
      (await kinds()).filter((kind) => kind === "fund_password_locked").length,
    ).toBeGreaterThan(0);
  });

  it("forgets earlier mistakes after the right one", async () => {
    await set();
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 1; guess < fundPasswordAttemptsMax; guess += 1) await check("350781");
      expect(await check("482915")).toBe("ok");
    }
  });

  it("stays locked however far the simulated clock moves, and locks nobody else", async () => {
    await set();
    for (let guess = 0; guess <= fundPasswordAttemptsMax; guess += 1) await check("350781");
    await app.advance(7 * 24 * 3600);
    expect(await check("482915")).toBe("too_many_tries");
    customer = await app.newCustomer();
    await set();
    expect(await check("482915")).toBe("ok");
  });
});
