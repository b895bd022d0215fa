import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  normaliseCode,
} from "../../platform/recovery-codes.ts";
import type { Sealer } from "../../platform/sealing/sealer.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import * as store from "./operators.store.ts";
import type { StoredOperator } from "./operators.store.ts";
import { stepOfCode } from "../../platform/totp.ts";

/** Whether a code of the authenticator app, or one for recovery, is right; each works once. */
export async function spendCode(
  sealer: Sealer,
  reader: Reader,
  operator: StoredOperator,
  typed: string,
): Promise<boolean> {
  const code = normaliseCode(typed);
  if (operator.totp_secret === null) return false;
  const secret = sealer.open(operator.totp_secret, totpPurpose(operator.id));
  const step = stepOfCode(secret, code, operator.now, operator.totp_last_step);
  if (step !== null) return store.useTotpStep(reader, operator.id, step);
  if (operator.totp_confirmed_at === null) return false;
  return store.useRecoveryCode(reader, operator.id, hashOfRecoveryCode(code));
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
