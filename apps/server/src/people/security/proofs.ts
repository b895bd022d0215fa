import {
  proofMinutes,
  signInProofMinutes,
  type CallOutput,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { passwordMatches } from "../../platform/passwords.ts";
import { hashOfRecoveryCode, normaliseCode } from "../../platform/recovery-codes.ts";
import { noteProof, type Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { stepOfCode } from "../../platform/totp.ts";
import { countAttempt, forgetAttempts } from "../../platform/rate-limits.ts";
import { credentialIdOf, provenUse, signInOptions } from "../../platform/webauthn.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../messages/messages.ts";
import * as passkeys from "./passkeys.store.ts";
import type { Purpose, StoredPasskey } from "./passkeys.store.ts";
import { objectToHold } from "./reset-holds.ts";
import * as store from "./security.store.ts";
import type { StoredCustomer } from "./security.store.ts";

export type Begun = CallOutput<Calls["/user/proof-options"]>;

/** Guesses at a code. */
export function codeLimit(customerId: bigint) {
  return { key: `second-factor:${customerId}`, attemptsMax: 10, windowMinutes: 15 };
}

/** Apart from the codes': whoever knows the password has no more guesses at a code for it. */
function passwordLimit(customerId: bigint) {
  return { key: `factor-password:${customerId}`, attemptsMax: 10, windowMinutes: 15 };
}

/** Whoever is at a screen that was left open does not know the password. */
export async function withLoginPassword(
  { database }: Pick<Context, "database">,
  { customerId }: Customer,
  password: string,
): Promise<Outcome<StoredCustomer>> {
  const minutes = await countAttempt(database.reader, [passwordLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadCustomer(database.reader, customerId);
  if (!(await passwordMatches(password, stored.password_hash))) {
    return refuse("wrong_login_password");
  }
  await forgetAttempts(database.reader, passwordLimit(customerId).key);
  return accept(stored);
}

/** Before money leaves, or where it can leave to changes: whoever has a second factor proves it. */
export async function lacksProof(
  reader: Reader,
  { customerId, sessionId }: Pick<Customer, "customerId" | "sessionId">,
): Promise<boolean> {
  if ((await store.provedUntil(reader, sessionId, proofMinutes)) !== null) return false;
  return store.hasFactor(reader, customerId);
}

/**
 * Before where money can leave to changes: whoever has no second factor proves the login password, by having
 * signed in lately or by typing it again. A token that was taken from somebody's device is neither.
 */
export async function objectToProof(
  reader: Reader,
  customer: Pick<Customer, "customerId" | "sessionId">,
): Promise<"proof_required" | "password_proof_required" | null> {
  const { customerId, sessionId } = customer;
  if ((await store.provedUntil(reader, sessionId, proofMinutes)) !== null) return null;
  if (await store.hasFactor(reader, customerId)) return "proof_required";
  const isFresh = await store.isFreshSession(reader, sessionId, signInProofMinutes);
  return isFresh ? null : "password_proof_required";
}

/**
 * Before a factor is added, removed or replaced: whoever has one proves one, so that the password alone
 * changes none. In the transaction that changes it, with the customer locked: of two who add a first one
 * at once the second has to prove the other's.
 */
export async function lockForChange(
  transaction: Transaction,
  customer: Pick<Customer, "customerId" | "sessionId">,
): Promise<Outcome<null>> {
  await store.lockCustomer(transaction, customer.customerId);
  const held = await objectToHold(transaction, customer.customerId);
  if (held !== null) return held;
  return (await lacksProof(transaction, customer)) ? refuse("proof_required") : accept(null);
}

/** Whether a code of the authenticator app that is on, or one for recovery, is right; each works once. */
export async function spendCode(
  context: Pick<Context, "sealer">,
  reader: Reader,
  customer: StoredCustomer,
  typed: string,
): Promise<boolean> {
  // One that was only begun proves nothing: whoever knows the password can begin one.
  if (customer.totp_confirmed_at !== null && (await spendTotp(context, reader, customer, typed))) {
    return true;
  }
  return store.useRecoveryCode(reader, customer.id, hashOfRecoveryCode(normaliseCode(typed)));
}

/** Whether a code of the authenticator app is right, also of one that is being set up. */
export async function spendTotp(
  { sealer }: Pick<Context, "sealer">,
  reader: Reader,
  customer: StoredCustomer,
  typed: string,
): Promise<boolean> {
  if (customer.totp_secret === null) return false;
  const secret = sealer.open(customer.totp_secret, totpPurpose(customer.id));
  const { now, machine_now: machineNow, totp_last_step: lastStep } = customer;
  const step = stepOfCode(secret, normaliseCode(typed), { now, machineNow }, lastStep);
  return step !== null && store.useTotpStep(reader, customer.id, step);
}

/** What the secret is sealed for: another customer's row does not open it. */
export function totpPurpose(customerId: bigint): string {
  return `customer_totp:${customerId}`;
}

/** The passkey that this answer on a page of `host` proves; null where it proves none, or a second time. */
export async function provedPasskey(
  { database }: Pick<Context, "database">,
  text: string,
  site: { challenge: string; host: string },
): Promise<StoredPasskey | null> {
  const response = parsed(text);
  const credentialId = response === null ? null : credentialIdOf(response);
  if (response === null || credentialId === null) return null;
  const passkey = await passkeys.findPasskey(database.reader, credentialId);
  if (passkey === undefined) return null;
  const use = await provenUse(passkey, response, site);
  if (use === null) return null;
  return (await passkeys.notePasskeyUse(database.reader, passkey, use)) ? passkey : null;
}

export async function beginProof(
  context: Context,
  { customerId }: Customer,
  host: string,
): Promise<Outcome<Begun>> {
  const minutes = await countAttempt(context.database.reader, [codeLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return begun(context, { purpose: "proof", customerId }, await signInOptions(host));
}

/** Proves a factor; for some minutes of this session nothing more is asked for. */
export async function prove(
  context: Context,
  customer: Customer,
  form: CheckedInput<Calls["/user/prove"]>,
  host: string,
): Promise<Outcome<{ proved_until: string }>> {
  const { customerId, sessionId } = customer;
  const { reader } = context.database;
  if (form.login_password !== undefined) {
    // Whoever has a second factor proves that one: the password alone opens nothing of theirs.
    if (await store.hasFactor(reader, customerId)) return refuse("proof_required");
    const known = await withLoginPassword(context, customer, form.login_password);
    if (!known.ok) return known;
    return accept({ proved_until: iso(await noteProof(reader, sessionId, proofMinutes)) });
  }
  const minutes = await countAttempt(reader, [codeLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if (form.response === undefined) {
    const stored = await store.loadCustomer(reader, customerId);
    if (!(await spendCode(context, reader, stored, form.code ?? ""))) return refuse("wrong_code");
  } else {
    const id = form.challenge_id;
    const asked = { purpose: "proof", customerId } as const;
    const challenge =
      id === undefined ? undefined : await passkeys.takeChallenge(reader, id, asked);
    if (challenge === undefined) return refuse("challenge_expired");
    const passkey = await provedPasskey(context, form.response, { challenge, host });
    if (passkey?.customer_id !== customerId) return refuse("passkey_not_accepted");
    // Whoever is in since a reset came in with the new password.
    await passkeys.confirmPasskeys(reader, customerId, [passkey.id]);
  }
  await forgetAttempts(reader, codeLimit(customerId).key);
  return accept({ proved_until: iso(await noteProof(reader, sessionId, proofMinutes)) });
}

/** Keeps what a passkey is to sign, and answers it. */
export async function begun(
  { database }: Pick<Context, "database">,
  asked: { purpose: Purpose; customerId: bigint | null },
  options: { challenge: string },
): Promise<Outcome<Begun>> {
  const id = await passkeys.insertChallenge(database.reader, asked, options.challenge);
  return accept({ challenge_id: id, options: JSON.stringify(options) });
}

export type Told =
  | "totp_set"
  | "totp_removed"
  | "passkey_added"
  | "passkey_removed"
  | "recovery_codes_renewed"
  | "frozen_by_customer";

/** The customer reads of it in two places: among their messages, and in the account's history. */
export async function tell(
  transaction: Transaction,
  event: { customerId: bigint; kind: Told; at: number },
): Promise<void> {
  await recordActivity(transaction, event);
  await sendMessage(transaction, { ...event, link: "/mine/index" });
}

export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const iso = (at: number) => new Date(at).toISOString();
