import type { Currency } from "@sanshi/money";
import type { PaymentFileFormat } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Payer } from "./payment-files.rules.ts";
import type {
  InsertFileRow,
  SentPayment,
  StoredFile,
  WaitingPayment,
  WaitingSum,
} from "./payment-files.sql-types.ts";

export type { SentPayment, StoredFile, WaitingPayment } from "./payment-files.sql-types.ts";

/** Until the transaction ends nobody else makes a file: a withdrawal is in one. */
export async function lockMaking(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('payment files'))`.execute(transaction);
}

const waits = sql`withdrawal w JOIN bank_card c ON c.id = w.card_id
  WHERE w.status = 0 AND w.approved_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM payment_file_item
      WHERE withdrawal_id = w.id AND result IS DISTINCT FROM 'refused')`;
const isZengin = sql`(w.currency = 'JPY' AND c.country = 'JP')`;

/** Approved before a moment and in no file, the oldest first; locked, so that none ends meanwhile. */
export function lockWaiting(
  transaction: Transaction,
  asked: { format: PaymentFileFormat; currency: Currency; before: number; limit: number },
): Promise<WaitingPayment[]> {
  return rows(
    transaction,
    sql<WaitingPayment>`SELECT w.id AS withdrawal_id, w.amount, w.card_id, (SELECT count(*)::int
          FROM payment_file_item WHERE withdrawal_id = w.id) AS refused_before
      FROM ${waits}
      AND ${isZengin} = ${asked.format === "zengin"} AND w.currency = ${asked.currency}
      AND w.approved_at < ${timestamp(asked.before)}
      ORDER BY w.approved_at, w.id LIMIT ${asked.limit} FOR UPDATE OF w`,
  );
}

/** What waits, by the file that it would be in. */
export function sumWaiting(reader: Reader): Promise<WaitingSum[]> {
  return rows(
    reader,
    sql<WaitingSum>`SELECT ${isZengin} AS is_zengin, w.currency, count(*)::int AS payments,
        sum(w.amount)::bigint AS total, min(w.approved_at) AS approved_from
      FROM ${waits} GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
  );
}

export async function insertFile(
  transaction: Transaction,
  file: {
    format: PaymentFileFormat;
    currency: Currency;
    transferOn: string;
    payer: Payer;
    by: bigint;
    at: number;
  },
): Promise<bigint> {
  const { payer } = file;
  const row = await firstRow(
    transaction,
    sql<InsertFileRow>`INSERT INTO payment_file (format, currency, transfer_on, payer_code, payer_name,
        payer_bank, payer_branch, payer_account_type, payer_account, made_by, made_at)
      VALUES (${file.format}, ${file.currency}, ${file.transferOn}::date, ${payer.code},
        ${payer.name}, ${payer.bank}, ${payer.branch}, ${payer.account_type}, ${payer.account},
        ${file.by}, ${timestamp(file.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a payment file was not kept");
  return row.id;
}

export async function insertItems(
  transaction: Transaction,
  fileId: bigint,
  withdrawalIds: readonly bigint[],
): Promise<void> {
  await sql`INSERT INTO payment_file_item (file_id, position, withdrawal_id)
    SELECT ${fileId}, position, withdrawal_id
    FROM unnest(${withdrawalIds}::bigint[]) WITH ORDINALITY AS sent (withdrawal_id, position)`.execute(
    transaction,
  );
}

const fileColumns = sql`f.id, f.format, f.currency, f.transfer_on::text AS transfer_on, f.payer_code, f.payer_name,
  f.payer_bank, f.payer_branch, f.payer_account_type, f.payer_account, operator.email AS made_by,
  f.made_at, f.answered_at, f.fetched_at, f.refused_at, f.refused_reason`;

export function listFiles(
  reader: Reader,
  page: { before: bigint | null; limit: number },
): Promise<StoredFile[]> {
  return rows(
    reader,
    sql<StoredFile>`SELECT ${fileColumns} FROM payment_file f JOIN operator ON operator.id = f.made_by
      WHERE ${page.before}::bigint IS NULL OR f.id < ${page.before}::bigint
      ORDER BY f.id DESC LIMIT ${page.limit}`,
  );
}

export function findFile(reader: Reader, id: bigint): Promise<StoredFile | undefined> {
  return firstRow(
    reader,
    sql<StoredFile>`SELECT ${fileColumns} FROM payment_file f JOIN operator ON operator.id = f.made_by
      WHERE f.id = ${id}`,
  );
}

/** Locked until the transaction ends: of two who read its answer the second finds it read. */
export function lockFile(transaction: Transaction, id: bigint): Promise<StoredFile | undefined> {
  return firstRow(
    transaction,
    sql<StoredFile>`SELECT ${fileColumns} FROM payment_file f JOIN operator ON operator.id = f.made_by
      WHERE f.id = ${id} FOR UPDATE OF f`,
  );
}

/** The first time that it was handed out counts. */
export async function keepFetched(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE payment_file SET fetched_at = ${timestamp(at)}
    WHERE id = ${id} AND fetched_at IS NULL`.execute(transaction);
}

/** None of a file's payments ends meanwhile, or is said to have come back. */
export async function lockPayments(transaction: Transaction, fileId: bigint): Promise<void> {
  // Their results first, as an answer and a statement do.
  await sql`SELECT FROM payment_file_item WHERE file_id = ${fileId}
    ORDER BY position FOR UPDATE`.execute(transaction);
  await sql`SELECT FROM withdrawal WHERE id IN
      (SELECT withdrawal_id FROM payment_file_item WHERE file_id = ${fileId})
    ORDER BY id FOR UPDATE`.execute(transaction);
}

/** The file stays as refused; its payments are in none from now on. */
export async function refuseFile(
  transaction: Transaction,
  refusal: { id: bigint; reason: string; proposalId: bigint; at: number },
): Promise<void> {
  await sql`UPDATE payment_file SET refused_at = ${timestamp(refusal.at)},
      refused_reason = ${refusal.reason}, refusal_id = ${refusal.proposalId}
    WHERE id = ${refusal.id}`.execute(transaction);
  await sql`UPDATE payment_file_item SET result = 'refused' WHERE file_id = ${refusal.id}`.execute(
    transaction,
  );
}

/** The payments of files, in their order. */
export function listPayments(reader: Reader, fileIds: readonly bigint[]): Promise<SentPayment[]> {
  return rows(
    reader,
    sql<SentPayment>`SELECT i.file_id, i.position, i.withdrawal_id, i.result, i.return_reason, w.amount,
        w.card_id, w.status, (SELECT count(*)::int FROM payment_file_item
          WHERE withdrawal_id = w.id AND file_id < i.file_id) AS refused_before
      FROM payment_file_item i JOIN withdrawal w ON w.id = i.withdrawal_id
      WHERE i.file_id = ANY (${fileIds}::bigint[]) ORDER BY i.file_id, i.position`,
  );
}

/** Kept once: what has its result keeps it. */
export async function keepResults(
  transaction: Transaction,
  results: readonly { withdrawalId: bigint; reason: string | null }[],
): Promise<void> {
  await sql`UPDATE payment_file_item item
    SET result = CASE WHEN given.reason IS NULL THEN 'paid' ELSE 'returned' END,
      return_reason = given.reason
    FROM unnest(${results.map((one) => one.withdrawalId)}::bigint[],
      ${results.map((one) => one.reason)}::text[]) AS given (withdrawal_id, reason)
    WHERE item.withdrawal_id = given.withdrawal_id AND item.result IS NULL`.execute(transaction);
}

/** False where the very answer was read before, for whichever file. */
export async function keepAnswer(
  transaction: Transaction,
  answer: { fileId: bigint; name: string; hash: Buffer; by: bigint; at: number },
): Promise<boolean> {
  const kept = await sql`UPDATE payment_file SET answer_name = ${answer.name},
      answer_hash = ${answer.hash}, answered_by = ${answer.by}, answered_at = ${timestamp(answer.at)}
    WHERE id = ${answer.fileId}
      AND NOT EXISTS (SELECT FROM payment_file WHERE answer_hash = ${answer.hash})`.execute(
    transaction,
  );
  return kept.numAffectedRows === 1n;
}
