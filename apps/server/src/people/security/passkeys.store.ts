import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { NewPasskey, PasskeyUse } from "../../platform/webauthn.ts";
import type {
  DeleteLapsedPasskeysRow,
  InsertChallengeRow,
  InsertPasskeyRow,
  StoredPasskey,
  TakeChallengeRow,
  UnconfirmPasskeysRow,
} from "./passkeys.sql-types.ts";

export type { StoredPasskey } from "./passkeys.sql-types.ts";

/** One that was not confirmed in time has ended, also before it is removed. */
const holds = sql`(confirm_by IS NULL OR confirm_by > real_now())`;

export function listPasskeys(reader: Reader, id: bigint): Promise<StoredPasskey[]> {
  return rows(
    reader,
    sql<StoredPasskey>`SELECT * FROM customer_passkey WHERE customer_id = ${id} AND ${holds}
      ORDER BY added_at`,
  );
}

export function findPasskey(
  reader: Reader,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return firstRow(
    reader,
    sql<StoredPasskey>`SELECT * FROM customer_passkey
      WHERE credential_id = ${credentialId} AND ${holds}`,
  );
}

/** Undefined where the same passkey is registered already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: NewPasskey & { customerId: bigint; name: string },
): Promise<string | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertPasskeyRow>`INSERT INTO customer_passkey
        (customer_id, credential_id, public_key, counter, transports, rp_id, origin, name)
      VALUES (${passkey.customerId}, ${passkey.credential_id}, ${passkey.public_key},
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
  const result = await sql`UPDATE customer_passkey
    SET counter = ${use.count}, origin = ${use.origin}, last_used_at = real_now()
    WHERE id = ${passkey.id}::uuid AND counter = ${passkey.counter}`.execute(reader);
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

/** All of the customer's but those to keep, and what was begun with any. Answers how many it removed. */
export async function deletePasskeysBut(
  transaction: Transaction,
  customerId: bigint,
  kept: readonly string[],
): Promise<number> {
  await sql`DELETE FROM customer_challenge WHERE customer_id = ${customerId}`.execute(transaction);
  const result = await sql`DELETE FROM customer_passkey
    WHERE customer_id = ${customerId} AND id <> ALL (${[...kept]}::uuid[])`.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

/** Those that were kept with a new password are confirmed by that. */
export async function confirmPasskeys(
  reader: Reader,
  customerId: bigint,
  ids: readonly string[],
): Promise<void> {
  await sql`UPDATE customer_passkey SET confirm_by = NULL
    WHERE id = ANY (${[...ids]}::uuid[]) AND customer_id = ${customerId} AND ${holds}`.execute(
    reader,
  );
}

/** Answers until when each is to be confirmed, in real time, and how it is called; and ends what was begun. */
export async function unconfirmPasskeys(
  transaction: Transaction,
  customerId: bigint,
  { proved, hours }: { proved: string | null; hours: number },
): Promise<{ name: string; confirm_by: number }[]> {
  await sql`DELETE FROM customer_challenge WHERE customer_id = ${customerId}`.execute(transaction);
  return rows(
    transaction,
    sql<Narrowed<UnconfirmPasskeysRow, { confirm_by: number }>>`UPDATE customer_passkey
      SET confirm_by = real_now() + ${hours} * interval '1 hour'
      WHERE customer_id = ${customerId} AND ${holds} AND id IS DISTINCT FROM ${proved}::uuid
      RETURNING name, confirm_by`,
  );
}

/** Removes what was not confirmed in time; answers whose they were. */
export async function deleteLapsedPasskeys(transaction: Transaction): Promise<bigint[]> {
  const ended = await rows(
    transaction,
    sql<DeleteLapsedPasskeysRow>`DELETE FROM customer_passkey
      WHERE NOT ${holds} RETURNING customer_id`,
  );
  return [...new Set(ended.map(({ customer_id }) => customer_id))];
}

/** What a passkey signs a challenge for; one for something else does not count. */
export type Purpose = "sign_in" | "proof" | "registration";

type ChallengeFor = { purpose: Purpose; customerId: bigint | null };

/** Real time. */
const challengeMinutes = 5;

export async function insertChallenge(
  reader: Reader,
  { purpose, customerId }: ChallengeFor,
  challenge: string,
): Promise<string> {
  await sql`DELETE FROM customer_challenge
    WHERE made_at < real_now() - ${challengeMinutes} * interval '1 minute'`.execute(reader);
  const row = await firstRow(
    reader,
    sql<InsertChallengeRow>`INSERT INTO customer_challenge (customer_id, purpose, challenge)
      VALUES (${customerId}, ${purpose}, ${challenge}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a challenge was not kept");
  return row.id;
}

/** Takes it away: each counts once. */
export async function takeChallenge(
  reader: Reader,
  id: string,
  { purpose, customerId }: ChallengeFor,
): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<TakeChallengeRow>`DELETE FROM customer_challenge
      WHERE id = ${id}::uuid AND customer_id IS NOT DISTINCT FROM ${customerId}::bigint
        AND purpose = ${purpose}
        AND made_at > real_now() - ${challengeMinutes} * interval '1 minute'
      RETURNING challenge`,
  );
  return row?.challenge;
}
