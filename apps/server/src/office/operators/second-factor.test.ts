import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
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
} from "../../../../../tests/support/test-operators.ts";
import { fromBase32 } from "../../../../../tests/support/second-factors.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { addressKey, attemptsOf } from "../../platform/rate-limits.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { codeAt, stepAt, stepOfCode, toBase32 } from "../../platform/totp.ts";
import {
  makePasskey,
  signWithPasskey,
  type VirtualPasskey,
} from "../../../../../tests/support/virtual-authenticator.ts";

const password = "an operator of the tests";
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
});
afterAll(() => app.stop());

async function databaseNow(): Promise<number> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ now: number }>`SELECT real_now() AS now`,
  );
  return row?.now ?? 0;
}

/** An operator with an authenticator app, set up some time ago: the codes of now are still unused. */
async function withTotp() {
  const operator = await newOperator(app, "reviewer");
  const begun = await opsAccepted(app, "/api/ops/me/totp/begin", { password }, operator);
  const secret = fromBase32(begun.secret);
  const codeNow = async (steps = 0n) => codeAt(secret, stepAt(await databaseNow()) + steps);
  const confirmed = { code: await codeNow() };
  const { recovery_codes } = await opsAccepted(
    app,
    "/api/ops/me/totp/confirm",
    confirmed,
    operator,
  );
  await sql`UPDATE operator SET totp_last_step = totp_last_step - 10
    WHERE id = ${operator.id}::bigint`.execute(app.context.database.reader);
  return { operator, secret, recovery: recovery_codes, codeNow, begun };
}

const newPassword = "nine green bottles 77";
const tryIn = (form: { email: string; password: string; code?: string }) =>
  opsRefused(app, "/api/ops/sign-in", form);

describe("one-time codes", () => {
  it("are those of RFC 6238", () => {
    const secret = Buffer.from("12345678901234567890");
    const at = (seconds: number) => codeAt(secret, stepAt(seconds * 1_000));
    expect([59, 1111111109, 1234567890, 20000000000].map(at)).toEqual([
      "287082",
      "081804",
      "005924",
      "353130",
    ]);
    expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  });

  it("are good for their step and one on either side, each later than the last that was used", () => {
    const secret = Buffer.from("12345678901234567890");
    const now = 1_111_111_109_000;
    const step = stepAt(now);
    const goodFor = (steps: bigint, lastStep: bigint | null = null) =>
      stepOfCode(secret, codeAt(secret, step + steps), { now, machineNow: now }, lastStep);
    expect([-2n, -1n, 0n, 1n, 2n].map((steps) => goodFor(steps))).toEqual([
      ...[null, step - 1n, step, step + 1n, null],
    ]);
    expect([-1n, 0n, 1n].map((steps) => goodFor(steps, step))).toEqual([null, null, step + 1n]);
    // After a step of the machine's clock a code goes by real time or by that clock, and none between them.
    const machineNow = now - 3_600_000;
    const onMachine = stepAt(machineNow);
    const either = (at: bigint, lastStep: bigint | null = null) =>
      stepOfCode(secret, codeAt(secret, at), { now, machineNow }, lastStep);
    expect([onMachine, step, onMachine + 60n].map((at) => either(at))).toEqual([
      ...[onMachine, step, null],
    ]);
    expect([onMachine, step].map((at) => either(at, onMachine))).toEqual([null, step]);
  });

  it("are asked for from then on, and each works once", async () => {
    const { operator, codeNow, begun } = await withTotp();
    expect(begun.otpauth_url).toMatch(/^otpauth:\/\/totp\/Sanshi%3Areviewer.*secret=[A-Z2-7]{32}&/);
    const { email } = operator;
    expect(await tryIn({ email, password })).toBe("code_required");
    expect(await tryIn({ email, password, code: "000000" })).toBe("wrong_code");
    const code = await codeNow();
    expect(await tryIn({ email, password: "wrong pass phrase", code })).toBe(
      "wrong_account_or_password",
    );
    const outcomes = await Promise.all([1, 2, 3].map(() => tryIn({ email, password, code })));
    expect(outcomes.toSorted()).toEqual(["ok", "wrong_code", "wrong_code"]);
    expect(await tryIn({ email, password, code: await codeNow(10n) })).toBe("wrong_code");
    expect(await tryIn({ email, password, code: await codeNow(1n) })).toBe("ok");
  });

  it("do not follow the simulated clock", async () => {
    const { operator, codeNow } = await withTotp();
    await app.advance(3_600);
    expect(await tryIn({ email: operator.email, password, code: await codeNow() })).toBe("ok");
  });

  it("can be replaced by a recovery code, each once, however it is typed", async () => {
    const { operator, recovery } = await withTotp();
    const { email } = operator;
    expect(recovery).toHaveLength(10);
    const [first = "", second = ""] = recovery;
    expect(await tryIn({ email, password, code: first })).toBe("ok");
    expect(await tryIn({ email, password, code: first })).toBe("wrong_code");
    const session = await signIn(app, {
      email,
      password,
      code: ` ${second.toLowerCase().replace("-", "")} `,
    });
    const me = await opsAccepted(app, "/api/ops/me", {}, session);
    expect(me).toMatchObject({ totp: true, recovery_codes_left: 8 });
  });

  it("make new recovery codes for who knows password and code, and the old ones stop", async () => {
    const { operator, recovery, codeNow } = await withTotp();
    const path = "/api/ops/me/recovery-codes";
    expect(await opsRefused(app, path, { password: "x", code: await codeNow() }, operator)).toBe(
      "wrong_original_password",
    );
    const made = await opsAccepted(app, path, { password, code: await codeNow() }, operator);
    expect(made.recovery_codes).not.toContain(recovery[0]);
    const { email } = operator;
    expect(await tryIn({ email, password, code: recovery[0]! })).toBe("wrong_code");
    expect(await tryIn({ email, password, code: made.recovery_codes[0]! })).toBe("ok");
  });

  it("are turned off by who knows password and code, and set up once at a time", async () => {
    const { operator, codeNow } = await withTotp();
    expect(await opsRefused(app, "/api/ops/me/totp/begin", { password }, operator)).toBe(
      "totp_already_set",
    );
    const form = { password, code: await codeNow() };
    await opsAccepted(app, "/api/ops/me/totp/remove", form, operator);
    expect(await tryIn({ email: operator.email, password })).toBe("ok");
    expect(await opsRefused(app, "/api/ops/me/totp/remove", form, operator)).toBe("totp_not_set");
    expect(await opsRefused(app, "/api/ops/me/totp/confirm", { code: "000000" }, operator)).toBe(
      "totp_not_set",
    );
  });

  it("end every other session of the operator when they are turned on", async () => {
    const operator = await newOperator(app, "viewer");
    const other = await signIn(app, { email: operator.email, password });
    const { secret } = await opsAccepted(app, "/api/ops/me/totp/begin", { password }, operator);
    const code = codeAt(fromBase32(secret), stepAt(await databaseNow()));
    await opsAccepted(app, "/api/ops/me/totp/confirm", { code }, operator);
    expect(await opsRefused(app, "/api/ops/me", {}, other)).toBe("sign_in_again");
    expect(await opsRefused(app, "/api/ops/me", {}, operator)).toBe("ok");
  });

  it("cannot be searched through", async () => {
    const { operator } = await withTotp();
    const outcomes: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      outcomes.push(
        await tryIn({ email: operator.email, password, code: String(100_000 + count) }),
      );
    }
    expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong_code"));
    expect(outcomes.slice(10)).toEqual(["too_many_tries", "too_many_tries"]);
  });
});

describe("a passkey", () => {
  const host = { host: "broker.example" };
  /** As `ops`, on the site that the passkey belongs to. */
  async function onSite(path: string, form: object, session: object = {}) {
    const answer = await app.context.http.fastify.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/json", ...host, ...session },
      payload: JSON.stringify(form),
    });
    return { ...answer.json(), cookies: answer.cookies };
  }
  async function challenge(session?: object) {
    const { data } = session
      ? await onSite("/api/ops/me/passkeys/options", { password }, session)
      : await onSite("/api/ops/passkey/sign-in-options", {});
    return {
      id: data.challenge_id as string,
      text: data.options.challenge as string,
      options: data.options,
    };
  }
  async function registered() {
    const operator = await newOperator(app, "approver");
    const { id, text, options } = await challenge(operator);
    expect(options.rp).toEqual({ id: "broker.example", name: "Sanshi" });
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: "required",
      userVerification: "required",
    });
    const { passkey, response } = makePasskey({ challenge: text, rpId: "broker.example" });
    const form = { challenge_id: id, name: "Laptop", response };
    const added = await onSite("/api/ops/me/passkeys/add", form, operator);
    expect(added.msg).toBe("ok");
    const { id: added_id, recovery_codes: codes } = added.data;
    return { operator, passkey, id: added_id as string, codes: codes as string[], form };
  }
  async function prove(passkey: VirtualPasskey, session: object): Promise<string> {
    const { data } = await onSite("/api/ops/me/proof-options", {}, session);
    const response = signWithPasskey(passkey, { challenge: data.options.challenge });
    const form = { challenge_id: data.challenge_id, response };
    return (await onSite("/api/ops/me/prove", form, session)).msg;
  }
  const enter = async (response: (text: string) => Record<string, unknown>) => {
    const { id, text } = await challenge();
    return onSite("/api/ops/passkey/sign-in", { challenge_id: id, response: response(text) });
  };

  const attemptsCounted = () =>
    attemptsOf(app.context.database.reader, addressKey("operator:passkey", "127.0.0.1"), 15);

  it("signs in without a password, and the audit log says who", async () => {
    const { operator, passkey } = await registered();
    const before = await attemptsCounted();
    const answer = await enter((text) => signWithPasskey(passkey, { challenge: text }));
    expect(answer.msg).toBe("ok");
    expect(await attemptsCounted()).toBe(before);
    const cookie = `${answer.cookies[0].name}=${answer.cookies[0].value}`;
    const me = await ops(app, "/api/ops/me", {}, { cookie });
    expect(me.body.data).toMatchObject({ email: operator.email, passkeys: [{ name: "Laptop" }] });
    const admin = await firstOperator(app);
    const { items } = await opsAccepted(app, "/api/ops/audit", { subject: operator.email }, admin);
    expect(items[0]).toMatchObject({ operator: operator.email, outcome: "ok" });
  });

  it("makes the password alone not enough", async () => {
    const { operator } = await registered();
    expect(await tryIn({ email: operator.email, password })).toBe("code_required");
    expect(await tryIn({ email: operator.email, password, code: "123456" })).toBe("wrong_code");
  });

  it("comes with codes for recovery, so that a lost one locks nobody out", async () => {
    const { operator, codes, passkey } = await registered();
    const { email } = operator;
    expect(codes).toHaveLength(10);
    expect(await tryIn({ email, password, code: codes[0]! })).toBe("ok");
    expect(await tryIn({ email, password, code: codes[0]! })).toBe("wrong_code");
    await prove(passkey, operator);
    const { recovery_codes } = await opsAccepted(
      app,
      "/api/ops/me/recovery-codes",
      { password },
      operator,
    );
    expect(await tryIn({ email, password, code: codes[1]! })).toBe("wrong_code");
    expect(await tryIn({ email, password, code: recovery_codes[0]! })).toBe("ok");
  });

  it("is not circumvented by the code of an app that was only begun", async () => {
    const operator = await newOperator(app, "viewer");
    const { secret } = await opsAccepted(app, "/api/ops/me/totp/begin", { password }, operator);
    const { id, text } = await challenge(operator);
    const { response } = makePasskey({ challenge: text, rpId: "broker.example" });
    const form = { challenge_id: id, name: "Laptop", response };
    expect((await onSite("/api/ops/me/passkeys/add", form, operator)).msg).toBe("ok");
    const code = codeAt(fromBase32(secret), stepAt(await databaseNow()));
    expect(await tryIn({ email: operator.email, password, code })).toBe("wrong_code");
    expect(await opsRefused(app, "/api/ops/me/totp/confirm", { code }, operator)).toBe(
      "proof_required",
    );
  });

  it("or another factor changes with a proof of one that exists, never with the password alone", async () => {
    const { operator, passkey, id } = await registered();
    const changes = [
      ["/api/ops/me/totp/begin", { password }],
      ["/api/ops/me/passkeys/options", { password }],
      ["/api/ops/me/passkeys/remove", { id, password }],
      ["/api/ops/me/recovery-codes", { password }],
      [
        "/api/ops/me/password",
        { old_password: password, new_password: newPassword, new_password2: newPassword },
      ],
    ] as const;
    const attempts = async () => {
      const answers = [];
      for (const [path, form] of changes) answers.push((await onSite(path, form, operator)).msg);
      return answers;
    };
    const refused = changes.map(() => "proof_required");
    expect(await attempts()).toEqual(refused);
    await prove(passkey, operator);
    await sql`UPDATE operator_session SET proved_at = proved_at - interval '6 minutes'`.execute(
      app.context.database.reader,
    );
    expect(await attempts()).toEqual(refused);
    // What a proof was asked for, without a password, registers nothing.
    const { data } = await onSite("/api/ops/me/proof-options", {}, operator);
    const { response } = makePasskey({
      challenge: data.options.challenge,
      rpId: "broker.example",
    });
    const form = { challenge_id: data.challenge_id, name: "x", response };
    expect((await onSite("/api/ops/me/passkeys/add", form, operator)).msg).toBe(
      "challenge_expired",
    );
  });

  it("is ended by a new password that does not keep it", async () => {
    const { operator, passkey } = await registered();
    await prove(passkey, operator);
    const { id, text } = await challenge(operator);
    const kept = makePasskey({ challenge: text, rpId: "broker.example" });
    const form = { challenge_id: id, name: "Phone", response: kept.response };
    const added = await onSite("/api/ops/me/passkeys/add", form, operator);
    const changed = await onSite(
      "/api/ops/me/password",
      {
        old_password: password,
        new_password: newPassword,
        new_password2: newPassword,
        keep_passkeys: [added.data.id],
      },
      operator,
    );
    expect(changed.msg).toBe("ok");
    const signed = (own: VirtualPasskey) => (challenged: string) =>
      signWithPasskey(own, { challenge: challenged });
    expect((await enter(signed(passkey))).msg).toBe("passkey_not_accepted");
    expect((await enter(signed(kept.passkey))).msg).toBe("ok");
  });

  it("answers in time: what was asked six minutes ago counts no more", async () => {
    const { passkey } = await registered();
    const { id, text } = await challenge();
    await sql`UPDATE operator_challenge SET made_at = made_at - interval '6 minutes'`.execute(
      app.context.database.reader,
    );
    const form = { challenge_id: id, response: signWithPasskey(passkey, { challenge: text }) };
    expect((await onSite("/api/ops/passkey/sign-in", form)).msg).toBe("challenge_expired");
  });

  it("counts once of two answers with the same count that come at once", async () => {
    const { passkey } = await registered();
    const forms: object[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id, text } = await challenge();
      forms.push({ challenge_id: id, response: signWithPasskey(passkey, { challenge: text }) });
      passkey.counter -= 1;
    }
    const tried = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM operator_passkey FOR UPDATE`.execute(transaction);
      const begun = forms.map((form) => onSite("/api/ops/passkey/sign-in", form));
      // Both have looked at the count by then.
      await untilWaitingForLocks(app.context.database.reader, 2);
      return begun;
    });
    const answers = (await Promise.all(tried)).map(({ msg }) => msg);
    expect(answers.toSorted()).toEqual(["ok", "passkey_not_accepted"]);
  });

  it("waits after ten wrong passwords before it is added", async () => {
    const operator = await newOperator(app, "viewer");
    const options = async (typed: string) =>
      (await onSite("/api/ops/me/passkeys/options", { password: typed }, operator)).msg;
    for (let count = 0; count < 10; count += 1) {
      expect(await options("wrong pass phrase")).toBe("wrong_original_password");
    }
    expect(await options(password)).toBe("too_many_tries");
  });

  it("is not locked out by others' attempts at the password", async () => {
    const { operator, passkey } = await registered();
    for (let count = 0; count < 11; count += 1) {
      await tryIn({ email: operator.email, password: "wrong pass phrase" });
    }
    expect(await tryIn({ email: operator.email, password })).toBe("too_many_tries");
    const answer = await enter((text) => signWithPasskey(passkey, { challenge: text }));
    expect(answer.msg).toBe("ok");
  });

  it.each([
    ["another site's page", { origin: "https://broker.example.evil.example" }],
    ["an unencrypted page", { origin: "http://broker.example" }],
    ["a page on another port", { origin: "https://broker.example:8443" }],
    ["a touch without face, finger or PIN", { verified: false }],
    ["an old challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("is refused from %s", async (_name, more) => {
    const { passkey } = await registered();
    const answer = await enter((text) => signWithPasskey(passkey, { challenge: text, ...more }));
    expect(answer.msg).toBe("passkey_not_accepted");
    expect(answer.cookies).toEqual([]);
  });

  it("is refused with a changed signature, another's id, a count that does not grow, and when it is used twice", async () => {
    const [one, other] = [await registered(), await registered()];
    const forged = await enter((text) => ({
      ...signWithPasskey(one.passkey, { challenge: text }),
      id: other.passkey.id.toString("base64url"),
      rawId: other.passkey.id.toString("base64url"),
    }));
    expect(forged.msg).toBe("passkey_not_accepted");
    one.passkey.counter = 5;
    expect((await enter((text) => signWithPasskey(one.passkey, { challenge: text }))).msg).toBe(
      "ok",
    );
    one.passkey.counter = 3;
    expect((await enter((text) => signWithPasskey(one.passkey, { challenge: text }))).msg).toBe(
      "passkey_not_accepted",
    );
    one.passkey.counter = 9;
    const { id, text } = await challenge();
    const form = { challenge_id: id, response: signWithPasskey(one.passkey, { challenge: text }) };
    const twice = await Promise.all([1, 2].map(() => onSite("/api/ops/passkey/sign-in", form)));
    expect(twice.map(({ msg }) => msg).toSorted()).toEqual(["challenge_expired", "ok"]);
  });

  it("of a disabled operator opens nothing", async () => {
    const { operator, passkey } = await registered();
    const admin = await firstOperator(app);
    await opsAccepted(
      app,
      "/api/ops/operators/:id/state",
      { id: operator.id, state: "disabled" },
      admin,
    );
    const answer = await enter((text) => signWithPasskey(passkey, { challenge: text }));
    expect(answer.msg).toBe("passkey_not_accepted");
  });

  it("is registered once, by its own operator, with the password, and is removed again", async () => {
    const { operator, passkey, id, form } = await registered();
    expect((await onSite("/api/ops/me/passkeys/add", form, operator)).msg).toBe(
      "challenge_expired",
    );
    expect((await onSite("/api/ops/me/passkeys/options", { password }, operator)).msg).toBe(
      "proof_required",
    );
    expect(await prove(passkey, operator)).toBe("ok");
    const stranger = await newOperator(app, "viewer");
    const begun = await challenge(operator);
    const { response } = makePasskey({ challenge: begun.text, rpId: "broker.example" });
    const stolen = { challenge_id: begun.id, name: "x", response };
    expect((await onSite("/api/ops/me/passkeys/add", stolen, stranger)).msg).toBe(
      "challenge_expired",
    );
    const garbage = { challenge_id: begun.id, name: "x", response: { id: 5, response: null } };
    expect((await onSite("/api/ops/me/passkeys/add", garbage, operator)).msg).toBe(
      "passkey_not_accepted",
    );
    expect((await onSite("/api/ops/me/passkeys/options", { password: "x" }, operator)).msg).toBe(
      "wrong_original_password",
    );
    const removal = { id, password };
    expect((await onSite("/api/ops/me/passkeys/remove", removal, stranger)).msg).toBe(
      "passkey_not_found",
    );
    expect((await onSite("/api/ops/me/passkeys/remove", removal, operator)).msg).toBe("ok");
    expect(await tryIn({ email: operator.email, password })).toBe("ok");
  });
});

describe("on a live instance", () => {
  it("a second factor is set up before anything else is done", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const session = await signIn(live, testOperator);
      const me = await opsAccepted(live, "/api/ops/me", {}, session);
      expect(me).toMatchObject({
        simulated: false,
        single_approval: false,
        second_factor_required: true,
      });
      expect(await opsRefused(live, "/api/ops/customers", {}, session)).toBe(
        "second_factor_required",
      );
      const form = { password: testOperator.password };
      const begun = await opsAccepted(live, "/api/ops/me/totp/begin", form, session);
      const now = await firstRow(
        live.context.database.reader,
        sql<{ now: number }>`SELECT real_now() AS now`,
      );
      const code = codeAt(fromBase32(begun.secret), stepAt(now?.now ?? 0));
      await opsAccepted(live, "/api/ops/me/totp/confirm", { code }, session);
      expect(await opsRefused(live, "/api/ops/customers", {}, session)).toBe("ok");
    } finally {
      await live.stop();
    }
  });
});

it("of two changes of a password at once one counts", async () => {
  const operator = await newOperator(app, "viewer");
  const form = { old_password: password, new_password: newPassword, new_password2: newPassword };
  const changes = await app.context.database.transaction(async (transaction) => {
    await sql`SELECT FROM operator WHERE id = ${operator.id}::bigint FOR UPDATE`.execute(
      transaction,
    );
    const begun = [1, 2].map(() => opsRefused(app, "/api/ops/me/password", form, operator));
    // Both have looked at the old one by then.
    await untilWaitingForLocks(app.context.database.reader, 2);
    return begun;
  });
  expect((await Promise.all(changes)).toSorted()).toEqual(["modification_failed", "ok"]);
});
