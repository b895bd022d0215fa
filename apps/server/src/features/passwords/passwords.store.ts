import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";

export type StoredFundPassword = { password_hash: string; changed_at: number };

export function findFundPassword(
  reader: Reader,
  customerId: bigint,
): Promise<StoredFundPassword | undefined> {
  return firstRow(
    reader,
    sql<StoredFundPassword>`SELECT password_hash, changed_at FROM fund_password
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
