import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CheckedCard } from "./cards.rules.ts";
import type { AccountsOfSameCardRow, IsAwaitedRow, StoredCard } from "./cards.sql-types.ts";

export type { StoredCard } from "./cards.sql-types.ts";

const columns = sql`id, customer_id, country, holder_name, number_masked, number_sealed, bank_code,
  bank_name, branch_code, branch_name, card_type, added_at`;

/** Those in use, the newest first. */
export function listCards(reader: Reader, customerId: bigint): Promise<StoredCard[]> {
  return rows(
    reader,
    sql<StoredCard>`SELECT ${columns} FROM bank_card
      WHERE customer_id = ${customerId} AND removed_at IS NULL ORDER BY id DESC`,
  );
}

/** One in use; locked, so that it is not removed while money is asked for on it. */
export function lockCard(
  transaction: Transaction,
  customerId: bigint,
  id: bigint,
): Promise<StoredCard | undefined> {
  return firstRow(
    transaction,
    sql<StoredCard>`SELECT ${columns} FROM bank_card
      WHERE id = ${id} AND customer_id = ${customerId} AND removed_at IS NULL FOR UPDATE`,
  );
}

/** Also one that was removed since. */
export function findCard(reader: Reader, id: bigint): Promise<StoredCard | undefined> {
  return firstRow(reader, sql<StoredCard>`SELECT ${columns} FROM bank_card WHERE id = ${id}`);
}

/** The same of several, by id. */
export async function findCards(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, StoredCard>> {
  const found = await rows(
    reader,
    sql<StoredCard>`SELECT ${columns} FROM bank_card WHERE id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(found.map((card) => [card.id, card]));
}

/** Makes a customer's parallel additions wait for one another: a count alone would let two through. */
export async function lockCards(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('bank cards', ${customerId}))`.execute(
    transaction,
  );
}

/** Undefined where the customer has this very account already. */
export function insertCard(
  transaction: Transaction,
  card: CheckedCard & {
    customerId: bigint;
    numberMasked: string;
    numberSealed: Buffer;
    numberFingerprint: Buffer;
    at: number;
  },
): Promise<StoredCard | undefined> {
  return firstRow(
    transaction,
    sql<StoredCard>`INSERT INTO bank_card (customer_id, country, holder_name, number_masked,
        number_sealed, number_fingerprint, bank_code, bank_name, branch_code, branch_name, card_type,
        added_at)
      VALUES (${card.customerId}, ${card.country}, ${card.holderName}, ${card.numberMasked},
        ${card.numberSealed}, ${card.numberFingerprint}, ${card.bankCode}, ${card.bankName},
        ${card.branchCode}, ${card.branchName}, ${card.cardType}, ${timestamp(card.at)})
      ON CONFLICT (customer_id, number_fingerprint) WHERE removed_at IS NULL DO NOTHING
      RETURNING ${columns}`,
  );
}

export async function markRemoved(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE bank_card SET removed_at = ${timestamp(at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

/** Whether money is on its way to it. */
export async function isAwaited(reader: Reader, id: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsAwaitedRow>`SELECT EXISTS (SELECT FROM withdrawal
      WHERE card_id = ${id} AND status = 0) AS awaited`,
  );
  return row?.awaited ?? false;
}

/** Other customers who have or had the very account. */
export async function accountsOfSameCard(reader: Reader, id: bigint): Promise<string[]> {
  const found = await rows(
    reader,
    sql<AccountsOfSameCardRow>`SELECT DISTINCT customer.account FROM bank_card this
      JOIN bank_card other ON other.number_fingerprint = this.number_fingerprint
        AND other.customer_id <> this.customer_id
      JOIN customer ON customer.id = other.customer_id
      WHERE this.id = ${id} ORDER BY customer.account LIMIT 20`,
  );
  return found.map(({ account }) => account);
}
