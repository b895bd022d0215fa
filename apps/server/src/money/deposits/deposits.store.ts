import type { DelayReason } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ApprovedByOneRow, InsertDepositRow, StoredDeposit } from "./deposits.sql-types.ts";

export type { StoredDeposit } from "./deposits.sql-types.ts";

const depositColumns = sql`d.id, d.customer_id, d.channel_id, c.name AS channel_name, d.currency,
  d.amount, d.status, d.reference, d.submitted_at, d.promised_by,
  d.delay_reason, d.decided_at, d.reason_code, d.reason_words`;

/** Makes a customer's parallel deposits wait for one another: one is decided after the other. */
export async function lockDeposits(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('deposits', ${customerId}))`.execute(
    transaction,
  );
}

/** Undefined where another one is under review: the index is the guard. */
export async function insertDeposit(
  transaction: Transaction,
  deposit: {
    customerId: bigint;
    channelId: bigint;
    currency: Currency;
    amount: Minor;
    reference: string;
    receiptDocumentId: bigint;
    at: number;
    /** By when it is decided, whatever the setting says later. */
    promisedBy: number;
  },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertDepositRow>`INSERT INTO deposit (customer_id, channel_id, currency, amount, reference,
        receipt_document_id, submitted_at, promised_by, due_at)
      VALUES (${deposit.customerId}, ${deposit.channelId}, ${deposit.currency}, ${deposit.amount},
        ${deposit.reference}, ${deposit.receiptDocumentId}, ${timestamp(deposit.at)},
        ${timestamp(deposit.promisedBy)}, ${timestamp(deposit.promisedBy)})
      ON CONFLICT (customer_id) WHERE status = 0 DO NOTHING RETURNING id`,
  );
  return row?.id;
}

export function findDeposit(reader: Reader, id: bigint): Promise<StoredDeposit | undefined> {
  return firstRow(
    reader,
    sql<StoredDeposit>`SELECT ${depositColumns} FROM deposit d
      JOIN deposit_channel c ON c.id = d.channel_id WHERE d.id = ${id}`,
  );
}

export function findPending(
  reader: Reader,
  customerId: bigint,
): Promise<StoredDeposit | undefined> {
  return firstRow(
    reader,
    sql<StoredDeposit>`SELECT ${depositColumns} FROM deposit d
      JOIN deposit_channel c ON c.id = d.channel_id
      WHERE d.customer_id = ${customerId} AND d.status = 0`,
  );
}

/** Newest first, from below `before`. */
export function listDeposits(
  reader: Reader,
  page: { customerId: bigint; currency: Currency | null; before: bigint | null; limit: number },
): Promise<StoredDeposit[]> {
  return rows(
    reader,
    sql<StoredDeposit>`SELECT ${depositColumns} FROM deposit d
      JOIN deposit_channel c ON c.id = d.channel_id
      WHERE d.customer_id = ${page.customerId}
        AND (${page.currency}::text IS NULL OR d.currency = ${page.currency}::text)
        AND (${page.before}::bigint IS NULL OR d.id < ${page.before}::bigint)
      ORDER BY d.id DESC LIMIT ${page.limit}`,
  );
}

export function lockDeposit(
  transaction: Transaction,
  id: bigint,
): Promise<StoredDeposit | undefined> {
  return firstRow(
    transaction,
    sql<StoredDeposit>`SELECT ${depositColumns} FROM deposit d
      JOIN deposit_channel c ON c.id = d.channel_id WHERE d.id = ${id} FOR UPDATE OF d`,
  );
}

/** What one operator alone has approved of the customer's deposits in a currency since then. */
export async function approvedByOne(
  transaction: Transaction,
  { customer_id: customerId, currency }: StoredDeposit,
  since: number,
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<ApprovedByOneRow>`SELECT coalesce(sum(amount), 0)::text AS sum FROM deposit
      JOIN review_decision decision ON queue = 'deposits' AND item_id = deposit.id
      WHERE customer_id = ${customerId} AND currency = ${currency} AND status = 1
        AND decision.proposal_id IS NULL AND decision.decided_at > ${timestamp(since)}`,
  );
  return BigInt(row?.sum ?? 0);
}

export async function decideDeposit(
  transaction: Transaction,
  decision: {
    id: bigint;
    status: number;
    reason: { code: string; words: string } | null;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE deposit SET status = ${decision.status}, decided_at = ${timestamp(decision.at)},
      reason_code = ${decision.reason?.code ?? null}, reason_words = ${decision.reason?.words ?? ""}
    WHERE id = ${decision.id} AND status = 0`.execute(transaction);
}

/** Those whose promised time is over; another process's are skipped. */
export function lockDelayed(
  transaction: Transaction,
  now: number,
  limit: number,
): Promise<StoredDeposit[]> {
  return rows(
    transaction,
    sql<StoredDeposit>`SELECT ${depositColumns} FROM deposit d
      JOIN deposit_channel c ON c.id = d.channel_id
      WHERE d.status = 0 AND d.promised_by < ${timestamp(now)}
      ORDER BY d.promised_by LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED`,
  );
}

export async function promiseAnew(
  transaction: Transaction,
  promise: { id: bigint; promisedBy: number; reason: DelayReason; at: number },
): Promise<void> {
  await sql`UPDATE deposit SET promised_by = ${timestamp(promise.promisedBy)},
      delay_reason = ${promise.reason}, delay_told_at = ${timestamp(promise.at)}
    WHERE id = ${promise.id}`.execute(transaction);
}
