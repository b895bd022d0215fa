import { loginPasswordResetHours, passkeyConfirmHours } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveOutAnswerPauses } from "../../../../../tests/support/pauses.ts";
import {
  codeNow,
  passkeyAnswer,
  provePasskey,
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
import type { VirtualPasskey } from "../../../../../tests/support/virtual-authenticator.ts";
import { sql } from "../../platform/sql/database.ts";
import { forgetLapsed } from "./login-resets.jobs.ts";

/** What a reset of the login password leaves of the second factors: decision 0029. */
const newPassword = "remembered better this time";

let app: TestApplication;
let owner: SignedIn;
let approver: OperatorSession;
let reviewer: OperatorSession;
leaveOutAnswerPauses();
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  reviewer = await newOperator(app, "reviewer");
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  owner = await app.newCustomer();
});
afterAll(() => app.stop());

async function resetIsDue(): Promise<void> {
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
  await app.advance(loginPasswordResetHours * 3600);
}

const signIn = (step: Record<string, string> = {}) =>
  app.refused("/user/login", { account: owner.account, password: newPassword, ...step });
const entered = (step: Record<string, string> = {}) =>
  app.accepted("/user/login", { account: owner.account, password: newPassword, ...step });
const alone = async (passkey: VirtualPasskey) =>
  app.refused("/user/passkey-sign-in", await passkeyAnswer(app, passkey));
const listed = async (who: SignedIn) =>
  (await app.accepted("/user/security", {}, who)).passkeys.map(
    ({ confirm_by: until }) => until !== null,
  );
const told = async (who: SignedIn) =>
  (await app.accepted("/user/messages", {}, who)).items.map(({ kind }) => kind);
/** Real time goes by, which no simulated clock shortens. */
const untilLapsed = () =>
  sql`UPDATE customer_passkey SET confirm_by = confirm_by - ${passkeyConfirmHours} * interval '1 hour'
    WHERE confirm_by IS NOT NULL`.execute(app.context.database.reader);

describe("a reset of the login password", () => {
  it("ends no factor: the authenticator app and the codes for recovery are asked for as before", async () => {
    const { secret, codes } = await withTotp(app, owner);
    await resetIsDue();
    expect(await signIn()).toBe("code_required");
    expect(await signIn({ code: codeNow(app, secret) })).toBe("ok");
    expect(await signIn()).toBe("code_required");
    expect(await signIn({ code: codes[0]! })).toBe("ok");
  });

  it("leaves a passkey that signs in beside the new password, and not by itself", async () => {
    const { passkey, codes } = await withPasskey(app, owner);
    await resetIsDue();
    const now = await entered({ code: codes[0]! });
    expect(await listed(now)).toEqual([true]);
    expect(await alone(passkey)).toBe("passkey_unconfirmed");
    expect(await signIn(await passkeyAnswer(app, passkey))).toBe("ok");
    expect(await listed(now)).toEqual([false]);
    expect(await alone(passkey)).toBe("ok");
  });

  it("is used with a passkey by whoever has nothing else, which confirms that one alone", async () => {
    const first = await withPasskey(app, owner);
    await provePasskey(app, first.passkey, owner);
    const second = await withPasskey(app, owner);
    await sql`DELETE FROM customer_recovery_code`.execute(app.context.database.reader);
    await resetIsDue();
    expect(await signIn()).toBe("code_required");
    const now = await entered(await passkeyAnswer(app, first.passkey));
    expect((await listed(now)).toSorted()).toEqual([false, true]);
    expect(await alone(first.passkey)).toBe("ok");
    expect(await alone(second.passkey)).toBe("passkey_unconfirmed");
  });

  it("lists the passkeys to their customer, and ends those that nobody confirmed in time", async () => {
    const { passkey, codes } = await withPasskey(app, owner);
    await resetIsDue();
    const now = await entered({ code: codes[0]! });
    const { items } = await app.accepted("/user/messages", {}, now);
    const message = items.find(({ kind }) => kind === "passkeys_to_confirm");
    expect(message?.params).toMatchObject({ names: "phone" });
    await untilLapsed();
    // Before any job looked.
    expect(await listed(now)).toEqual([]);
    expect(await signIn(await passkeyAnswer(app, passkey))).toBe("passkey_not_accepted");
    await forgetLapsed(app.context);
    expect(await told(now)).toContain("passkey_removed");
    expect(await alone(passkey)).toBe("passkey_not_accepted");
  });

  it("confirms a passkey by a proof in a session that it opened, and by a tick at a change", async () => {
    const { passkey, id, codes } = await withPasskey(app, owner);
    await resetIsDue();
    const now = await entered({ code: codes[0]! });
    expect(await provePasskey(app, passkey, now)).toBe("ok");
    expect(await listed(now)).toEqual([false]);
    await sql`UPDATE customer_passkey SET confirm_by = real_now() + interval '1 hour'`.execute(
      app.context.database.reader,
    );
    const change = { old_password: newPassword, new_password: "yet another 12 bottles" };
    await app.accepted(
      "/user/change-login-password",
      { ...change, new_password2: change.new_password, keep_passkeys: id },
      now,
    );
    expect(await listed(now)).toEqual([false]);
  });

  it("leaves a thief's passkey unconfirmed, whoever ticks it at a change of their own password", async () => {
    const { passkey, id, codes } = await withPasskey(app, owner);
    await resetIsDue();
    const now = await entered({ code: codes[0]! });
    const thief = await app.newCustomer();
    const change = { old_password: testPassword, new_password: "yet another 12 bottles" };
    await app.accepted(
      "/user/change-login-password",
      { ...change, new_password2: change.new_password, keep_passkeys: id },
      thief,
    );
    expect(await listed(now)).toEqual([true]);
    expect(await alone(passkey)).toBe("passkey_unconfirmed");
  });

  it("takes no stranger's passkey beside the password", async () => {
    await withTotp(app, owner);
    const stranger = await app.newCustomer();
    const { passkey } = await withPasskey(app, stranger);
    const form = { account: owner.account, password: testPassword };
    const answer = await passkeyAnswer(app, passkey);
    expect(await app.refused("/user/login", { ...form, ...answer })).toBe("passkey_not_accepted");
    // Each answer counts once.
    expect(await app.refused("/user/login", { ...form, ...answer })).toBe("challenge_expired");
  });
});
