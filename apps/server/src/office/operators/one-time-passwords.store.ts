import { firstRow, sql, type Transaction } from "../../platform/sql/database.ts";
import type { FindOneTimePasswordRow } from "./one-time-passwords.sql-types.ts";

/** The kind of proposal whose approval brings a one-time password into force. */
export type OneTimePasswordKind = "operator_enabled" | "operator_reset";

type Key = { operatorId: bigint; kind: OneTimePasswordKind };

/** One that was made before for the same is forgotten. */
export async function keepOneTimePassword(
  transaction: Transaction,
  {
    operatorId,
    kind,
    passwordHash,
    secondHalf,
  }: Key & { passwordHash: string; secondHalf: Buffer },
): Promise<void> {
  await sql`INSERT INTO operator_one_time_password (operator_id, kind, password_hash, second_half)
    VALUES (${operatorId}, ${kind}, ${passwordHash}, ${secondHalf})
    ON CONFLICT (operator_id, kind) DO UPDATE
    SET password_hash = EXCLUDED.password_hash, second_half = EXCLUDED.second_half`.execute(
    transaction,
  );
}

export function findOneTimePassword(
  transaction: Transaction,
  { operatorId, kind }: Key,
): Promise<{ password_hash: string; second_half: Buffer } | undefined> {
  return firstRow(
    transaction,
    sql<FindOneTimePasswordRow>`SELECT password_hash, second_half
      FROM operator_one_time_password WHERE operator_id = ${operatorId} AND kind = ${kind}`,
  );
}

/** Of either kind: one that came into force ends the others. */
export async function forgetOneTimePasswords(
  transaction: Transaction,
  operatorId: bigint,
): Promise<void> {
  await sql`DELETE FROM operator_one_time_password WHERE operator_id = ${operatorId}`.execute(
    transaction,
  );
}
