import {
  firstRow,
  sql,
  type Reader,
  type Transaction,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type {
  HasFactorRow,
  IsFreshSessionRow,
  ProvedUntilRow,
  StoredCustomer,
} from "./security.sql-types.ts";

/** `now`, `machine_now`: real time and the machine's own clock, one of which a code goes by. */
export type { StoredCustomer } from "./security.sql-types.ts";

const customerSql = sql`SELECT customer.id, account, state, password_hash, totp.secret AS totp_secret,
    totp.confirmed_at AS totp_confirmed_at, totp.last_step AS totp_last_step,
    (SELECT count(*)::int FROM customer_recovery_code code
      WHERE code.customer_id = customer.id AND used_at IS NULL) AS codes_left,
    real_now() AS now, machine_now() AS machine_now
  FROM customer LEFT JOIN customer_totp totp ON totp.customer_id = customer.id`;

export async function loadCustomer(reader: Reader, id: bigint): Promise<StoredCustomer> {
  const row = await firstRow(reader, sql<StoredCustomer>`${customerSql} WHERE customer.id = ${id}`);
  if (row === undefined) throw new Error("a session without a customer");
  return row;
}

/** So that two changes of a customer's factors come one after the other. */
export async function lockCustomer(transaction: Transaction, id: bigint): Promise<void> {
  await sql`SELECT FROM customer WHERE id = ${id} FOR UPDATE`.execute(transaction);
}

/** False where an authenticator app is on already. */
export async function setTotpSecret(reader: Reader, id: bigint, secret: Buffer): Promise<boolean> {
  const result = await sql`INSERT INTO customer_totp (customer_id, secret) VALUES (${id}, ${secret})
    ON CONFLICT (customer_id) DO UPDATE SET secret = excluded.secret, last_step = NULL
    WHERE customer_totp.confirmed_at IS NULL`.execute(reader);
  return result.numAffectedRows === 1n;
}

/** False where the step, or a later one, was used already. */
export async function useTotpStep(reader: Reader, id: bigint, step: bigint): Promise<boolean> {
  const result = await sql`UPDATE customer_totp SET last_step = ${step}
    WHERE customer_id = ${id} AND (last_step IS NULL OR last_step < ${step})`.execute(reader);
  return result.numAffectedRows === 1n;
}

export async function confirmTotp(transaction: Transaction, id: bigint): Promise<void> {
  await sql`UPDATE customer_totp SET confirmed_at = real_now()
    WHERE customer_id = ${id}`.execute(transaction);
}

export async function removeTotp(transaction: Transaction, id: bigint): Promise<void> {
  await sql`DELETE FROM customer_totp WHERE customer_id = ${id}`.execute(transaction);
}

/** The codes stand in for a factor that is lost: they go with the last one that the customer removes. */
export async function dropIdleRecoveryCodes(transaction: Transaction, id: bigint): Promise<void> {
  await sql`DELETE FROM customer_recovery_code WHERE customer_id = ${id}
    AND NOT EXISTS (SELECT FROM customer_totp
      WHERE customer_id = ${id} AND confirmed_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM customer_passkey WHERE customer_id = ${id})`.execute(transaction);
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  id: bigint,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`DELETE FROM customer_recovery_code WHERE customer_id = ${id}`.execute(transaction);
  await sql`INSERT INTO customer_recovery_code (customer_id, code_hash)
    SELECT ${id}, code FROM unnest(${[...hashes]}::bytea[]) AS c (code)`.execute(transaction);
}

export async function useRecoveryCode(reader: Reader, id: bigint, hash: Buffer): Promise<boolean> {
  const result = await sql`UPDATE customer_recovery_code SET used_at = real_now()
    WHERE customer_id = ${id} AND code_hash = ${hash} AND used_at IS NULL`.execute(reader);
  return result.numAffectedRows === 1n;
}

/**
 * What a sign-in asks for beside the password. Codes for recovery count by themselves: where a reset has
 * ended the passkeys, they are what is left of the second step.
 */
export async function hasFactor(reader: Reader, customerId: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasFactorRow>`SELECT EXISTS (SELECT FROM customer_totp
        WHERE customer_id = ${customerId} AND confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM customer_passkey WHERE customer_id = ${customerId}
        AND (confirm_by IS NULL OR confirm_by > real_now()))
      OR EXISTS (SELECT FROM customer_recovery_code
        WHERE customer_id = ${customerId} AND used_at IS NULL) AS has_factor`,
  );
  return row?.has_factor ?? false;
}

/** Until when this session's proof holds; null where it has none. */
export async function provedUntil(
  reader: Reader,
  sessionId: string,
  minutes: number,
): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<ProvedUntilRow, { until: number }>
    >`SELECT proved_at + ${minutes} * interval '1 minute' AS until
      FROM session WHERE id = ${sessionId}::uuid
        AND proved_at > real_now() - ${minutes} * interval '1 minute'`,
  );
  return row?.until ?? null;
}

/** Whether this session was opened so lately, in real time, that its sign-in stands for the password. */
export async function isFreshSession(
  reader: Reader,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<IsFreshSessionRow, { fresh: boolean }>
    >`SELECT created_at > real_now() - ${minutes} * interval '1 minute'
      AS fresh FROM session WHERE id = ${sessionId}::uuid`,
  );
  return row?.fresh ?? false;
}
