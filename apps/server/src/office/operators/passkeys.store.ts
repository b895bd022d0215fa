import type { OperatorRole } from "@sanshi/contract";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { NewPasskey, PasskeyUse } from "../../platform/webauthn.ts";
import type {
  FindPasskeyRow,
  InsertChallengeRow,
  InsertPasskeyRow,
  StoredPasskey,
  TakeChallengeRow,
} from "./passkeys.sql-types.ts";

export type { StoredPasskey } from "./passkeys.sql-types.ts";

const columns = sql`operator_passkey.id, operator_id, credential_id, public_key, counter, transports,
  rp_id, origin, name, added_at`;

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
    sql<FindPasskeyRow>`
      SELECT ${columns}, operator.email, operator.role FROM operator_passkey
      JOIN operator ON operator.id = operator_id
      WHERE credential_id = ${credentialId} AND operator.disabled_at IS NULL`,
  );
}

/** Undefined where the same passkey is registered already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: NewPasskey & { operatorId: bigint; name: string },
): Promise<string | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertPasskeyRow>`INSERT INTO operator_passkey
        (operator_id, credential_id, public_key, counter, transports, rp_id, origin, name)
      VALUES (${passkey.operatorId}, ${passkey.credential_id}, ${passkey.public_key},
        ${passkey.counter}, ${passkey.transports}, ${passkey.rp_id}, ${passkey.origin},
        ${passkey.name})
      ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** False where another use with the same count came first. */
export async function notePasskeyUse(
  reader: Reader,
  passkey: Pick<StoredPasskey, "id" | "counter">,
  use: PasskeyUse,
): Promise<boolean> {
  const result = await sql`UPDATE operator_passkey
    SET counter = ${use.count}, origin = ${use.origin}, last_used_at = real_now()
    WHERE id = ${passkey.id}::uuid AND counter = ${passkey.counter}`.execute(reader);
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

/** All of the operator's but those to keep, and what was begun with any. Answers how many it removed. */
export async function deletePasskeysBut(
  transaction: Transaction,
  operatorId: bigint,
  kept: readonly string[],
): Promise<number> {
  await sql`DELETE FROM operator_challenge WHERE operator_id = ${operatorId}`.execute(transaction);
  const result = await sql`DELETE FROM operator_passkey
    WHERE operator_id = ${operatorId} AND id <> ALL (${[...kept]}::uuid[])`.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

/** What a passkey signs a challenge for; one for something else does not count. */
type ChallengeFor = {
  purpose: "sign_in" | "proof" | "registration";
  operatorId: bigint | null;
};

/** Real time. */
const challengeMinutes = 5;

export async function insertChallenge(
  reader: Reader,
  { purpose, operatorId }: ChallengeFor,
  challenge: string,
): Promise<string> {
  await sql`DELETE FROM operator_challenge
    WHERE made_at < real_now() - ${challengeMinutes} * interval '1 minute'`.execute(reader);
  const row = await firstRow(
    reader,
    sql<InsertChallengeRow>`INSERT INTO operator_challenge (operator_id, purpose, challenge)
      VALUES (${operatorId}, ${purpose}, ${challenge}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a challenge was not kept");
  return row.id;
}

/** Takes it away: each counts once. */
export async function takeChallenge(
  reader: Reader,
  id: string,
  { purpose, operatorId }: ChallengeFor,
): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<TakeChallengeRow>`DELETE FROM operator_challenge
      WHERE id = ${id}::uuid AND operator_id IS NOT DISTINCT FROM ${operatorId}::bigint
        AND purpose = ${purpose}
        AND made_at > real_now() - ${challengeMinutes} * interval '1 minute'
      RETURNING challenge`,
  );
  return row?.challenge;
}
