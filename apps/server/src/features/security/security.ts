import {
  customerPasskeysMax,
  proofMinutes,
  type CallOutput,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { passwordMatches } from "../../platform/passwords.ts";
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  normaliseCode,
} from "../../platform/recovery-codes.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { newTotpSecret, otpauthUrl, stepOfCode, toBase32 } from "../../platform/totp.ts";
import { addressKey, countTry, forgetTries } from "../../platform/tries.ts";
import {
  countAfter,
  credentialIdOf,
  registeredPasskey,
  registrationOptions,
  signInOptions,
} from "../../platform/webauthn.ts";
import { recordActivity, tellSignIn } from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import * as store from "./security.store.ts";
import type { StoredCustomer, StoredPasskey } from "./security.store.ts";

type Done = Outcome<Record<string, never>>;
type Input<Path extends keyof Calls> = CheckedInput<Calls[Path]>;

/** Every factor and every look at the login password here counts as a try. */
function tryLimit(customerId: bigint) {
  return { key: `second-factor:${customerId}`, triesMax: 10, windowMinutes: 15 };
}

export async function securityOf(
  { database }: Context,
  { customerId, sessionId }: Customer,
): Promise<CallOutput<Calls["/user/security"]>> {
  const { reader } = database;
  const [customer, passkeys, proof] = await Promise.all([
    store.loadCustomer(reader, customerId),
    store.listPasskeys(reader, customerId),
    store.proofOf(reader, customerId, sessionId, proofMinutes),
  ]);
  return {
    totp: customer.totp_confirmed_at !== null,
    recovery_codes_left: customer.codes_left,
    passkeys: passkeys.map(({ id, name, added_at, last_used_at }) => ({
      id,
      name,
      added_at: iso(added_at),
      last_used_at: last_used_at === null ? null : iso(last_used_at),
    })),
    proved_until: proof.proved_until === null ? null : iso(proof.proved_until),
  };
}

export async function beginTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-begin">,
): Promise<Outcome<{ secret: string; otpauth_url: string }>> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  const secret = newTotpSecret();
  const sealed = context.sealer.seal(secret, totpPurpose(customer.customerId));
  const begun = await store.setTotpSecret(context.database.reader, customer.customerId, sealed);
  if (!begun) return refuse("totp_already_set");
  return accept({ secret: toBase32(secret), otpauth_url: otpauthUrl(secret, customer.account) });
}

export async function confirmTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-confirm">,
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const { customerId } = customer;
  const minutes = await countTry(context.database.reader, [tryLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return transactionUnlessRefused(context.database, async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    const stored = await store.loadCustomer(transaction, customerId);
    if (stored.totp_secret === null) return refuse("totp_not_set");
    if (stored.totp_confirmed_at !== null) return refuse("totp_already_set");
    if (!(await spendCode(context, transaction, stored, form.code))) return refuse("wrong_code");
    await store.confirmTotp(transaction, customerId);
    const { shown, hashes } = newRecoveryCodes();
    await store.replaceRecoveryCodes(transaction, customerId, hashes);
    await tell(context, transaction, customerId, "totp_set");
    return accept({ recovery_codes: shown });
  });
}

export async function removeTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-remove">,
): Promise<Done> {
  const { customerId } = customer;
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    const stored = await store.loadCustomer(transaction, customerId);
    if (stored.totp_confirmed_at === null) return refuse("totp_not_set");
    if (!(await spendCode(context, transaction, stored, form.code))) return refuse("wrong_code");
    await store.removeTotp(transaction, customerId);
    await tell(context, transaction, customerId, "totp_removed");
    return accept({});
  });
}

/** Whether a code of the authenticator app, or one for recovery, is right; each works once. */
async function spendCode(
  { sealer }: Pick<Context, "sealer">,
  reader: Reader,
  customer: StoredCustomer,
  typed: string,
): Promise<boolean> {
  if (customer.totp_secret === null) return false;
  const code = normaliseCode(typed);
  const secret = sealer.open(customer.totp_secret, totpPurpose(customer.id));
  const step = stepOfCode(secret, code, customer.now, customer.totp_last_step);
  if (step !== null) return store.useTotpStep(reader, customer.id, step);
  if (customer.totp_confirmed_at === null) return false;
  return store.useRecoveryCode(reader, customer.id, hashOfRecoveryCode(code));
}

/** What the secret is sealed for: another customer's row does not open it. */
function totpPurpose(customerId: bigint): string {
  return `customer_totp:${customerId}`;
}

type Begun = { challenge_id: string; options: string };

export async function beginPasskey(
  context: Context,
  customer: Customer,
  form: Input<"/user/passkey-options">,
  host: string,
): Promise<Outcome<Begun>> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  const { reader } = context.database;
  const existing = await store.listPasskeys(reader, customer.customerId);
  if (existing.length >= customerPasskeysMax) return refuse("passkeys_too_many", tooMany);
  const user = { name: customer.account, id: `customer:${customer.customerId}` };
  return begun(context, customer.customerId, await registrationOptions(host, user, existing));
}

export async function addPasskey(
  context: Context,
  { customerId }: Customer,
  form: Input<"/user/add-passkey">,
  host: string,
): Promise<Outcome<{ id: string }>> {
  const { reader } = context.database;
  const challenge = await store.takeChallenge(reader, form.challenge_id, customerId);
  if (challenge === undefined) return refuse("challenge_expired");
  const response = parsed(form.response);
  const made = response === null ? null : await registeredPasskey(response, challenge, host);
  if (made === null) return refuse("passkey_not_accepted");
  return transactionUnlessRefused(context.database, async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    const existing = await store.listPasskeys(transaction, customerId);
    if (existing.length >= customerPasskeysMax) return refuse("passkeys_too_many", tooMany);
    const id = await store.insertPasskey(transaction, { ...made, customerId, name: form.name });
    if (id === undefined) return refuse("passkey_exists");
    await tell(context, transaction, customerId, "passkey_added");
    return accept({ id });
  });
}

export async function removePasskey(
  context: Context,
  customer: Customer,
  form: Input<"/user/remove-passkey">,
): Promise<Done> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    if (!(await store.deletePasskey(transaction, customer.customerId, form.id))) {
      return refuse("passkey_not_found");
    }
    await tell(context, transaction, customer.customerId, "passkey_removed");
    return accept({});
  });
}

const tooMany = { max: String(customerPasskeysMax) };

/** By address alone: a lock on an account must never shut out its owner's passkey. */
function passkeyLimit(address: string) {
  return { key: addressKey("customer:passkey", address), triesMax: 200, windowMinutes: 15 };
}

export async function beginPasskeySignIn(
  context: Context,
  host: string,
  address: string,
): Promise<Outcome<Begun>> {
  const minutes = await countTry(context.database.reader, [passkeyLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return begun(context, null, await signInOptions(host));
}

/** A passkey is two factors by itself: it needs neither password nor code. */
export async function finishPasskeySignIn(
  context: Context,
  form: Input<"/user/passkey-sign-in">,
  { address, device }: { address: string; device: string },
): Promise<Outcome<{ token: string; account: string }>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [passkeyLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const challenge = await store.takeChallenge(reader, form.challenge_id, null);
  if (challenge === undefined) return refuse("challenge_expired");
  const passkey = await provedPasskey(context, form.response, challenge);
  if (passkey === null) return refuse("passkey_not_accepted");
  const { state, account } = await store.loadCustomer(reader, passkey.customer_id);
  if (state === "banned") return refuse("account_banned");
  const token = await context.database.transaction(async (transaction) => {
    await tellSignIn(context, transaction, passkey.customer_id, device);
    return context.sessions.open(transaction, passkey.customer_id, device);
  });
  return accept({ token, account });
}

/** The passkey that this answer proves; null where it proves none, or a second time. */
async function provedPasskey(
  { database }: Context,
  text: string,
  challenge: string,
): Promise<StoredPasskey | null> {
  const response = parsed(text);
  const credentialId = response === null ? null : credentialIdOf(response);
  if (response === null || credentialId === null) return null;
  const passkey = await store.findPasskey(database.reader, credentialId);
  if (passkey === undefined) return null;
  const after = await countAfter(passkey, response, challenge);
  if (after === null) return null;
  const counter = { before: passkey.counter, after };
  return (await store.useCounter(database.reader, passkey.id, counter)) ? passkey : null;
}

export async function beginProof(
  context: Context,
  { customerId }: Customer,
  host: string,
): Promise<Outcome<Begun>> {
  const minutes = await countTry(context.database.reader, [tryLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return begun(context, customerId, await signInOptions(host));
}

/** Proves a factor; for some minutes of this session nothing more is asked for. */
export async function prove(
  context: Context,
  { customerId, sessionId }: Customer,
  form: Input<"/user/prove">,
): Promise<Outcome<{ proved_until: string }>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [tryLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if (form.response === undefined) {
    const stored = await store.loadCustomer(reader, customerId);
    const isRight =
      stored.totp_confirmed_at !== null &&
      (await spendCode(context, reader, stored, form.code ?? ""));
    if (!isRight) return refuse("wrong_code");
  } else {
    const id = form.challenge_id;
    const challenge =
      id === undefined ? undefined : await store.takeChallenge(reader, id, customerId);
    if (challenge === undefined) return refuse("challenge_expired");
    const passkey = await provedPasskey(context, form.response, challenge);
    if (passkey?.customer_id !== customerId) return refuse("passkey_not_accepted");
  }
  await forgetTries(reader, tryLimit(customerId).key);
  return accept({ proved_until: iso(await store.noteProof(reader, sessionId, proofMinutes)) });
}

/** Before money leaves, or where it can leave to changes: whoever has a second factor proves it. */
export async function lacksProof(
  reader: Reader,
  { customerId, sessionId }: Pick<Customer, "customerId" | "sessionId">,
): Promise<boolean> {
  const proof = await store.proofOf(reader, customerId, sessionId, proofMinutes);
  return proof.has_factor && proof.proved_until === null;
}

/** At sign-in with a password: null where no code is asked for, or the right one was given. */
export async function objectToCode(
  context: Pick<Context, "database" | "sealer">,
  customerId: bigint,
  code: string | undefined,
): Promise<"code_required" | "wrong_code" | null> {
  const stored = await store.loadCustomer(context.database.reader, customerId);
  if (stored.totp_confirmed_at === null) return null;
  if (code === undefined || code === "") return "code_required";
  return (await spendCode(context, context.database.reader, stored, code)) ? null : "wrong_code";
}

/** The button for whoever fears that somebody else is in: nothing trades or leaves any more. */
export async function freezeOwnAccount(
  context: Context,
  customer: Customer,
  form: Input<"/user/freeze-account">,
): Promise<Done> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    if (!(await store.freeze(transaction, customer.customerId))) return refuse("account_frozen");
    await tell(context, transaction, customer.customerId, "frozen_by_customer");
    return accept({});
  });
}

type Told =
  | "totp_set"
  | "totp_removed"
  | "passkey_added"
  | "passkey_removed"
  | "frozen_by_customer";

/** The customer reads of it in two places: among their messages, and in the account's history. */
async function tell(
  context: Context,
  transaction: Transaction,
  customerId: bigint,
  kind: Told,
): Promise<void> {
  const at = context.clock.now();
  await recordActivity(transaction, { customerId, kind, at });
  await sendMessage(transaction, { customerId, kind, link: "/mine/index", at });
}

async function withLoginPassword(
  { database }: Context,
  { customerId }: Customer,
  password: string,
): Promise<Outcome<StoredCustomer>> {
  const minutes = await countTry(database.reader, [tryLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadCustomer(database.reader, customerId);
  if (!(await passwordMatches(password, stored.password_hash))) {
    return refuse("wrong_login_password");
  }
  await forgetTries(database.reader, tryLimit(customerId).key);
  return accept(stored);
}

async function begun(
  { database }: Context,
  customerId: bigint | null,
  options: { challenge: string },
): Promise<Outcome<Begun>> {
  const id = await store.insertChallenge(database.reader, customerId, options.challenge);
  return accept({ challenge_id: id, options: JSON.stringify(options) });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const iso = (at: number) => new Date(at).toISOString();
