import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { endOperatorSessions } from "../../platform/operator-sessions.ts";
import { hashPassword } from "../../platform/passwords.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { forgetAttemptsFrom } from "../../platform/rate-limits.ts";
import * as store from "./one-time-passwords.store.ts";
import type { OneTimePasswordKind } from "./one-time-passwords.store.ts";
import { signInAttemptsKey } from "./operators.rules.ts";
import { deleteRecoveryCodes, removeTotp, setOneTimePassword } from "./operators.store.ts";
import { deletePasskeysBut } from "./passkeys.store.ts";

/**
 * A password that somebody else hands over. Where two operators decide, each is told one half: an
 * administrator who knew the whole of it could sign in as the other operator, and so be two people.
 */
export type OneTimePassword = { firstHalf: string; secondHalf: string; hash: string };

const halfLength = 10;

export async function makeOneTimePassword(): Promise<OneTimePassword> {
  // 20 letters, digits, dashes and underscores.
  const whole = randomBytes(15).toString("base64url");
  return {
    firstHalf: whole.slice(0, halfLength),
    secondHalf: whole.slice(halfLength),
    hash: await hashPassword(whole),
  };
}

/** Until the proposal of this kind is approved. */
export function keepOneTimePassword(
  { sealer }: Pick<Context, "sealer">,
  transaction: Transaction,
  { operatorId, kind, made }: KeptFor & { made: OneTimePassword },
): Promise<void> {
  return store.keepOneTimePassword(transaction, {
    operatorId,
    kind,
    passwordHash: made.hash,
    secondHalf: sealer.seal(Buffer.from(made.secondHalf), purposeOf(operatorId)),
  });
}

type KeptFor = { operatorId: bigint; kind: OneTimePasswordKind };

/** Brings it into force and answers its second half; null where none was made. */
export async function spendOneTimePassword(
  { sealer }: Pick<Context, "sealer">,
  transaction: Transaction,
  keptFor: KeptFor,
): Promise<string | null> {
  const { operatorId } = keptFor;
  const kept = await store.findOneTimePassword(transaction, keptFor);
  if (kept === undefined) return null;
  await startAnew(transaction, operatorId, kept.password_hash);
  return sealer.open(kept.second_half, purposeOf(operatorId)).toString();
}

/** Only this password signs in now: the second factor, the sessions and the counted attempts are gone. */
export async function startAnew(
  transaction: Transaction,
  operatorId: bigint,
  passwordHash: string,
): Promise<void> {
  const email = await setOneTimePassword(transaction, operatorId, passwordHash);
  await removeTotp(transaction, operatorId);
  await deletePasskeysBut(transaction, operatorId, []);
  await deleteRecoveryCodes(transaction, operatorId);
  await store.forgetOneTimePasswords(transaction, operatorId);
  await endOperatorSessions(transaction, operatorId);
  await forgetAttemptsFrom(transaction, signInAttemptsKey(email));
}

function purposeOf(operatorId: bigint): string {
  return `operator_one_time_password:${operatorId}`;
}
