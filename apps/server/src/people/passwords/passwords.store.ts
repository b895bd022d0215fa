import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  DeleteResetRow,
  FindLoginHashRow,
  HasFundPasswordRow,
  StoredFundPassword,
} from "./passwords.sql-types.ts";

export type { StoredFundPassword } from "./passwords.sql-types.ts";

/** A reset that is due since `dueAfter` or earlier has expired. */
export function findFundPassword(
  reader: Reader,
  customerId: bigint,
  dueAfter: number,
): Promise<StoredFundPassword | undefined> {
  return firstRow(
    reader,
    sql<StoredFundPassword>`SELECT password_hash, changed_at, due_at AS reset_due_at
      FROM fund_password LEFT JOIN fund_password_reset reset
        ON reset.customer_id = fund_password.customer_id AND due_at > ${timestamp(dueAfter)}
      WHERE fund_password.customer_id = ${customerId}`,
  );
}

export async function hasFundPassword(reader: Reader, customerId: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasFundPasswordRow>`SELECT 1 AS found FROM fund_password WHERE customer_id = ${customerId}`,
  );
  return row !== undefined;
}

export async function findLoginHash(reader: Reader, customerId: bigint): Promise<string | null> {
  const row = await firstRow(
    reader,
    sql<FindLoginHashRow>`SELECT password_hash FROM customer WHERE id = ${customerId}`,
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

/** Answers when it was due; undefined where there is none. */
export async function deleteReset(
  transaction: Transaction,
  customerId: bigint,
): Promise<number | undefined> {
  const row = await firstRow(
    transaction,
    sql<DeleteResetRow>`DELETE FROM fund_password_reset
      WHERE customer_id = ${customerId} RETURNING due_at`,
  );
  return row?.due_at;
}

/** False where none is due: it may have been cancelled, and asked for again, since it was looked at. */
export async function useReset(
  transaction: Transaction,
  { customerId, at, dueAfter }: { customerId: bigint; at: number; dueAfter: number },
): Promise<boolean> {
  const result = await sql`DELETE FROM fund_password_reset
    WHERE customer_id = ${customerId} AND due_at <= ${timestamp(at)} AND due_at > ${timestamp(dueAfter)}`.execute(
    transaction,
  );
  return result.numAffectedRows === 1n;
}
