import { fundPasswordResetHours, loginPasswordResetHours, hourMs } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveOutAnswerPauses } from "../../../../../tests/support/pauses.ts";
import { withPasskey, withTotp } from "../../../../../tests/support/second-factors.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { resets } from "./login-resets.ts";

const newPassword = "remembered better this time";

let app: TestApplication;
let owner: SignedIn & { cardId: string };
let approver: OperatorSession;
let reviewer: OperatorSession;
leaveOutAnswerPauses();
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  reviewer = await newOperator(app, "reviewer");
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await setSetting(app, "bank_card_cooling_off_hours", "0");
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  await setSetting(app, "reset_hold_hours", "72");
  owner = await readyToWithdraw(app);
});
afterAll(() => app.stop());

const login = { login_password: testPassword };

/** Two operators let somebody in who has a new password, a day later; answers their session. */
async function takeOver(): Promise<SignedIn> {
  await approveReset();
  await app.advance(loginPasswordResetHours * 3600);
  return app.accepted("/user/login", { account: owner.account, password: newPassword });
}

async function approveReset(): Promise<void> {
  const { case_number } = await app.accepted("/user/forgotten-login-password", {
    account: owner.account,
    new_password: newPassword,
    new_password2: newPassword,
    request_id: newRequestId(),
  });
  const path = "/api/ops/login-password-resets";
  const { items } = await opsAccepted(app, path, { q: case_number, state: "open" }, reviewer);
  const form = { id: items[0]?.id ?? "", decision: "approve", reason: "" };
  for (const who of [reviewer, approver]) {
    expect(await opsRefused(app, `${path}/:id/decision`, form, who)).toBe("ok");
  }
}

async function resetFundPassword(): Promise<void> {
  await app.accepted("/user/reset-fund-password", login, owner);
  await app.advance(fundPasswordResetHours * 3600);
  const form = { ...login, new_password: "907561", new_password2: "907561" };
  await app.accepted("/user/set-fund-password", form, owner);
}

const withdraw = (who: SignedIn, fund_password = testFundPassword) =>
  app.post(
    "/user/withdraw",
    {
      currency: "JPY",
      amount: "10000",
      card_id: owner.cardId,
      fund_password,
      request_id: newRequestId(),
    },
    who,
  );
const addCard = (who: SignedIn) =>
  app.refused(
    "/user/add-bank-card",
    {
      holder_name: "ヤマダ タロウ",
      card_number: "7654321",
      bank_name: "三菱UFJ銀行",
      branch_name: "本店",
      branch_code: "001",
      card_type: "ordinary",
    },
    who,
  );
/** As much later as only real time can bring about. */
const age = (hours: number) =>
  sql`INSERT INTO reset_hold (customer_id, kind, started_at, ends_at)
    SELECT id, 'login_password', real_now() - ${hours} * interval '1 hour', real_now()
    FROM customer WHERE account = ${owner.account}`.execute(app.context.database.reader);
const heldUntil = async (who: SignedIn) =>
  (await app.accepted("/user/security", {}, who)).reset_hold_until;

describe("after a reset of the login password", () => {
  it("no money leaves, no account is added and no factor changes for 72 hours of real time", async () => {
    const before = app.context.clock.realNow();
    const thief = await takeOver();
    const until = Date.parse((await heldUntil(thief)) ?? "");
    expect(until - before).toBeGreaterThanOrEqual(72 * hourMs);
    expect(until - before).toBeLessThan(73 * hourMs);
    // The simulated clock shortens nothing.
    await app.advance(96 * 3600);
    const refused = (await withdraw(thief)).body;
    expect(refused).toMatchObject({
      msg: "reset_hold",
      params: { until: new Date(until).toISOString() },
    });
    expect(await addCard(thief)).toBe("reset_hold");
    const own = { login_password: newPassword };
    expect(await app.refused("/user/totp-begin", own, thief)).toBe("reset_hold");
    expect(await app.refused("/user/passkey-options", own, thief)).toBe("reset_hold");
    expect(await app.refused("/user/renew-recovery-codes", own, thief)).toBe("reset_hold");
    const { obstacles } = await app.accepted("/user/withdrawal-terms", {}, thief);
    expect(obstacles.map(({ code }) => code)).toContain("reset_hold");
    const { items } = await app.accepted("/user/messages", {}, thief);
    expect(items.find(({ kind }) => kind === "reset_hold_started")?.params).toEqual({
      until: new Date(until).toISOString(),
    });
  });

  it("a factor that was begun before does not change, nor with a code that is right", async () => {
    const { codes } = await withTotp(app, owner);
    await app.accepted("/user/prove", { code: codes[0]! }, owner);
    const begun = await app.accepted("/user/passkey-options", login, owner);
    const { id } = await withPasskey(app, owner);
    await resetFundPasswordProved(codes[1]!);
    await app.accepted("/user/prove", { code: codes[2]! }, owner);
    const attempts = await Promise.all([
      app.refused("/user/totp-remove", { ...login, code: codes[3]! }, owner),
      app.refused("/user/remove-passkey", { ...login, id }, owner),
      app.refused(
        "/user/add-passkey",
        { challenge_id: begun.challenge_id, response: "{}", name: "x" },
        owner,
      ),
    ]);
    expect(attempts).toEqual(["reset_hold", "reset_hold", "passkey_not_accepted"]);
  });

  async function resetFundPasswordProved(code: string): Promise<void> {
    await app.accepted("/user/prove", { code }, owner);
    await resetFundPassword();
  }
});

describe("after a reset of the fund password", () => {
  it("the new one withdraws nothing, and the owner reads why and until when", async () => {
    await resetFundPassword();
    expect((await withdraw(owner, "907561")).body.msg).toBe("reset_hold");
    const { items } = await app.accepted("/user/messages", {}, owner);
    expect(items[0]?.kind).toBe("reset_hold_started");
  });

  it("an end that has passed stops nothing", async () => {
    await setSetting(app, "reset_hold_hours", "0");
    await resetFundPassword();
    await age(72);
    expect(await heldUntil(owner)).toBeNull();
    expect((await withdraw(owner, "907561")).body.msg).toBe("ok");
  });

  it("a change with the old one holds nothing up", async () => {
    const form = { old_password: testFundPassword, new_password: "907561" };
    await app.accepted(
      "/user/set-fund-password",
      { ...login, ...form, new_password2: "907561" },
      owner,
    );
    expect(await heldUntil(owner)).toBeNull();
  });
});

describe("how long it holds", () => {
  it("is a setting, never below a day on a live instance, and never shorter for one that has begun", async () => {
    await setSetting(app, "reset_hold_hours", "1");
    const customerId = async () => {
      const [row] = await rows(
        app.context.database.reader,
        sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${owner.account}`,
      );
      return row!.id;
    };
    await approveReset();
    await app.advance(loginPasswordResetHours * 3600);
    const id = await customerId();
    const [reset] = await rows(
      app.context.database.reader,
      sql<{ id: bigint }>`SELECT id FROM login_password_reset
        WHERE customer_id = ${id} AND ended IS NULL`,
    );
    const live = { feed: { ...app.context.feed, kind: "live" as const } };
    const at = app.context.clock.now();
    const begun = app.context.clock.realNow();
    await app.context.database.transaction((transaction) =>
      resets.redeem(transaction, { id: reset!.id, customerId: id, passkey: null, at }, live),
    );
    const until = Date.parse((await heldUntil(owner)) ?? "");
    expect(until - begun).toBeGreaterThanOrEqual(24 * hourMs);
    expect(until - begun).toBeLessThan(25 * hourMs);
    await setSetting(app, "reset_hold_hours", "0");
    expect(Date.parse((await heldUntil(owner)) ?? "")).toBe(until);
    const shorten = sql`UPDATE reset_hold SET ends_at = started_at`;
    await expect(shorten.execute(app.context.database.reader)).rejects.toThrow();
  });

  it("cannot be set below a day on a live instance", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const administrator = await newOperator(live, "administrator");
      await sql`INSERT INTO operator_passkey
          (operator_id, credential_id, public_key, counter, transports, rp_id, name)
        VALUES (${administrator.id}::bigint, 'c', 'k', 0, '{}', 'localhost', 'x')`.execute(
        live.context.database.reader,
      );
      const { items } = await opsAccepted(live, "/api/ops/site", {}, administrator);
      expect(items.find(({ name }) => name === "reset_hold_hours")?.min).toBe(24);
    } finally {
      await live.stop();
    }
  });
});

describe("one tap of the owner's", () => {
  const stop = (who: SignedIn = owner) => app.refused("/user/stop-reset", {}, who);
  const state = async () => (await app.accepted("/user/getUserinfo", {}, owner)).state;

  it("stops a reset that was approved, and freezes the account, without a password", async () => {
    await approveReset();
    const told = await app.accepted("/user/messages", {}, owner);
    expect(told.items[0]?.kind).toBe("login_password_reset_approved");
    expect(await stop()).toBe("ok");
    await expect.poll(state).toBe("frozen");
    await app.advance(loginPasswordResetHours * 3600);
    expect(
      await app.refused("/user/login", { account: owner.account, password: newPassword }),
    ).toBe("wrong_account_or_password");
  });

  it("stops a reset of the fund password that waits", async () => {
    await app.accepted("/user/reset-fund-password", login, owner);
    expect(await stop()).toBe("ok");
    await expect.poll(state).toBe("frozen");
    expect((await app.accepted("/user/fund-password", {}, owner)).reset_due_at).toBeNull();
  });

  it("freezes while the hold of one lasts that was used, once and again", async () => {
    await resetFundPassword();
    expect(await stop()).toBe("ok");
    await expect.poll(state).toBe("frozen");
    expect(await stop()).toBe("ok");
  });

  it("does nothing where there is no reset, so that a session alone freezes nobody", async () => {
    expect(await stop()).toBe("no_reset_to_stop");
    expect(await state()).toBe("active");
  });
});
