import { signInProofMinutes } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  challengeOf,
  codeNow,
  passkeyAnswer as answerOf,
  provePasskey,
  rpId,
  withPasskey as addPasskey,
  withTotp as turnTotpOn,
} from "../../../../../tests/support/second-factors.ts";
import {
  makePasskey,
  signWithPasskey,
  type VirtualPasskey,
} from "../../../../../tests/support/virtual-authenticator.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const withTotp = () => turnTotpOn(app, customer);
const signIn = (code?: string) =>
  app.refused("/user/login", {
    account: customer.account,
    password: testPassword,
    ...(code !== undefined && { code }),
  });

const withPasskey = async () => (await addPasskey(app, customer)).passkey;
const passkeyAnswer = (passkey: VirtualPasskey) => answerOf(app, passkey);

const card = {
  holder_name: "ヤマダ タロウ",
  card_number: "1234567",
  bank_name: "三菱UFJ銀行",
  branch_name: "本店",
  branch_code: "001",
  card_type: "ordinary",
} as const;
const addCard = () => app.refused("/user/add-bank-card", card, customer);

describe("an authenticator app", () => {
  it("is asked for at sign-in once its first code was given, and not before", async () => {
    await app.accepted("/user/totp-begin", { login_password: testPassword }, customer);
    expect(await signIn()).toBe("ok");
    const { secret } = await withTotp();
    expect(await signIn()).toBe("code_required");
    expect(await signIn("000000")).toBe("wrong_code");
    expect(await signIn(codeNow(app, secret))).toBe("ok");
  });

  it("is not on by a wrong code, and is not begun again where one is on", async () => {
    const begin = () => app.refused("/user/totp-begin", { login_password: testPassword }, customer);
    expect(await begin()).toBe("ok");
    expect(await app.refused("/user/totp-confirm", { code: "000000" }, customer)).toBe(
      "wrong_code",
    );
    expect((await app.accepted("/user/security", {}, customer)).totp).toBe(false);
    expect(await signIn()).toBe("ok");
    await withTotp();
    expect(await begin()).toBe("totp_already_set");
  });

  it("gives codes that work once, and codes for recovery that work once", async () => {
    const { secret, codes } = await withTotp();
    const code = codeNow(app, secret);
    expect(await signIn(code)).toBe("ok");
    expect(await signIn(code)).toBe("wrong_code");
    expect(codes).toHaveLength(10);
    expect(await signIn(codes[0])).toBe("ok");
    expect(await signIn(codes[0])).toBe("wrong_code");
    expect((await app.accepted("/user/security", {}, customer)).recovery_codes_left).toBe(9);
  });

  it("is turned off with password and code, and tells of both", async () => {
    const { secret } = await withTotp();
    const remove = (login_password: string, code: string) =>
      app.refused("/user/totp-remove", { login_password, code }, customer);
    expect(await remove("not it at all 1", codeNow(app, secret))).toBe("wrong_login_password");
    expect(await remove(testPassword, "000000")).toBe("wrong_code");
    expect(await remove(testPassword, codeNow(app, secret))).toBe("ok");
    expect(await signIn()).toBe("ok");
    const { items } = await app.accepted("/user/messages", {}, customer);
    const told = items.map(({ kind }) => kind).filter((kind) => kind.startsWith("totp"));
    expect(told).toEqual(["totp_removed", "totp_set"]);
  });

  it("cannot be guessed: a few wrong codes and it waits", async () => {
    await withTotp();
    const attempts = [];
    for (let count = 0; count < 12; count += 1) {
      attempts.push(await app.refused("/user/prove", { code: "000000" }, customer));
    }
    expect(attempts.slice(0, 5)).toEqual(Array(5).fill("wrong_code"));
    expect(attempts.at(-1)).toBe("too_many_tries");
  });

  it("has its secret sealed in the database", async () => {
    const { secret } = await withTotp();
    const { rows } = await app.context.database.pool.query<{ secret: Buffer }>(
      "SELECT secret FROM customer_totp",
    );
    for (const row of rows) expect(row.secret.includes(secret)).toBe(false);
  });
});

describe("a passkey", () => {
  it("signs in by itself, each answer once", async () => {
    const passkey = await withPasskey();
    const answer = await passkeyAnswer(passkey);
    const { account, token } = await app.accepted("/user/passkey-sign-in", answer);
    expect(account).toBe(customer.account);
    await app.accepted("/user/getUserinfo", {}, { account, token });
    expect(await app.refused("/user/passkey-sign-in", answer)).toBe("challenge_expired");
  });

  it("of nobody, of another site or without the finger is not accepted", async () => {
    const passkey = await withPasskey();
    const { passkey: unknown } = makePasskey({ challenge: "x", rpId });
    expect(await app.refused("/user/passkey-sign-in", await passkeyAnswer(unknown))).toBe(
      "passkey_not_accepted",
    );
    const begun = await app.accepted("/user/passkey-sign-in-options", {});
    const challenge = challengeOf(begun.options);
    const elsewhere = signWithPasskey(passkey, { challenge, origin: "https://evil.example" });
    expect(
      await app.refused("/user/passkey-sign-in", {
        challenge_id: begun.challenge_id,
        response: JSON.stringify(elsewhere),
      }),
    ).toBe("passkey_not_accepted");
    const again = await app.accepted("/user/passkey-sign-in-options", {});
    const untouched = signWithPasskey(passkey, {
      challenge: challengeOf(again.options),
      verified: false,
    });
    expect(
      await app.refused("/user/passkey-sign-in", {
        challenge_id: again.challenge_id,
        response: JSON.stringify(untouched),
      }),
    ).toBe("passkey_not_accepted");
  });

  it("is removed with the login password and a proof, and then signs nobody in", async () => {
    const passkey = await withPasskey();
    const { passkeys } = await app.accepted("/user/security", {}, customer);
    const remove = (login_password: string) =>
      app.refused("/user/remove-passkey", { id: passkeys[0]!.id, login_password }, customer);
    expect(await remove("not it at all 1")).toBe("wrong_login_password");
    expect(await remove(testPassword)).toBe("proof_required");
    expect(await provePasskey(app, passkey, customer)).toBe("ok");
    expect(await remove(testPassword)).toBe("ok");
    expect(await app.refused("/user/passkey-sign-in", await passkeyAnswer(passkey))).toBe(
      "passkey_not_accepted",
    );
  });
});

describe("where money can leave to", () => {
  it("changes without a second factor by whoever signed in lately, or types the password again", async () => {
    expect(await addCard()).toBe("ok");
    await app.advanceReal((signInProofMinutes - 1) * 60);
    expect(await addCard()).not.toBe("password_proof_required");
    // A token that was taken from somebody's device.
    await app.advanceReal(2 * 60);
    expect(await addCard()).toBe("password_proof_required");
    const prove = (login_password: string) =>
      app.refused("/user/prove", { login_password }, customer);
    expect(await prove("not it at all 1")).toBe("wrong_login_password");
    expect(await addCard()).toBe("password_proof_required");
    expect(await prove(testPassword)).toBe("ok");
    expect(await addCard()).not.toBe("password_proof_required");
  });

  it("takes no password for proof of whoever has a second factor", async () => {
    await withTotp();
    const asked = await app.refused("/user/prove", { login_password: testPassword }, customer);
    expect(asked).toBe("proof_required");
    expect(await addCard()).toBe("proof_required");
  });

  it("asks for a code, and not again for a few minutes of the same session", async () => {
    const { secret } = await withTotp();
    expect(await addCard()).toBe("proof_required");
    await app.accepted("/user/prove", { code: codeNow(app, secret) }, customer);
    expect(await addCard()).toBe("ok");
    const other = await app.accepted("/user/login", {
      account: customer.account,
      password: testPassword,
      code: codeNow(app, secret, 1n),
    });
    const onOther = await app.refused("/user/add-bank-card", card, other);
    expect(onOther).toBe("proof_required");
    await app.advanceReal(6 * 60);
    expect(await addCard()).toBe("proof_required");
  });

  it("takes a passkey of the customer's own for proof", async () => {
    const passkey = await withPasskey();
    const owner = customer;
    customer = await app.newCustomer();
    expect(await provePasskey(app, passkey, customer)).toBe("passkey_not_accepted");
    expect(await provePasskey(app, passkey, owner)).toBe("ok");
  });
});

it("freezing one's own account stops trade at once, and only an operator opens it again", async () => {
  app.feed.quote("jpy", "7203", "2850");
  const freeze = (login_password: string) =>
    app.refused("/user/freeze-account", { login_password }, customer);
  expect(await freeze("not it at all 1")).toBe("wrong_login_password");
  expect(await freeze(testPassword)).toBe("ok");
  expect(await freeze(testPassword)).toBe("account_frozen");
  const order = {
    code: "7203",
    side: "long",
    kind: "market",
    quantity: "1",
    leverage: "1",
  } as const;
  await expect
    .poll(() => app.refused("/trade/preview-order", order, customer))
    .toBe("account_frozen");
  const { items } = await app.accepted("/user/messages", {}, customer);
  expect(items[0]?.kind).toBe("frozen_by_customer");
});
