import type { OperatorRole } from "@sanshi/contract";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";

export type StoredPasskey = {
  id: string;
  operator_id: bigint;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  name: string;
  added_at: number;
};

const columns = sql`operator_passkey.id, operator_id, credential_id, public_key, counter, transports,
  rp_id, name, added_at`;

export function listPasskeys(reader: Reader, operatorId: bigint): Promise<StoredPasskey[]> {
  return rows(
    reader,
    sql<StoredPasskey>`SELECT ${columns} FROM operator_passkey
      WHERE operator_id = ${operatorId} ORDER BY added_at`,
  );
}

/** With its operator, unless that one is disabled. */
export function findPasskey(
  reader: Reader,
  credentialId: Buffer,
): Promise<(StoredPasskey & { email: string; role: OperatorRole }) | undefined> {
  return firstRow(
    reader,
    sql<StoredPasskey & { email: string; role: OperatorRole }>`
      SELECT ${columns}, operator.email, operator.role FROM operator_passkey
      JOIN operator ON operator.id = operator_id
      WHERE credential_id = ${credentialId} AND operator.disabled_at IS NULL`,
  );
}

/** Undefined where the same passkey is registered already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: {
    operatorId: bigint;
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    rpId: string;
    name: string;
  },
): Promise<string | undefined> {
  const row = await firstRow(
    transaction,
    sql<{ id: string }>`INSERT INTO operator_passkey
        (operator_id, credential_id, public_key, counter, transports, rp_id, name)
      VALUES (${passkey.operatorId}, ${passkey.credentialId}, ${passkey.publicKey},
        ${passkey.counter}, ${[...passkey.transports]}, ${passkey.rpId}, ${passkey.name})
      ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** False where another sign-in with the same count came first. */
export async function useCounter(
  reader: Reader,
  id: string,
  counter: { before: bigint; after: number },
): Promise<boolean> {
  const result = await sql`UPDATE operator_passkey
    SET counter = ${counter.after}, last_used_at = clock_timestamp()
    WHERE id = ${id}::uuid AND counter = ${counter.before}`.execute(reader);
  return result.numAffectedRows === 1n;
}

export async function deletePasskey(
  reader: Reader,
  operatorId: bigint,
  id: string,
): Promise<boolean> {
  const result = await sql`DELETE FROM operator_passkey
    WHERE id = ${id}::uuid AND operator_id = ${operatorId}`.execute(reader);
  return result.numAffectedRows === 1n;
}

/** Real time. */
const challengeMinutes = 5;

/** All of them, and what was begun to add another. */
export async function deletePasskeys(transaction: Transaction, operatorId: bigint): Promise<void> {
  await sql`DELETE FROM operator_challenge WHERE operator_id = ${operatorId}`.execute(transaction);
  await sql`DELETE FROM operator_passkey WHERE operator_id = ${operatorId}`.execute(transaction);
}

export async function insertChallenge(
  reader: Reader,
  operatorId: bigint | null,
  challenge: string,
): Promise<string> {
  await sql`DELETE FROM operator_challenge
    WHERE made_at < clock_timestamp() - ${challengeMinutes} * interval '1 minute'`.execute(reader);
  const row = await firstRow(
    reader,
    sql<{ id: string }>`INSERT INTO operator_challenge (operator_id, challenge)
      VALUES (${operatorId}, ${challenge}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a challenge was not kept");
  return row.id;
}

/** Takes it away: each counts once. */
export async function takeChallenge(
  reader: Reader,
  id: string,
  operatorId: bigint | null,
): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<{ challenge: string }>`DELETE FROM operator_challenge
      WHERE id = ${id}::uuid AND operator_id IS NOT DISTINCT FROM ${operatorId}::bigint
        AND made_at > clock_timestamp() - ${challengeMinutes} * interval '1 minute'
      RETURNING challenge`,
  );
  return row?.challenge;
}
