import {
  passkeysMax,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addressKey, countTry } from "../../platform/tries.ts";
import {
  countAfter,
  credentialIdOf,
  registeredPasskey,
  registrationOptions,
  signInOptions,
} from "../../platform/webauthn.ts";
import type { OpenedSession } from "./operators.ts";
import { lockOperator } from "./operators.store.ts";
import { withPassword } from "./own-account.ts";
import * as store from "./passkeys.store.ts";

type Begun = CallOutput<OperatorCalls["/api/ops/passkey/sign-in-options"]>;

/** A passkey with user verification is two factors by itself: it signs in without password and code. */
export async function beginPasskeySignIn(
  context: Context,
  host: string,
  address: string,
): Promise<Outcome<Begun>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const options = await signInOptions(host);
  const id = await store.insertChallenge(reader, null, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

export async function finishPasskeySignIn(
  context: Context,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/passkey/sign-in"]>,
  address: string,
): Promise<Outcome<OpenedSession>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const challenge = await store.takeChallenge(reader, form.challenge_id, null);
  if (challenge === undefined) return refuse("challenge_expired");
  const credentialId = credentialIdOf(form.response);
  const passkey = credentialId === null ? undefined : await store.findPasskey(reader, credentialId);
  if (passkey === undefined) return refuse("passkey_not_accepted");
  audit.about(passkey.email);
  const counter = await countAfter(passkey, form.response, challenge);
  if (counter === null) return refuse("passkey_not_accepted");
  const isFirst = await store.useCounter(reader, passkey.id, {
    before: passkey.counter,
    after: counter,
  });
  if (!isFirst) return refuse("passkey_not_accepted");
  audit.by({ operatorId: passkey.operator_id, email: passkey.email, role: passkey.role });
  return accept(await context.operatorSessions.open(passkey.operator_id));
}

export async function beginPasskey(
  context: Context,
  operator: Operator,
  form: { password: string },
  host: string,
): Promise<Outcome<Begun>> {
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  const { reader } = context.database;
  const existing = await store.listPasskeys(reader, operator.operatorId);
  if (existing.length >= passkeysMax) return refuse("passkeys_too_many", tooMany);
  const user = { name: operator.email, id: `operator:${operator.operatorId}` };
  const options = await registrationOptions(host, user, existing);
  const id = await store.insertChallenge(reader, operator.operatorId, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

export async function addPasskey(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/me/passkeys/add"]>,
  host: string,
): Promise<Outcome<{ id: string }>> {
  const { operatorId } = operator;
  const challenge = await store.takeChallenge(
    context.database.reader,
    form.challenge_id,
    operatorId,
  );
  if (challenge === undefined) return refuse("challenge_expired");
  const made = await registeredPasskey(form.response, challenge, host);
  if (made === null) return refuse("passkey_not_accepted");
  return transactionUnlessRefused(context.database, async (transaction) => {
    await lockOperator(transaction, operatorId);
    const existing = await store.listPasskeys(transaction, operatorId);
    if (existing.length >= passkeysMax) return refuse("passkeys_too_many", tooMany);
    const id = await store.insertPasskey(transaction, {
      operatorId,
      credentialId: made.credential_id,
      publicKey: made.public_key,
      counter: made.counter,
      transports: made.transports,
      rpId: made.rp_id,
      name: form.name,
    });
    if (id === undefined) return refuse("passkey_exists");
    await audit.within(transaction, operator.email, { changed: "passkey_added", name: form.name });
    return accept({ id });
  });
}

export async function removePasskey(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: { id: string; password: string },
): Promise<Outcome<Record<string, never>>> {
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const removed = await store.deletePasskey(transaction, operator.operatorId, form.id);
    if (!removed) return refuse("passkey_not_found");
    await audit.within(transaction, operator.email, { changed: "passkey_removed" });
    return accept({});
  });
}

const tooMany = { max: String(passkeysMax) };

/** By address alone: a lock on an account must never shut out its owner's passkey. */
function signInLimit(address: string) {
  return { key: addressKey("operator:passkey", address), triesMax: 200, windowMinutes: 15 };
}
