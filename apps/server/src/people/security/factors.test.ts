import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  begunPasskey,
  challengeOf,
  codeNow,
  fromBase32,
  passkeyAnswer,
  provePasskey,
  rpId,
  withPasskey,
  withTotp,
} from "../../../../../tests/support/second-factors.ts";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  makePasskey,
  signWithPasskey,
} from "../../../../../tests/support/virtual-authenticator.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../../platform/sql/database.ts";

/** Whoever knows the password, and even sits in a session, against whoever has a second factor. */
let app: TestApplication;
let owner: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  owner = await app.newCustomer();
});
afterAll(() => app.stop());

const login = { login_password: testPassword };
const signIn = (code?: string, password = testPassword) =>
  app.refused("/user/login", {
    account: owner.account,
    password,
    ...(code !== undefined && { code }),
  });
const another = (code?: string) =>
  app.accepted("/user/login", {
    account: owner.account,
    password: testPassword,
    ...(code !== undefined && { code }),
  });
const newPassword = "nine green bottles 77";
const change = (kept: readonly string[], who = owner) =>
  app.refused(
    "/user/change-login-password",
    {
      old_password: testPassword,
      new_password: newPassword,
      new_password2: newPassword,
      keep_passkeys: kept.join(","),
    },
    who,
  );
const enter = async (passkey: Parameters<typeof passkeyAnswer>[1], more = {}) =>
  app.refused("/user/passkey-sign-in", await passkeyAnswer(app, passkey, more));

describe("whoever has only a passkey", () => {
  it("does not sign in with the bare password, and does with a code for recovery, once", async () => {
    const { codes } = await withPasskey(app, owner);
    expect(codes).toHaveLength(10);
    expect(await signIn()).toBe("code_required");
    expect(await signIn("000000")).toBe("wrong_code");
    expect(await signIn(codes[0])).toBe("ok");
    expect(await signIn(codes[0])).toBe("wrong_code");
  });

  it("is given no other codes with a second passkey, and new ones for a proof", async () => {
    const { passkey, codes } = await withPasskey(app, owner);
    await provePasskey(app, passkey, owner);
    expect((await withPasskey(app, owner)).codes).toEqual([]);
    const renewed = await app.accepted("/user/renew-recovery-codes", login, owner);
    expect(await signIn(codes[0])).toBe("wrong_code");
    expect(await signIn(renewed.recovery_codes[0])).toBe("ok");
  });

  it("proves with a code for recovery that it is them", async () => {
    const { id, codes } = await withPasskey(app, owner);
    await app.accepted("/user/prove", { code: codes[0]! }, owner);
    await app.accepted("/user/remove-passkey", { id, ...login }, owner);
    // Nothing is left of the second step, and so the password is enough.
    expect(await signIn()).toBe("ok");
    expect((await app.accepted("/user/security", {}, owner)).recovery_codes_left).toBe(0);
  });

  it("is not let in by the code of an authenticator app that was only begun", async () => {
    const begun = await app.accepted("/user/totp-begin", login, owner);
    await withPasskey(app, owner);
    expect(await signIn(codeNow(app, fromBase32(begun.secret)))).toBe("wrong_code");
    const code = codeNow(app, fromBase32(begun.secret));
    expect(await app.refused("/user/prove", { code }, owner)).toBe("wrong_code");
  });
});

describe("a change of factors", () => {
  it("takes a proof of one that exists, of this session and of these minutes", async () => {
    const { secret, codes } = await withTotp(app, owner);
    const thief = await another(codeNow(app, secret));
    const attempts = (who: SignedIn) =>
      Promise.all([
        app.refused("/user/passkey-options", login, who),
        app.refused("/user/totp-remove", login, who),
        app.refused("/user/renew-recovery-codes", login, who),
        change([], who),
      ]);
    const refused = Array(4).fill("proof_required");
    expect(await attempts(thief)).toEqual(refused);
    await app.accepted("/user/prove", { code: codes[0]! }, owner);
    expect(await attempts(thief)).toEqual(refused);
    expect(await app.refused("/user/passkey-options", login, owner)).toBe("ok");
    await sql`UPDATE session SET proved_at = proved_at - interval '6 minutes'`.execute(
      app.context.database.reader,
    );
    expect(await attempts(owner)).toEqual(refused);
  });

  it("is not made by what was begun before there was one", async () => {
    const begun = await begunPasskey(app, owner);
    const secret = await app.accepted("/user/totp-begin", login, owner);
    const { passkey } = await withPasskey(app, owner);
    const confirm = () =>
      app.refused("/user/totp-confirm", { code: codeNow(app, fromBase32(secret.secret)) }, owner);
    expect(await confirm()).toBe("proof_required");
    expect(await app.refused("/user/add-passkey", begun.form, owner)).toBe("proof_required");
    await provePasskey(app, passkey, owner);
    expect(await confirm()).toBe("ok");
  });

  it("is not made with what a proof was asked for, which takes no password", async () => {
    const begun = await app.accepted("/user/proof-options", {}, owner);
    const { response } = makePasskey({ challenge: challengeOf(begun.options), rpId });
    const form = {
      challenge_id: begun.challenge_id,
      response: JSON.stringify(response),
      name: "a thief's",
    };
    expect(await app.refused("/user/add-passkey", form, owner)).toBe("challenge_expired");
  });

  it("ends the proofs of all other sessions", async () => {
    const { secret, codes } = await withTotp(app, owner);
    const other = await another(codeNow(app, secret));
    await app.accepted("/user/prove", { code: codes[0]! }, other);
    await app.accepted("/user/prove", { code: codes[1]! }, owner);
    await withPasskey(app, owner);
    const provedUntil = async (who: SignedIn) =>
      (await app.accepted("/user/security", {}, who)).proved_until;
    expect(await provedUntil(other)).toBeNull();
    expect(await provedUntil(owner)).not.toBeNull();
  });

  it("waits after ten wrong passwords, whatever was to be added", async () => {
    const wrong = { login_password: "not it at all 1" };
    const tried = [];
    for (const path of Array(5)
      .fill(["/user/passkey-options", "/user/totp-begin"] as const)
      .flat()) {
      tried.push(await app.refused(path as "/user/totp-begin", wrong, owner));
    }
    expect(tried).toEqual(Array(10).fill("wrong_login_password"));
    expect(await app.refused("/user/passkey-options", login, owner)).toBe("too_many_tries");
    expect(await app.refused("/user/totp-begin", login, owner)).toBe("too_many_tries");
  });

  it("waits after ten wrong codes, also where the right password is said in between", async () => {
    const { codes } = await withTotp(app, owner);
    await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
    const tried = [];
    for (let count = 0; count < 10; count += 1) {
      tried.push(await app.refused("/user/totp-remove", { ...login, code: "000000" }, owner));
    }
    expect(tried).toEqual(Array(10).fill("wrong_code"));
    expect(await app.refused("/user/totp-remove", { ...login, code: codes[0]! }, owner)).toBe(
      "too_many_tries",
    );
    expect(await app.refused("/user/prove", { code: codes[0]! }, owner)).toBe("too_many_tries");
  });
});

describe("a new login password", () => {
  it("ends each passkey that is not kept, and leaves the others", async () => {
    const thiefs = await withPasskey(app, owner);
    await provePasskey(app, thiefs.passkey, owner);
    const own = await withPasskey(app, owner);
    expect(await change([own.id])).toBe("ok");
    expect(await enter(thiefs.passkey)).toBe("passkey_not_accepted");
    expect(await enter(own.passkey)).toBe("ok");
    const { items } = await app.accepted("/user/messages", {}, owner);
    expect(items.map(({ kind }) => kind)).toContain("passkey_removed");
  });

  it("keeps no stranger's passkey, and takes only ids", async () => {
    const stranger = owner;
    const { id, passkey } = await withPasskey(app, stranger);
    owner = await app.newCustomer();
    expect(await change([id])).toBe("ok");
    owner = stranger;
    expect(await enter(passkey)).toBe("ok");
    expect(await change(["1"])).toBe("invalid_request");
  });

  it("without a passkey left goes on asking for a code for recovery", async () => {
    const { passkey, codes } = await withPasskey(app, owner);
    await provePasskey(app, passkey, owner);
    expect(await change([])).toBe("ok");
    expect(await signIn(undefined, newPassword)).toBe("code_required");
    expect(await signIn(codes[0], newPassword)).toBe("ok");
  });

  it("is one of two that come at once", async () => {
    const changes = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM customer WHERE account = ${owner.account} FOR UPDATE`.execute(
        transaction,
      );
      const begun = [change([]), change([])];
      // Both have looked at the old one by then.
      await untilWaitingForLocks(app.context.database.reader, 2);
      return begun;
    });
    expect((await Promise.all(changes)).toSorted()).toEqual(["modification_failed", "ok"]);
  });
});

describe("a passkey's answer", () => {
  it("of another port, or of another scheme, is not accepted", async () => {
    const { passkey } = await withPasskey(app, owner);
    expect(await enter(passkey, { origin: "http://localhost:8080" })).toBe("passkey_not_accepted");
    expect(await enter(passkey, { origin: "https://localhost" })).toBe("passkey_not_accepted");
    expect(await enter(passkey)).toBe("ok");
  });

  it("of another port is not accepted where the request claims that port as well", async () => {
    const { passkey } = await withPasskey(app, owner);
    const answer = await passkeyAnswer(app, passkey, { origin: "http://localhost:8080" });
    const relayed = await app.context.http.fastify.inject({
      method: "POST",
      url: "/api/vue/user/passkey-sign-in",
      headers: {
        host: "localhost:8080",
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: new URLSearchParams(answer).toString(),
    });
    expect(relayed.json().msg).toBe("passkey_not_accepted");
  });

  it("to what was asked six minutes ago comes too late, whatever for", async () => {
    const grow = () =>
      sql`UPDATE customer_challenge SET made_at = made_at - interval '6 minutes'`.execute(
        app.context.database.reader,
      );
    const begun = await begunPasskey(app, owner);
    await grow();
    expect(await app.refused("/user/add-passkey", begun.form, owner)).toBe("challenge_expired");
    const { passkey } = await withPasskey(app, owner);
    const answer = await passkeyAnswer(app, passkey);
    await grow();
    expect(await app.refused("/user/passkey-sign-in", answer)).toBe("challenge_expired");
    const asked = await app.accepted("/user/proof-options", {}, owner);
    await grow();
    const response = JSON.stringify(
      signWithPasskey(passkey, { challenge: challengeOf(asked.options) }),
    );
    const proof = { challenge_id: asked.challenge_id, response };
    expect(await app.refused("/user/prove", proof, owner)).toBe("challenge_expired");
  });

  it("with the same count of uses as another's counts once, also where both come at once", async () => {
    const { passkey } = await withPasskey(app, owner);
    const first = await passkeyAnswer(app, passkey);
    passkey.counter -= 1;
    const copy = await passkeyAnswer(app, passkey);
    const tried = await app.context.database.transaction(async (transaction) => {
      await sql`SELECT FROM customer_passkey FOR UPDATE`.execute(transaction);
      const begun = [first, copy].map((answer) => app.refused("/user/passkey-sign-in", answer));
      // Both have looked at the count by then.
      await untilWaitingForLocks(app.context.database.reader, 2);
      return begun;
    });
    expect((await Promise.all(tried)).toSorted()).toEqual(["ok", "passkey_not_accepted"]);
    passkey.counter -= 1;
    expect(await enter(passkey)).toBe("passkey_not_accepted");
  });
});
