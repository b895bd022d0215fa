import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { endOperatorSessions } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { DeviceCookies } from "../../platform/http/device-cookies.ts";
import {
  deviceOfToken,
  deviceToken,
  isOfPassword,
  type KnownDevice,
} from "../../platform/known-devices.ts";
import { networkOf } from "../../platform/network-of.ts";
import {
  atPasswordPlace,
  hashPassword,
  passwordMatches,
  type PasswordPlace,
} from "../../platform/passwords.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  addressKey,
  countAttempt,
  forgetAttempts,
  type RateLimit,
} from "../../platform/rate-limits.ts";
import { makeOneTimePassword, startAnew } from "./one-time-passwords.ts";
import { signInAttemptsKey } from "./operators.rules.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import * as store from "./operators.store.ts";
import { hasFactor, spendCode } from "./second-factor.ts";

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
    const opened = await openSession(context, operator);
    if (!opened.ok || known !== null) return opened;
    const session = opened.value;
    const { password_hash: passwordHash } = operator;
    const kept = { account: email, sessionId: session.token, passwordHash };
    return accept({ ...session, device: deviceToken(context.sealer, "operator", kept) });
  });
}

function openSession(
  { database, operatorSessions }: Context,
  operator: store.StoredOperator,
): Promise<Outcome<OpenedSession>> {
  return transactionUnlessRefused<OpenedSession>(database, async (transaction) => {
    // Another password, another factor or the end of the operator may have come since it was looked at.
    const now = await store.lockOperator(transaction, operator.id);
    const isSame = now?.password_hash === operator.password_hash && now.disabled_at === null;
    if (!isSame) return refuse("wrong_account_or_password");
    if (hasFactor(now) && !hasFactor(operator)) return refuse("code_required");
    return accept(await operatorSessions.open(transaction, operator.id));
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

/**
 * The first operator: the environment's, or one with a password that is printed once, never stored, and
 * has to be changed. Where an operator exists, nothing changes, unless the environment names another
 * password than before.
 */
export async function ensureFirstOperator(
  context: Pick<Context, "database" | "auditLog">,
  configured: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null }> {
  const reader = context.database.reader;
  const email = (configured.email ?? "operator@sanshi.example").toLowerCase();
  const existing = await store.findOperator(reader, email);
  if (existing !== undefined) {
    if (configured.password !== null)
      await followEnvironment(context, existing, configured.password);
    return { email, password: null };
  }
  const password = configured.password ?? randomBytes(12).toString("base64url");
  const passwordHash = await hashPassword(password);
  // The very first is where the log begins; one more has come past the other operators.
  const isFirst = (await store.listOperators(reader)).length === 0;
  await context.database.transaction(async (transaction) => {
    await store.insertOperator(transaction, {
      email,
      passwordHash,
      environmentPasswordHash: configured.password === null ? null : passwordHash,
      role: "administrator",
      passwordChangeRequired: configured.password === null,
      disabled: false,
    });
    if (!isFirst) await auditEnvironment(context, transaction, email, "operator_created");
  });
  return { email, password: configured.password === null ? password : null };
}

/** Whoever sets the environment has gone round the operators: their log says so. */
function auditEnvironment(
  { auditLog }: Pick<Context, "auditLog">,
  transaction: Transaction,
  subject: string,
  changed: "operator_created" | "operator_password",
): Promise<void> {
  return auditLog.appendWithin(transaction, {
    ...{ operatorId: null, operator: null, role: null },
    ...{ address: "local", method: "START", path: "environment" },
    ...{ subject, outcome: "ok", details: { changed } },
  });
}

async function followEnvironment(
  { database, auditLog }: Pick<Context, "database" | "auditLog">,
  operator: store.StoredOperator,
  password: string,
): Promise<void> {
  const known = operator.environment_password_hash ?? operator.password_hash;
  if (await passwordMatches(password, known)) {
    if (operator.environment_password_hash === null) {
      await store.noteEnvironmentPassword(database.reader, operator.id, known);
    }
    return;
  }
  const hash = await hashPassword(password);
  await database.transaction(async (transaction) => {
    await store.setEnvironmentPassword(transaction, operator.id, hash);
    // Whoever knew the old password is out.
    await endOperatorSessions(transaction, operator.id);
    await auditEnvironment({ auditLog }, transaction, operator.email, "operator_password");
  });
}

/**
 * For whoever has the machine, where nobody is left who could reset an operator: answers the one-time
 * password, which is kept nowhere else. Null where there is no such operator, or they were disabled.
 */
export async function resetOperatorLocally(
  { database, auditLog }: Pick<Context, "database" | "auditLog">,
  email: string,
): Promise<string | null> {
  const { firstHalf, secondHalf, hash } = await makeOneTimePassword();
  const isDone = await database.transaction(async (transaction) => {
    const found = await store.findOperator(transaction, email.toLowerCase());
    if (found === undefined || found.disabled_at !== null) return false;
    await startAnew(transaction, found.id, hash);
    await auditLog.appendWithin(transaction, {
      ...{ operatorId: null, operator: null, role: null },
      ...{ address: "local", method: "COMMAND", path: "reset-operator" },
      ...{ subject: found.email, outcome: "ok", details: { changed: "operator_reset" } },
    });
    return true;
  });
  if (!isDone) return null;
  await auditLog.settled();
  return firstHalf + secondHalf;
}
