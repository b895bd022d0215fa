import {
  passkeysMax,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { endOtherOperatorProofs } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addressKey, countAttempt, uncountAttempt } from "../../platform/rate-limits.ts";
import { registeredPasskey, registrationOptions, signInOptions } from "../../platform/webauthn.ts";
import type { OpenedSession } from "./operators.ts";
import { dropIdleRecoveryCodes, lockOperator } from "./operators.store.ts";
import { withPassword } from "./own-account.ts";
import * as store from "./passkeys.store.ts";
import {
  lacksProof,
  lockForChange,
  provedPasskey,
  renewRecoveryCodes,
  type AtSession,
} from "./second-factor.ts";

type Begun = CallOutput<OperatorCalls["/api/ops/passkey/sign-in-options"]>;

/** A passkey with user verification is two factors by itself: it signs in without password and code. */
export async function beginPasskeySignIn(
  context: Context,
  host: string,
  address: string,
): Promise<Outcome<Begun>> {
  const { reader } = context.database;
  const minutes = await countAttempt(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const options = await signInOptions(host);
  const id = await store.insertChallenge(
    reader,
    { purpose: "sign_in", operatorId: null },
    options.challenge,
  );
  return accept({ challenge_id: id, options: { ...options } });
}

export async function finishPasskeySignIn(
  context: Context,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/passkey/sign-in"]>,
  { address, host }: { address: string; host: string },
): Promise<Outcome<OpenedSession>> {
  const { reader } = context.database;
  const minutes = await countAttempt(reader, [signInLimit(address)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const asked = { purpose: "sign_in", operatorId: null } as const;
  const challenge = await store.takeChallenge(reader, form.challenge_id, asked);
  if (challenge === undefined) return refuse("challenge_expired");
  const passkey = await provedPasskey(reader, form.response, { challenge, host });
  if (passkey === null) return refuse("passkey_not_accepted");
  audit.about(passkey.email);
  audit.by({ operatorId: passkey.operator_id, email: passkey.email, role: passkey.role });
  return transactionUnlessRefused(context.database, async (transaction) => {
    // A change of the password may have ended it, and all sessions, since it was looked at.
    await lockOperator(transaction, passkey.operator_id);
    const current = await store.findPasskey(transaction, passkey.credential_id);
    if (current?.id !== passkey.id) return refuse("passkey_not_accepted");
    await uncountAttempt(transaction, signInLimit(address).key, countedSteps);
    const session = await context.operatorSessions.open(transaction, passkey.operator_id);
    await audit.within(transaction, passkey.email);
    return accept(session);
  });
}

export async function beginPasskey(
  context: Context,
  { operator, token }: AtSession,
  form: { password: string },
  host: string,
): Promise<Outcome<Begun>> {
  const { operatorId, email } = operator;
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  const { reader } = context.database;
  if (await lacksProof(reader, known.value, token)) return refuse("proof_required");
  const existing = await store.listPasskeys(reader, operatorId);
  if (existing.length >= passkeysMax) return refuse("passkeys_too_many", tooMany);
  const options = await registrationOptions(
    host,
    { name: email, id: `operator:${operatorId}` },
    existing,
  );
  const asked = { purpose: "registration", operatorId } as const;
  const id = await store.insertChallenge(reader, asked, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

/** Whoever has no codes for recovery is given some: a lost phone must not lock anybody out. */
export async function addPasskey(
  context: Context,
  { operator, token }: AtSession,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/me/passkeys/add"]>,
  host: string,
): Promise<Outcome<{ id: string; recovery_codes: string[] }>> {
  const { operatorId, email } = operator;
  const asked = { purpose: "registration", operatorId } as const;
  const challenge = await store.takeChallenge(context.database.reader, form.challenge_id, asked);
  if (challenge === undefined) return refuse("challenge_expired");
  const made = await registeredPasskey(form.response, challenge, host);
  if (made === null) return refuse("passkey_not_accepted");
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { stored, isProved } = await lockForChange(transaction, { operator, token });
    if (!isProved) return refuse("proof_required");
    if (stored.passkeys >= passkeysMax) return refuse("passkeys_too_many", tooMany);
    const id = await store.insertPasskey(transaction, { ...made, operatorId, name: form.name });
    if (id === undefined) return refuse("passkey_exists");
    await endOtherOperatorProofs(transaction, operatorId, token);
    await audit.within(transaction, email, { changed: "passkey_added", name: form.name });
    const codes = stored.codes_left > 0 ? [] : await renewRecoveryCodes(transaction, operatorId);
    return accept({ id, recovery_codes: codes });
  });
}

export async function removePasskey(
  context: Context,
  { operator, token }: AtSession,
  audit: Audit,
  form: { id: string; password: string },
): Promise<Outcome<Record<string, never>>> {
  const { operatorId, email } = operator;
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { isProved } = await lockForChange(transaction, { operator, token });
    if (!isProved) return refuse("proof_required");
    const removed = await store.deletePasskey(transaction, operatorId, form.id);
    if (!removed) return refuse("passkey_not_found");
    await dropIdleRecoveryCodes(transaction, operatorId);
    await endOtherOperatorProofs(transaction, operatorId, token);
    await audit.within(transaction, email, { changed: "passkey_removed" });
    return accept({});
  });
}

const tooMany = { max: String(passkeysMax) };

/** A sign-in is counted as it begins and as it ends; one that succeeds is no attempt of a guesser. */
const countedSteps = 2;

/** By address alone: a lock on an account must never shut out its owner's passkey. */
function signInLimit(address: string) {
  return { key: addressKey("operator:passkey", address), attemptsMax: 200, windowMinutes: 15 };
}
