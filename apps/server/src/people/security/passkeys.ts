import {
  customerPasskeysMax,
  passkeyConfirmHours,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { newRecoveryCodes } from "../../platform/recovery-codes.ts";
import { endOtherProofs, type Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addressKey, countAttempt, uncountAttempt } from "../../platform/rate-limits.ts";
import { registeredPasskey, registrationOptions, signInOptions } from "../../platform/webauthn.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { notifyOfSignIn, type FactorResets } from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import * as store from "./passkeys.store.ts";
import {
  begun,
  lacksProof,
  lockForChange,
  parsed,
  provedPasskey,
  tell,
  withLoginPassword,
  type Begun,
} from "./proofs.ts";
import { objectToHold } from "./reset-holds.ts";
import {
  dropIdleRecoveryCodes,
  loadCustomer,
  lockCustomer,
  replaceRecoveryCodes,
} from "./security.store.ts";

type Input<Path extends keyof Calls> = CheckedInput<Calls[Path]>;

export async function beginPasskey(
  context: Context,
  customer: Customer,
  form: Input<"/user/passkey-options">,
  host: string,
): Promise<Outcome<Begun>> {
  const { customerId, account } = customer;
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  const { reader } = context.database;
  const held = await objectToHold(reader, customerId);
  if (held !== null) return held;
  if (await lacksProof(reader, customer)) return refuse("proof_required");
  const existing = await store.listPasskeys(reader, customerId);
  if (existing.length >= customerPasskeysMax) return refuse("passkeys_too_many", tooMany);
  const user = { name: account, id: `customer:${customerId}` };
  const options = await registrationOptions(host, user, existing);
  return begun(context, { purpose: "registration", customerId }, options);
}

/** Whoever has no codes for recovery is given some: a lost phone must not lock anybody out. */
export async function addPasskey(
  context: Context,
  customer: Customer,
  form: Input<"/user/add-passkey">,
  host: string,
): Promise<Outcome<{ id: string; recovery_codes: string[] }>> {
  const { customerId, sessionId } = customer;
  const { reader } = context.database;
  const asked = { purpose: "registration", customerId } as const;
  const challenge = await store.takeChallenge(reader, form.challenge_id, asked);
  if (challenge === undefined) return refuse("challenge_expired");
  const response = parsed(form.response);
  const made = response === null ? null : await registeredPasskey(response, challenge, host);
  if (made === null) return refuse("passkey_not_accepted");
  return transactionUnlessRefused(context.database, async (transaction) => {
    const allowed = await lockForChange(transaction, customer);
    if (!allowed.ok) return allowed;
    const existing = await store.listPasskeys(transaction, customerId);
    if (existing.length >= customerPasskeysMax) return refuse("passkeys_too_many", tooMany);
    const id = await store.insertPasskey(transaction, { ...made, customerId, name: form.name });
    if (id === undefined) return refuse("passkey_exists");
    await endOtherProofs(transaction, customerId, sessionId);
    await tell(transaction, { customerId, kind: "passkey_added", at: context.clock.now() });
    const { codes_left: left } = await loadCustomer(transaction, customerId);
    return accept({ id, recovery_codes: left > 0 ? [] : await newCodes(transaction, customerId) });
  });
}

/** As they are shown once; the old ones stop working. */
export async function newCodes(transaction: Transaction, customerId: bigint): Promise<string[]> {
  const { shown, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(transaction, customerId, hashes);
  return shown;
}

export async function removePasskey(
  context: Context,
  customer: Customer,
  form: Input<"/user/remove-passkey">,
): Promise<Outcome<Record<string, never>>> {
  const { customerId, sessionId } = customer;
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const allowed = await lockForChange(transaction, customer);
    if (!allowed.ok) return allowed;
    if (!(await store.deletePasskey(transaction, customerId, form.id))) {
      return refuse("passkey_not_found");
    }
    await dropIdleRecoveryCodes(transaction, customerId);
    await endOtherProofs(transaction, customerId, sessionId);
    await tell(transaction, { customerId, kind: "passkey_removed", at: context.clock.now() });
    return accept({});
  });
}

/**
 * With a new login password: whatever passkey the customer does not name is ended, because it may be the one
 * that somebody else added with the old password. The customer is locked.
 */
export async function endPasskeysBut(
  transaction: Transaction,
  { customerId, kept, at }: { customerId: bigint; kept: readonly string[]; at: number },
): Promise<void> {
  const ended = await store.deletePasskeysBut(transaction, customerId, kept);
  await store.confirmPasskeys(transaction, customerId, kept);
  if (ended > 0) await tell(transaction, { customerId, kind: "passkey_removed", at });
}

/**
 * After a reset of the login password: each passkey is listed to its customer, signs in beside the new password
 * alone, and ends where that did not happen in time. Whoever added one with the old password has it in
 * vain, and the owner does not lose theirs. `proved` came with the new one already. The customer is locked.
 */
export async function unconfirmPasskeys(
  transaction: Transaction,
  { customerId, proved, at }: { customerId: bigint; proved: string | null; at: number },
): Promise<void> {
  const but = { proved, hours: passkeyConfirmHours };
  const listed = await store.unconfirmPasskeys(transaction, customerId, but);
  const [first] = listed;
  if (first === undefined) return;
  const event = { customerId, kind: "passkeys_to_confirm", at } as const;
  const names = listed.map(({ name }) => name).join(", ");
  const params = { names, until: new Date(first.confirm_by).toISOString() };
  await recordActivity(transaction, { ...event, params });
  await sendMessage(transaction, { ...event, params, link: "/mine/index" });
}

export async function endLapsedPasskeys(transaction: Transaction, at: number): Promise<void> {
  for (const customerId of await store.deleteLapsedPasskeys(transaction)) {
    await tell(transaction, { customerId, kind: "passkey_removed", at });
  }
}

const tooMany = { max: String(customerPasskeysMax) };

/** A sign-in is counted as it begins and as it ends; one that succeeds is no attempt of a guesser. */
const countedSteps = 2;

/** By address alone: a lock on an account must never shut out its owner's passkey. */
function passkeyLimit(address: string) {
  return { key: addressKey("customer:passkey", address), attemptsMax: 200, windowMinutes: 15 };
}

export async function beginPasskeySignIn(
  context: Context,
  host: string,
  address: string,
): Promise<Outcome<Begun>> {
  const minutes = await countAttempt(context.database.reader, [passkeyLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return begun(context, { purpose: "sign_in", customerId: null }, await signInOptions(host));
}

/** A passkey is two factors by itself: it needs neither password nor code. */
export async function finishPasskeySignIn(
  context: Context,
  form: Input<"/user/passkey-sign-in">,
  { address, device, host }: { address: string; device: string; host: string },
  { end: endFactorReset }: Pick<FactorResets, "end">,
): Promise<Outcome<{ token: string; account: string }>> {
  const { reader } = context.database;
  const minutes = await countAttempt(reader, [passkeyLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const asked = { purpose: "sign_in", customerId: null } as const;
  const challenge = await store.takeChallenge(reader, form.challenge_id, asked);
  if (challenge === undefined) return refuse("challenge_expired");
  const passkey = await provedPasskey(context, form.response, { challenge, host });
  if (passkey === null) return refuse("passkey_not_accepted");
  const customerId = passkey.customer_id;
  return transactionUnlessRefused(context.database, async (transaction) => {
    // A change of the password may have ended it, and all sessions, since it was looked at.
    await lockCustomer(transaction, customerId);
    const current = await store.findPasskey(transaction, passkey.credential_id);
    if (current?.id !== passkey.id) return refuse("passkey_not_accepted");
    if (current.confirm_by !== null) return refuse("passkey_unconfirmed");
    const { state, account } = await loadCustomer(transaction, customerId);
    if (state === "banned") return refuse("account_banned");
    await endFactorReset(transaction, customerId, context.clock.now());
    await notifyOfSignIn(context, transaction, customerId, device);
    await uncountAttempt(transaction, passkeyLimit(address).key, countedSteps);
    return accept({ token: await context.sessions.open(transaction, customerId, device), account });
  });
}
