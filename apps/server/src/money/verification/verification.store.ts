import type { IdType } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  AccountsOfSameNumberRow,
  CustomerStatusRow,
  FindSealedNumberRow,
  PhotosOfRow,
  StoredVerification,
  VerifiedRow,
  WithoutNameKeyRow,
} from "./verification.sql-types.ts";

export type { StoredVerification } from "./verification.sql-types.ts";

const columns = sql`id, customer_id, status, name, name_kana, id_type, id_number_masked,
  submitted_at, decided_at, reason_code, reason_words`;

export async function customerStatus(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CustomerStatusRow>`SELECT verification FROM customer WHERE id = ${customerId}`,
  );
  return row?.verification ?? 0;
}

export function latestVerification(
  reader: Reader,
  customerId: bigint,
): Promise<StoredVerification | undefined> {
  return firstRow(
    reader,
    sql<StoredVerification>`SELECT ${columns} FROM verification
      WHERE customer_id = ${customerId} ORDER BY id DESC LIMIT 1`,
  );
}

/** The one that was accepted. */
export function acceptedVerification(
  reader: Reader,
  customerId: bigint,
): Promise<StoredVerification | undefined> {
  return firstRow(
    reader,
    sql<StoredVerification>`SELECT ${columns} FROM verification
      WHERE customer_id = ${customerId} AND status = 2`,
  );
}

/** Who of these customers an operator has agreed to be who they say they are, and what is kept of the ID's number. */
export async function identitiesAmong(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Buffer | null>> {
  const found = await rows(
    reader,
    sql<VerifiedRow>`SELECT customer_id, id_number_fingerprint AS identity FROM verification
      WHERE customer_id = ANY (${[...customerIds]}::bigint[]) AND status = 2`,
  );
  return new Map(found.map(({ customer_id, identity }) => [customer_id, identity]));
}

/** The newest first; nobody is asked more often. */
export function listVerifications(
  reader: Reader,
  customerId: bigint,
): Promise<StoredVerification[]> {
  return rows(
    reader,
    sql<StoredVerification>`SELECT ${columns} FROM verification
      WHERE customer_id = ${customerId} ORDER BY id DESC LIMIT 50`,
  );
}

export function withoutNameKey(
  reader: Reader,
  limit: number,
): Promise<{ id: bigint; name: string; name_kana: string | null }[]> {
  return rows(
    reader,
    sql<WithoutNameKeyRow>`SELECT id, name, name_kana
      FROM verification WHERE name_key IS NULL ORDER BY id LIMIT ${limit}`,
  );
}

export async function setNameKeys(
  reader: Reader,
  keys: readonly { id: bigint; key: string }[],
): Promise<void> {
  await sql`UPDATE verification SET name_key = given.key
    FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ key }) => key)}::text[])
      AS given (id, key)
    WHERE verification.id = given.id`.execute(reader);
}

type NewVerification = {
  customerId: bigint;
  name: string;
  nameKana: string | null;
  /** By what the name is found. */
  nameKey: string;
  idType: IdType;
  idNumberMasked: string;
  idNumberSealed: Buffer | null;
  idNumberFingerprint: Buffer | null;
  frontDocumentId: bigint;
  backDocumentId: bigint | null;
  at: number;
  /** By when it is decided. */
  dueAt: number;
};

/** False where one is under review or accepted already: the index decides between two at once. */
export async function insertVerification(
  transaction: Transaction,
  one: NewVerification,
): Promise<boolean> {
  const result =
    await sql`INSERT INTO verification (customer_id, status, name, name_kana, name_key, id_type,
      id_number_masked, id_number_sealed, id_number_fingerprint, front_document_id,
      back_document_id, submitted_at, due_at)
    VALUES (${one.customerId}, 1, ${one.name}, ${one.nameKana}, ${one.nameKey}, ${one.idType},
      ${one.idNumberMasked}, ${one.idNumberSealed}, ${one.idNumberFingerprint},
      ${one.frontDocumentId}, ${one.backDocumentId}, ${timestamp(one.at)},
      ${timestamp(one.dueAt)})
    ON CONFLICT (customer_id) WHERE status IN (1, 2) DO NOTHING`.execute(transaction);
  return result.numAffectedRows === 1n;
}

export function lockVerification(
  transaction: Transaction,
  id: bigint,
): Promise<StoredVerification | undefined> {
  return firstRow(
    transaction,
    sql<StoredVerification>`SELECT ${columns} FROM verification WHERE id = ${id} FOR UPDATE`,
  );
}

/** The photos that were handed in with it: one or two. */
export async function photosOf(reader: Reader, id: bigint): Promise<bigint[]> {
  const row = await firstRow(
    reader,
    sql<PhotosOfRow>`SELECT front_document_id AS front,
      back_document_id AS back FROM verification WHERE id = ${id}`,
  );
  if (row === undefined) return [];
  return row.back === null ? [row.front] : [row.front, row.back];
}

export async function decideVerification(
  transaction: Transaction,
  decision: {
    id: bigint;
    status: number;
    reason: { code: string; words: string } | null;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE verification SET status = ${decision.status}, decided_at = ${timestamp(decision.at)},
      reason_code = ${decision.reason?.code ?? null}, reason_words = ${decision.reason?.words ?? ""}
    WHERE id = ${decision.id} AND status = 1`.execute(transaction);
}

export function findSealedNumber(
  reader: Reader,
  id: bigint,
): Promise<{ customer_id: bigint; id_number_sealed: Buffer | null } | undefined> {
  return firstRow(
    reader,
    sql<FindSealedNumberRow>`
      SELECT customer_id, id_number_sealed FROM verification WHERE id = ${id}`,
  );
}

/** Other customers who handed in the same number; of a number that is not kept nobody knows. */
export async function accountsOfSameNumber(reader: Reader, id: bigint): Promise<string[]> {
  const found = await rows(
    reader,
    sql<AccountsOfSameNumberRow>`SELECT DISTINCT customer.account FROM verification this
      JOIN verification other ON other.id_number_fingerprint = this.id_number_fingerprint
        AND other.customer_id <> this.customer_id
      JOIN customer ON customer.id = other.customer_id
      WHERE this.id = ${id} ORDER BY customer.account LIMIT 20`,
  );
  return found.map(({ account }) => account);
}

export function earlierVerifications(
  reader: Reader,
  customerId: bigint,
  before: bigint,
): Promise<StoredVerification[]> {
  return rows(
    reader,
    sql<StoredVerification>`SELECT ${columns} FROM verification
      WHERE customer_id = ${customerId} AND id < ${before} ORDER BY id DESC LIMIT 20`,
  );
}
