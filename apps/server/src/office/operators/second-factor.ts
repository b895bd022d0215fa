import {
  operatorProofMinutes,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import {
  noteOperatorProof,
  operatorProvedUntil,
  type Operator,
} from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  normaliseCode,
} from "../../platform/recovery-codes.ts";
import type { Sealer } from "../../platform/sealing/sealer.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { stepOfCode } from "../../platform/totp.ts";
import { countAttempt, forgetAttempts } from "../../platform/rate-limits.ts";
import { credentialIdOf, provenUse, signInOptions } from "../../platform/webauthn.ts";
import * as store from "./operators.store.ts";
import type { StoredOperator } from "./operators.store.ts";
import * as passkeys from "./passkeys.store.ts";

/** An operator at one of their sessions. */
export type AtSession = { operator: Operator; token: string };

/** Guesses at a code, apart from those at the password: who knows that has no more of these for it. */
export function codeLimit({ operatorId }: Operator) {
  return { key: `operator:factor:${operatorId}`, attemptsMax: 10, windowMinutes: 15 };
}

/**
 * What a sign-in asks for beside the password. Codes for recovery count by themselves: they are what is left
 * where a change of the password has ended the last passkey.
 */
export function hasFactor(operator: StoredOperator): boolean {
  return operator.totp_confirmed_at !== null || operator.passkeys > 0 || operator.codes_left > 0;
}

/** Whether the operator has a factor that this session has not proved lately. */
export async function lacksProof(
  reader: Reader,
  stored: StoredOperator,
  token: string,
): Promise<boolean> {
  if (!hasFactor(stored)) return false;
  return (await operatorProvedUntil(reader, token, operatorProofMinutes)) === null;
}

/**
 * Before a factor is added, removed or replaced: whoever has one proves one, so that the password alone
 * changes none. In the transaction that changes it, with the operator locked: of two who add a first one at
 * once the second has to prove the other's.
 */
export async function lockForChange(
  transaction: Transaction,
  { operator, token }: AtSession,
): Promise<{ stored: StoredOperator; isProved: boolean }> {
  const stored = await store.lockOperator(transaction, operator.operatorId);
  if (stored === undefined) throw new Error("a session without an operator");
  return { stored, isProved: !(await lacksProof(transaction, stored, token)) };
}

/** Whether a code of the authenticator app that is on, or one for recovery, is right; each works once. */
export async function spendCode(
  sealer: Sealer,
  reader: Reader,
  operator: StoredOperator,
  typed: string,
): Promise<boolean> {
  // One that was only begun proves nothing: whoever knows the password can begin one.
  if (operator.totp_confirmed_at !== null && (await spendTotp(sealer, reader, operator, typed))) {
    return true;
  }
  return store.useRecoveryCode(reader, operator.id, hashOfRecoveryCode(normaliseCode(typed)));
}

/** Whether a code of the authenticator app is right, also of one that is being set up. */
export async function spendTotp(
  sealer: Sealer,
  reader: Reader,
  operator: StoredOperator,
  typed: string,
): Promise<boolean> {
  if (operator.totp_secret === null) return false;
  const secret = sealer.open(operator.totp_secret, totpPurpose(operator.id));
  const { now, machine_now: machineNow, totp_last_step: lastStep } = operator;
  const step = stepOfCode(secret, normaliseCode(typed), { now, machineNow }, lastStep);
  return step !== null && store.useTotpStep(reader, operator.id, step);
}

/** What an authenticator app's secret is sealed for: another operator's row does not open it. */
export function totpPurpose(operatorId: bigint): string {
  return `operator_totp:${operatorId}`;
}

/** New ones, as they are shown once; the old ones stop working. */
export async function renewRecoveryCodes(
  transaction: Transaction,
  operatorId: bigint,
): Promise<string[]> {
  const { shown, hashes } = newRecoveryCodes();
  await store.replaceRecoveryCodes(transaction, operatorId, hashes);
  return shown;
}

export type Begun = CallOutput<OperatorCalls["/api/ops/me/proof-options"]>;

export async function beginProof(
  { database: { reader } }: Context,
  operator: Operator,
  host: string,
): Promise<Outcome<Begun>> {
  const minutes = await countAttempt(reader, [codeLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const options = await signInOptions(host);
  const asked = { purpose: "proof", operatorId: operator.operatorId } as const;
  const id = await passkeys.insertChallenge(reader, asked, options.challenge);
  return accept({ challenge_id: id, options: { ...options } });
}

/** Proves a factor; for some minutes of this session nothing more is asked for. */
export async function prove(
  context: Context,
  { operator, token }: AtSession,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/me/prove"]>,
  host: string,
): Promise<Outcome<{ proved_until: string }>> {
  const { reader } = context.database;
  const { operatorId } = operator;
  audit.about(operator.email);
  const minutes = await countAttempt(reader, [codeLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if (form.response === undefined) {
    const stored = await store.loadOperator(reader, operatorId);
    const isRight =
      stored !== undefined && (await spendCode(context.sealer, reader, stored, form.code ?? ""));
    if (!isRight) return refuse("wrong_code");
  } else {
    const id = form.challenge_id;
    const asked = { purpose: "proof", operatorId } as const;
    const challenge =
      id === undefined ? undefined : await passkeys.takeChallenge(reader, id, asked);
    if (challenge === undefined) return refuse("challenge_expired");
    const passkey = await provedPasskey(reader, form.response, { challenge, host });
    if (passkey?.operator_id !== operatorId) return refuse("passkey_not_accepted");
  }
  await forgetAttempts(reader, codeLimit(operator).key);
  const until = await noteOperatorProof(reader, token, operatorProofMinutes);
  return accept({ proved_until: new Date(until).toISOString() });
}

/** The passkey that this answer on a page of `host` proves; null where it proves none, or a second time. */
export async function provedPasskey(
  reader: Reader,
  response: Record<string, unknown>,
  site: { challenge: string; host: string },
): Promise<NonNullable<Awaited<ReturnType<typeof passkeys.findPasskey>>> | null> {
  const credentialId = credentialIdOf(response);
  const passkey =
    credentialId === null ? undefined : await passkeys.findPasskey(reader, credentialId);
  if (passkey === undefined) return null;
  const use = await provenUse(passkey, response, site);
  if (use === null) return null;
  return (await passkeys.notePasskeyUse(reader, passkey, use)) ? passkey : null;
}
