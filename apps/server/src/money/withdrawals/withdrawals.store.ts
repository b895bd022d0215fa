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
import type {
  CountUnderReviewRow,
  InsertWithdrawalRow,
  IsReferenceUsedRow,
  IsWithBankRow,
  StoredWithdrawal,
  WithdrawalCounts,
} from "./withdrawals.sql-types.ts";

export type { StoredWithdrawal } from "./withdrawals.sql-types.ts";

const columns = sql`w.id, w.customer_id, w.card_id, w.currency, w.amount, w.status, w.requested_at,
  w.expected_by, w.latest_by, w.promised_by, w.delay_reason, w.approved_at, w.approved_by, w.approval_id, w.bank_reference, w.ended_at, w.reason_code, w.reason_words, c.holder_name,
  c.number_masked, c.bank_name, c.branch_name, sent.sent_at, sent.refused_at,
  EXISTS (SELECT FROM bank_movement m WHERE m.matched_kind = 'withdrawal' AND m.matched_id = w.id) AS has_line`;
/** With the file that it is in, once the bank may have it, and the last that it had and refused. */
const withCard = sql`withdrawal w JOIN bank_card c ON c.id = w.card_id CROSS JOIN LATERAL
  (SELECT max(f.fetched_at) FILTER (WHERE i.result IS DISTINCT FROM 'refused') AS sent_at,
      max(f.refused_at) FILTER (WHERE i.result = 'refused' AND f.fetched_at IS NOT NULL) AS refused_at
    FROM payment_file_item i JOIN payment_file f ON f.id = i.file_id
    WHERE i.withdrawal_id = w.id) sent`;

export async function insertWithdrawal(
  transaction: Transaction,
  withdrawal: {
    customerId: bigint;
    cardId: bigint;
    currency: Currency;
    amount: Minor;
    requestedAt: number;
    expectedBy: number;
    latestBy: number;
  },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertWithdrawalRow>`INSERT INTO withdrawal (customer_id, card_id, currency, amount, requested_at,
        expected_by, latest_by, promised_by)
      VALUES (${withdrawal.customerId}, ${withdrawal.cardId}, ${withdrawal.currency},
        ${withdrawal.amount}, ${timestamp(withdrawal.requestedAt)},
        ${timestamp(withdrawal.expectedBy)}, ${timestamp(withdrawal.latestBy)},
        ${timestamp(withdrawal.expectedBy)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a withdrawal was not kept");
  return row.id;
}

export function findWithdrawal(reader: Reader, id: bigint): Promise<StoredWithdrawal | undefined> {
  return firstRow(
    reader,
    sql<StoredWithdrawal>`SELECT ${columns} FROM ${withCard} WHERE w.id = ${id}`,
  );
}

/** Those of the ids that are under review, by id. */
export function findUnderReview(
  reader: Reader,
  ids: readonly bigint[],
): Promise<StoredWithdrawal[]> {
  return rows(
    reader,
    sql<StoredWithdrawal>`SELECT ${columns} FROM ${withCard}
      WHERE w.id = ANY (${ids}::bigint[]) AND w.status = 0 ORDER BY w.id`,
  );
}

/** Locked until the transaction ends: of two who end it the second finds it ended. */
export function lockWithdrawal(
  transaction: Transaction,
  id: bigint,
): Promise<StoredWithdrawal | undefined> {
  return firstRow(
    transaction,
    sql<StoredWithdrawal>`SELECT ${columns} FROM ${withCard} WHERE w.id = ${id} FOR UPDATE OF w`,
  );
}

export async function approveWithdrawal(
  transaction: Transaction,
  approval: { id: bigint; by: bigint; proposalId: bigint | null; at: number },
): Promise<void> {
  await sql`UPDATE withdrawal SET approved_at = ${timestamp(approval.at)},
      approved_by = ${approval.by}, approval_id = ${approval.proposalId}
    WHERE id = ${approval.id}`.execute(transaction);
}

export async function isReferenceUsed(reader: Reader, reference: string): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsReferenceUsedRow>`SELECT EXISTS (SELECT FROM withdrawal
      WHERE bank_reference = ${reference}) AS used`,
  );
  return row?.used === true;
}

/** Whether it is in a payment file of which the bank has not said yet what became of it, or was paid by a line. */
export async function isWithBank(reader: Reader, id: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsWithBankRow>`SELECT EXISTS (SELECT FROM payment_file_item
        WHERE withdrawal_id = ${id} AND result IS NULL)
      OR EXISTS (SELECT FROM bank_movement
        WHERE matched_kind = 'withdrawal' AND matched_id = ${id}) AS sent`,
  );
  return row?.sent === true;
}

export async function endWithdrawal(
  transaction: Transaction,
  end: {
    id: bigint;
    status: number;
    reason: { code: string; words: string } | null;
    /** Of one that is paid, and of no other. */
    bankReference?: string;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE withdrawal SET status = ${end.status}, ended_at = ${timestamp(end.at)},
      bank_reference = ${end.bankReference ?? null}, reason_code = ${end.reason?.code ?? null}, reason_words = ${end.reason?.words ?? ""}
    WHERE id = ${end.id}`.execute(transaction);
}

export async function countUnderReview(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountUnderReviewRow>`SELECT count(*)::int AS count FROM withdrawal
      WHERE customer_id = ${customerId} AND status = 0`,
  );
  return row?.count ?? 0;
}

/** All that are under review, and of those that have ended the newest; the newest first. */
export function listWithdrawals(
  reader: Reader,
  customerId: bigint,
  currency: Currency | null,
  endedMax: number,
): Promise<StoredWithdrawal[]> {
  const own = sql`${withCard} WHERE w.customer_id = ${customerId}
    AND (${currency}::text IS NULL OR w.currency = ${currency}::text)`;
  return rows(
    reader,
    sql<StoredWithdrawal>`SELECT * FROM (
        (SELECT ${columns} FROM ${own} AND w.status = 0)
        UNION ALL
        (SELECT ${columns} FROM ${own} AND w.status <> 0 ORDER BY w.id DESC LIMIT ${endedMax})
      ) listed ORDER BY id DESC`,
  );
}

/** Those whose promised time is over; another process's are skipped. */
export function lockDelayed(
  transaction: Transaction,
  now: number,
  limit: number,
): Promise<StoredWithdrawal[]> {
  return rows(
    transaction,
    sql<StoredWithdrawal>`SELECT ${columns} FROM ${withCard}
      WHERE w.status = 0 AND w.promised_by < ${timestamp(now)}
      ORDER BY w.promised_by LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED`,
  );
}

export async function promiseAnew(
  transaction: Transaction,
  promise: { id: bigint; promisedBy: number; reason: DelayReason; at: number },
): Promise<void> {
  await sql`UPDATE withdrawal SET promised_by = ${timestamp(promise.promisedBy)},
      delay_reason = ${promise.reason}, delay_told_at = ${timestamp(promise.at)}
    WHERE id = ${promise.id}`.execute(transaction);
}

/**
 * `overdue`: under review still, after the time that was promised at the request. `due`: whose answer is
 * known: paid, or not paid in the time that was promised.
 */
export type { WithdrawalCounts } from "./withdrawals.sql-types.ts";

/**
 * Of everybody's since a moment, and all that still wait; durations in minutes. Whoever waits past the
 * promise counts as late, with the wait so far, and so does whoever gave up or was turned down after it.
 */
export async function countWithdrawals(
  reader: Reader,
  { since, now }: { since: number; now: number },
): Promise<WithdrawalCounts> {
  const row = await firstRow(
    reader,
    sql<WithdrawalCounts>`
      WITH counted AS (
        SELECT *, coalesce(ended_at, ${timestamp(now)}::timestamptz) AS until FROM withdrawal
        WHERE requested_at >= ${timestamp(since)} OR status = 0
      ), timed AS (
        SELECT status, until <= expected_by AS on_time, status = 1 OR until > expected_by AS due,
          CASE WHEN status = 1 OR until > expected_by
            THEN extract(epoch FROM until - requested_at)::float8 / 60 END AS minutes
        FROM counted
      )
      SELECT count(*)::int AS requested,
        count(*) FILTER (WHERE status = 1)::int AS paid,
        count(*) FILTER (WHERE status = 2)::int AS rejected,
        count(*) FILTER (WHERE status = 3)::int AS cancelled,
        count(*) FILTER (WHERE status = 0)::int AS under_review,
        count(*) FILTER (WHERE status = 0 AND due)::int AS overdue,
        count(*) FILTER (WHERE due)::int AS due,
        count(*) FILTER (WHERE status = 1 AND on_time)::int AS on_time,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY minutes) AS median,
        percentile_cont(0.9) WITHIN GROUP (ORDER BY minutes) AS ninetieth,
        max(minutes) AS longest
      FROM timed`,
  );
  if (row === undefined) throw new Error("a count has a row");
  return row;
}
