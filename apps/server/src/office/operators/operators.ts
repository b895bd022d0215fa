import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { DeviceCookies } from "../../platform/http/device-cookies.ts";
import {
  deviceOfToken,
  deviceToken,
  isOfPassword,
  type KnownDevice,
} from "../../platform/known-devices.ts";
import { networkOf } from "../../platform/network-of.ts";
import { atPasswordPlace, type PasswordPlace } from "../../platform/passwords.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  addressKey,
  countAttempt,
  forgetAttempts,
  uncountAttempt,
  type RateLimit,
} from "../../platform/rate-limits.ts";
import { signInAttemptsKey } from "./operators.rules.ts";
import * as store from "./operators.store.ts";
import { hasFactor, spendCode } from "./second-factor.ts";

export { addOperatorLocally, ensureFirstOperator, resetOperatorLocally } from "./at-the-machine.ts";

const attemptsWindowMinutes = 15;

/** As with customers' sign-in: what strangers use up is their network's alone. */
export const operatorAttemptsMax = {
  device: 10,
  network: 50,
  networkAtAccount: 10,
  codes: 10,
} as const;

/** `device` is what a browser keeps in which the operator had not signed in before. */
export type OpenedSession = { token: string; csrfToken: string; device?: string };

type SignInForm = { email: string; password: string; code?: string | undefined };
type SignInOrigin = { address: string; known: KnownDevice | null };

/** The same answer and time for an unknown operator, a wrong password and a disabled one. */
export async function signInOperator(
  context: Context,
  audit: Audit,
  form: SignInForm,
  { address, known }: SignInOrigin,
): Promise<Outcome<OpenedSession>> {
  const email = form.email.toLowerCase();
  audit.about(email);
  const lane = known === null ? "stranger" : "known";
  return atPasswordPlace(lane, async (place) => {
    const found = await findBySignIn(context, { ...form, email }, { address, known }, place);
    if (!found.ok) return found;
    const operator = found.value;
    audit.by({ operatorId: operator.id, email: operator.email, role: operator.role });
    const ofCodes = codeLimit(operator.id, known);
    const objection = await objectToCode(context, operator, form.code, ofCodes);
    if (objection !== null) return { ok: false, refusal: objection };
    const { reader } = context.database;
    await forgetAttempts(reader, ownLimit(email, address, known).key);
    await forgetAttempts(reader, ofCodes.key);
    const opened = await openSession(context, operator, audit);
    if (!opened.ok || known !== null) return opened;
    await uncountAttempt(reader, addressKey("operator", address));
    const session = opened.value;
    const { password_hash: passwordHash } = operator;
    const kept = { account: email, sessionId: session.token, passwordHash };
    return accept({ ...session, device: deviceToken(context.sealer, "operator", kept) });
  });
}

function openSession(
  { database, operatorSessions }: Context,
  operator: store.StoredOperator,
  audit: Audit,
): Promise<Outcome<OpenedSession>> {
  return transactionUnlessRefused<OpenedSession>(database, async (transaction) => {
    // Another password, another factor or the end of the operator may have come since it was looked at.
    const now = await store.lockOperator(transaction, operator.id);
    const isSame = now?.password_hash === operator.password_hash && now.disabled_at === null;
    if (!isSame) return refuse("wrong_account_or_password");
    if (hasFactor(now) && !hasFactor(operator)) return refuse("code_required");
    const session = await operatorSessions.open(transaction, operator.id);
    await audit.within(transaction, operator.email);
    return accept(session);
  });
}

/** The device that this browser is to the operator; null where it is none, or there is no such operator. */
export async function knownDevice(
  { database, sealer }: Context,
  typed: string,
  devices: DeviceCookies,
): Promise<KnownDevice | null> {
  const email = typed.toLowerCase();
  const device = deviceOfToken(sealer, "operator", email, devices.read(email));
  if (device === null) return null;
  const operator = await store.findOperator(database.reader, email);
  if (operator === undefined) return null;
  return isOfPassword(sealer, "operator", device, operator.password_hash) ? device : null;
}

/** What is used up by failures alone: the device's, or the network's at this account. */
function ownLimit(email: string, address: string, known: KnownDevice | null): RateLimit {
  const { device, networkAtAccount } = operatorAttemptsMax;
  const windowMinutes = attemptsWindowMinutes;
  if (known !== null) {
    return { key: `operator:device:${known.id}`, attemptsMax: device, windowMinutes };
  }
  const key = signInAttemptsKey(email) + networkOf(address);
  return { key, attemptsMax: networkAtAccount, windowMinutes };
}

/** Only who knows the password gets to it: strangers cannot fill it, and many networks guess no code. */
function codeLimit(operatorId: bigint, known: KnownDevice | null): RateLimit {
  const key = `operator:code:${known === null ? operatorId : known.id}`;
  return { key, attemptsMax: operatorAttemptsMax.codes, windowMinutes: attemptsWindowMinutes };
}

async function findBySignIn(
  { database: { reader } }: Context,
  { email, password }: SignInForm,
  { address, known }: SignInOrigin,
  place: PasswordPlace,
): Promise<Outcome<store.StoredOperator>> {
  const ofNetwork = {
    key: addressKey("operator", address),
    attemptsMax: operatorAttemptsMax.network,
    windowMinutes: attemptsWindowMinutes,
  };
  const own = ownLimit(email, address, known);
  const minutes = await countAttempt(reader, known === null ? [ofNetwork, own] : [own]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const operator = await store.findOperator(reader, email);
  const matches = await place.matches(password, operator?.password_hash ?? null);
  if (operator === undefined || !matches || operator.disabled_at !== null) {
    return refuse("wrong_account_or_password");
  }
  return accept(operator);
}

async function objectToCode(
  { database: { reader }, sealer }: Context,
  operator: store.StoredOperator,
  code: string | undefined,
  limit: RateLimit,
): Promise<Refusal | null> {
  if (!hasFactor(operator)) return null;
  if (code === undefined) return { code: "code_required" };
  const minutes = await countAttempt(reader, [limit]);
  if (minutes > 0) return { code: "too_many_tries", params: { minutes: String(minutes) } };
  return (await spendCode(sealer, reader, operator, code)) ? null : { code: "wrong_code" };
}
