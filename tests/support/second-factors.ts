import { sql } from "../../apps/server/src/platform/sql/database.ts";
import { codeAt, stepAt } from "../../apps/server/src/platform/totp.ts";
import { testPassword, type SignedIn, type TestApplication } from "./test-application.ts";
import { makePasskey, signWithPasskey, type VirtualPasskey } from "./virtual-authenticator.ts";

/** The site of the tests' customers. */
export const rpId = "localhost";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** What the authenticator app shows now, or so many steps later. */
export const codeNow = (app: TestApplication, secret: Buffer, steps = 0n) =>
  codeAt(secret, stepAt(app.context.clock.realNow()) + steps);

/** The authenticator app is on; answers its secret and the codes for recovery. */
export async function withTotp(
  app: TestApplication,
  customer: SignedIn,
): Promise<{ secret: Buffer; codes: string[] }> {
  const begun = await app.accepted("/user/totp-begin", { login_password: testPassword }, customer);
  const secret = fromBase32(begun.secret);
  const { recovery_codes } = await app.accepted(
    "/user/totp-confirm",
    { code: codeNow(app, secret) },
    customer,
  );
  // As if that had been some time ago: the present code is left for the test.
  await sql`UPDATE customer_totp SET last_step = last_step - 10`.execute(
    app.context.database.reader,
  );
  return { secret, codes: recovery_codes };
}

export const challengeOf = (options: string) =>
  (JSON.parse(options) as { challenge: string }).challenge;

/** What adds a passkey to the account, up to the last call. */
export async function begunPasskey(app: TestApplication, customer: SignedIn) {
  const begun = await app.accepted(
    "/user/passkey-options",
    { login_password: testPassword },
    customer,
  );
  const { passkey, response } = makePasskey({ challenge: challengeOf(begun.options), rpId });
  const form = {
    challenge_id: begun.challenge_id,
    response: JSON.stringify(response),
    name: "phone",
  };
  return { passkey, form };
}

/** The account has a passkey, and codes for recovery where it is the first factor. */
export async function withPasskey(
  app: TestApplication,
  customer: SignedIn,
): Promise<{ passkey: VirtualPasskey; id: string; codes: string[] }> {
  const { passkey, form } = await begunPasskey(app, customer);
  const { id, recovery_codes: codes } = await app.accepted("/user/add-passkey", form, customer);
  return { passkey, id, codes };
}

/** What the passkey answers where it is to sign in. */
export async function passkeyAnswer(
  app: TestApplication,
  passkey: VirtualPasskey,
  more: { origin?: string; verified?: boolean } = {},
) {
  const { challenge_id, options } = await app.accepted("/user/passkey-sign-in-options", {});
  const response = signWithPasskey(passkey, { challenge: challengeOf(options), ...more });
  return { challenge_id, response: JSON.stringify(response) };
}

/** Proves the passkey in a session; answers the refusal, or ok. */
export async function provePasskey(
  app: TestApplication,
  passkey: VirtualPasskey,
  who: SignedIn,
): Promise<string> {
  const { challenge_id, options } = await app.accepted("/user/proof-options", {}, who);
  const response = signWithPasskey(passkey, { challenge: challengeOf(options) });
  return app.refused("/user/prove", { challenge_id, response: JSON.stringify(response) }, who);
}
