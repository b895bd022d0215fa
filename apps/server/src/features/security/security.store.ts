import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { Passkey } from "../../platform/webauthn.ts";

export type StoredCustomer = {
  id: bigint;
  account: string;
  state: string;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_confirmed_at: number | null;
  totp_last_step: bigint | null;
  codes_left: number;
  /** The database's clock, which decides about codes. */
  now: number;
};

const customerSql = sql`SELECT customer.id, account, state, password_hash, totp.secret AS totp_secret,
    totp.confirmed_at AS totp_confirmed_at, totp.last_step AS totp_last_step,
    (SELECT count(*)::int FROM customer_recovery_code code
      WHERE code.customer_id = customer.id AND used_at IS NULL) AS codes_left,
    clock_timestamp() AS now
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
  await sql`UPDATE customer_totp SET confirmed_at = clock_timestamp()
    WHERE customer_id = ${id}`.execute(transaction);
}

export async function removeTotp(transaction: Transaction, id: bigint): Promise<void> {
  await sql`DELETE FROM customer_totp WHERE customer_id = ${id}`.execute(transaction);
  await sql`DELETE FROM customer_recovery_code WHERE customer_id = ${id}`.execute(transaction);
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
  const result = await sql`UPDATE customer_recovery_code SET used_at = clock_timestamp()
    WHERE customer_id = ${id} AND code_hash = ${hash} AND used_at IS NULL`.execute(reader);
  return result.numAffectedRows === 1n;
}

export type StoredPasskey = Passkey & {
  id: string;
  customer_id: bigint;
  name: string;
  added_at: number;
  last_used_at: number | null;
};

export function listPasskeys(reader: Reader, id: bigint): Promise<StoredPasskey[]> {
  return rows(
    reader,
    sql<StoredPasskey>`SELECT * FROM customer_passkey WHERE customer_id = ${id} ORDER BY added_at`,
  );
}

export function findPasskey(
  reader: Reader,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return firstRow(
    reader,
    sql<StoredPasskey>`SELECT * FROM customer_passkey WHERE credential_id = ${credentialId}`,
  );
}

/** Undefined where the same passkey is registered already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: Omit<Passkey, "counter"> & { customerId: bigint; counter: number; name: string },
): Promise<string | undefined> {
  const row = await firstRow(
    transaction,
    sql<{ id: string }>`INSERT INTO customer_passkey
        (customer_id, credential_id, public_key, counter, transports, rp_id, name)
      VALUES (${passkey.customerId}, ${passkey.credential_id}, ${passkey.public_key},
        ${passkey.counter}, ${passkey.transports}, ${passkey.rp_id}, ${passkey.name})
      ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** False where another use with the same count came first. */
export async function useCounter(
  reader: Reader,
  id: string,
  counter: { before: bigint; after: number },
): Promise<boolean> {
  const result = await sql`UPDATE customer_passkey
    SET counter = ${counter.after}, last_used_at = clock_timestamp()
    WHERE id = ${id}::uuid AND counter = ${counter.before}`.execute(reader);
  return result.numAffectedRows === 1n;
}

export async function deletePasskey(
  transaction: Transaction,
  customerId: bigint,
  id: string,
): Promise<boolean> {
  const result = await sql`DELETE FROM customer_passkey
    WHERE id = ${id}::uuid AND customer_id = ${customerId}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** Real time. */
const challengeMinutes = 5;

export async function insertChallenge(
  reader: Reader,
  customerId: bigint | null,
  challenge: string,
): Promise<string> {
  await sql`DELETE FROM customer_challenge
    WHERE made_at < clock_timestamp() - ${challengeMinutes} * interval '1 minute'`.execute(reader);
  const row = await firstRow(
    reader,
    sql<{ id: string }>`INSERT INTO customer_challenge (customer_id, challenge)
      VALUES (${customerId}, ${challenge}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a challenge was not kept");
  return row.id;
}

/** Takes it away: each counts once. */
export async function takeChallenge(
  reader: Reader,
  id: string,
  customerId: bigint | null,
): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<{ challenge: string }>`DELETE FROM customer_challenge
      WHERE id = ${id}::uuid AND customer_id IS NOT DISTINCT FROM ${customerId}::bigint
        AND made_at > clock_timestamp() - ${challengeMinutes} * interval '1 minute'
      RETURNING challenge`,
  );
  return row?.challenge;
}

/** Answers until when the proof holds. */
export async function noteProof(
  reader: Reader,
  sessionId: string,
  minutes: number,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<{ until: number }>`UPDATE session SET proved_at = clock_timestamp()
      WHERE id = ${sessionId}::uuid
      RETURNING proved_at + ${minutes} * interval '1 minute' AS until`,
  );
  if (row === undefined) throw new Error("a call without a session");
  return row.until;
}

export type Proof = { has_factor: boolean; proved_until: number | null };

/** Whether the customer has a second factor at all, and until when this session's proof holds. */
export async function proofOf(
  reader: Reader,
  customerId: bigint,
  sessionId: string,
  minutes: number,
): Promise<Proof> {
  const row = await firstRow(
    reader,
    sql<Proof>`SELECT
      EXISTS (SELECT FROM customer_totp WHERE customer_id = ${customerId}
          AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM customer_passkey WHERE customer_id = ${customerId}) AS has_factor,
      (SELECT proved_at + ${minutes} * interval '1 minute' FROM session
        WHERE id = ${sessionId}::uuid
          AND proved_at > clock_timestamp() - ${minutes} * interval '1 minute') AS proved_until`,
  );
  if (row === undefined) throw new Error("the database gave no answer");
  return row;
}

/** False where the account is not active: a lighter state is not made of a heavier one. */
export async function freeze(transaction: Transaction, customerId: bigint): Promise<boolean> {
  const result = await sql`UPDATE customer SET state = 'frozen'
    WHERE id = ${customerId} AND state IN ('active', 'trading_disabled')`.execute(transaction);
  return result.numAffectedRows === 1n;
}
