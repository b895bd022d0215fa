import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";

export type StoredFundPassword = {
  password_hash: string;
  changed_at: number;
  /** From when it can be set anew without itself; null where nobody asked. */
  reset_due_at: number | null;
};

export function findFundPassword(
  reader: Reader,
  customerId: bigint,
): Promise<StoredFundPassword | undefined> {
  return firstRow(
    reader,
    sql<StoredFundPassword>`SELECT password_hash, changed_at, due_at AS reset_due_at
      FROM fund_password LEFT JOIN fund_password_reset USING (customer_id)
      WHERE customer_id = ${customerId}`,
  );
}

export async function findLoginHash(reader: Reader, customerId: bigint): Promise<string | null> {
  const row = await firstRow(
    reader,
    sql<{ password_hash: string }>`SELECT password_hash FROM customer WHERE id = ${customerId}`,
  );
  return row?.password_hash ?? null;
}

/** False where it is no longer what was checked: of two changes at once one wins. */
export async function saveFundPassword(
  transaction: Transaction,
  change: { customerId: bigint; oldHash: string | null; newHash: string; at: number },
): Promise<boolean> {
  const { customerId, oldHash, newHash } = change;
  const result =
    oldHash === null
      ? await sql`INSERT INTO fund_password (customer_id, password_hash, changed_at)
          VALUES (${customerId}, ${newHash}, ${timestamp(change.at)})
          ON CONFLICT DO NOTHING`.execute(transaction)
      : await sql`UPDATE fund_password
          SET password_hash = ${newHash}, changed_at = ${timestamp(change.at)}
          WHERE customer_id = ${customerId} AND password_hash = ${oldHash}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** Resets that one customer asks for come one after another: what is read next is the newest. */
export async function lockFundPassword(
  transaction: Transaction,
  customerId: bigint,
): Promise<void> {
  await sql`SELECT FROM fund_password WHERE customer_id = ${customerId} FOR UPDATE`.execute(
    transaction,
  );
}

export async function insertReset(
  transaction: Transaction,
  reset: { customerId: bigint; requestedAt: number; dueAt: number },
): Promise<void> {
  await sql`INSERT INTO fund_password_reset (customer_id, requested_at, due_at)
    VALUES (${reset.customerId}, ${timestamp(reset.requestedAt)}, ${timestamp(reset.dueAt)})`.execute(
    transaction,
  );
}

/** False where there is none. */
export async function deleteReset(transaction: Transaction, customerId: bigint): Promise<boolean> {
  const result = await sql`DELETE FROM fund_password_reset
    WHERE customer_id = ${customerId}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** False where none is due: it may have been taken back, and asked for again, since it was looked at. */
export async function useReset(
  transaction: Transaction,
  { customerId, at }: { customerId: bigint; at: number },
): Promise<boolean> {
  const result = await sql`DELETE FROM fund_password_reset
    WHERE customer_id = ${customerId} AND due_at <= ${timestamp(at)}`.execute(transaction);
  return result.numAffectedRows === 1n;
}
