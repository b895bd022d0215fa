import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  type Reader,
  type Transaction,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type {
  BookBreakRow,
  CandidateRow,
  FindRecord2Row,
  FindRecordRow,
  LockMovementRow,
  StoredMovement,
} from "./bank-movements.sql-types.ts";

export type RecordKind = "deposit" | "withdrawal";
export type { StoredMovement } from "./bank-movements.sql-types.ts";

const columns = sql`movement.id, bank_id, to_char(booked_on, 'YYYY-MM-DD') AS booked_on, currency,
  amount, reference, counterparty, matched_kind, matched_id, operator.email AS matched_by,
  matched_at, file_name`;
const source = sql`bank_movement movement JOIN bank_import ON bank_import.id = import_id
  LEFT JOIN operator ON operator.id = matched_by`;

/** What is open with the oldest first, what is matched with the newest first. */
export function listMovements(
  reader: Reader,
  page: { state: "open" | "matched"; after: { date: string; id: bigint } | null; limit: number },
): Promise<StoredMovement[]> {
  const { state, after, limit } = page;
  const place = sql`(booked_on, movement.id)`;
  const behind =
    after === null
      ? sql``
      : state === "open"
        ? sql`AND ${place} > (${after.date}::date, ${after.id}::bigint)`
        : sql`AND ${place} < (${after.date}::date, ${after.id}::bigint)`;
  return rows(
    reader,
    state === "open"
      ? sql<StoredMovement>`SELECT ${columns} FROM ${source}
          WHERE matched_kind IS NULL ${behind} ORDER BY movement.booked_on, movement.id LIMIT ${limit}`
      : sql<StoredMovement>`SELECT ${columns} FROM ${source}
          WHERE matched_kind IS NOT NULL ${behind}
          ORDER BY movement.booked_on DESC, movement.id DESC LIMIT ${limit}`,
  );
}

export function movementsBetween(
  reader: Reader,
  { from, to }: { from: string; to: string },
): Promise<StoredMovement[]> {
  return rows(
    reader,
    sql<StoredMovement>`SELECT ${columns} FROM ${source}
      WHERE movement.booked_on BETWEEN ${from}::date AND ${to}::date
      ORDER BY movement.booked_on, movement.id`,
  );
}

type BookBreak = Narrowed<BookBreakRow, { kind: RecordKind; amount: Minor; booked_at: number }>;

/** Booked money that no movement has confirmed, the oldest first. */
export function listBreaks(reader: Reader, limit: number): Promise<BookBreak[]> {
  return rows(
    reader,
    sql<BookBreak>`
      SELECT * FROM (
        SELECT 'deposit' AS kind, deposit.id, account, currency, amount, decided_at AS booked_at
        FROM deposit JOIN customer ON customer.id = customer_id WHERE status = 1
        UNION ALL
        SELECT 'withdrawal', withdrawal.id, account, currency, -amount, ended_at
        FROM withdrawal JOIN customer ON customer.id = customer_id WHERE status = 1
      ) booked
      WHERE NOT EXISTS (SELECT FROM bank_movement
        WHERE matched_kind = kind AND matched_id = booked.id)
      ORDER BY booked_at, id LIMIT ${limit}`,
  );
}

/** Until the transaction ends nobody else imports or matches: no record is taken twice. */
export async function lockMatching(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('bank movements'))`.execute(transaction);
}

export type Candidate = Narrowed<
  CandidateRow,
  {
    kind: RecordKind;
    /** Signed as the bank sees it. */
    amount: Minor;
  }
>;

/** Deposits and withdrawals of these amounts that no movement belongs to yet, the oldest first. */
export function findCandidates(
  reader: Reader,
  amounts: readonly { currency: Currency; amount: Minor }[],
): Promise<Candidate[]> {
  return rows(
    reader,
    sql<Candidate>`
      WITH wanted AS (
        SELECT DISTINCT * FROM unnest(${amounts.map((one) => one.currency)}::text[],
          ${amounts.map((one) => one.amount as bigint)}::bigint[]) AS w (currency, amount)
      ), booked AS (
        SELECT 'deposit' AS kind, id, currency, amount, reference FROM deposit WHERE status IN (0, 1)
        UNION ALL
        SELECT 'withdrawal', id, currency, -amount, '' FROM withdrawal WHERE status IN (0, 1)
          -- What the bank sent back is not paid by the line of its first attempt.
          AND NOT EXISTS (SELECT FROM payment_file_item
            WHERE withdrawal_id = withdrawal.id AND result = 'returned')
      )
      SELECT booked.* FROM booked JOIN wanted USING (currency, amount)
      WHERE NOT EXISTS (SELECT FROM bank_movement
        WHERE matched_kind = kind AND matched_id = booked.id)
      ORDER BY id`,
  );
}

/** One deposit or withdrawal as the bank would see it, unless it was rejected or cancelled. */
export function findRecord(
  reader: Reader,
  kind: RecordKind,
  id: bigint,
): Promise<{ currency: Currency; amount: Minor } | undefined> {
  return firstRow(
    reader,
    kind === "deposit"
      ? sql<FindRecordRow>`SELECT currency, amount FROM deposit
          WHERE id = ${id} AND status IN (0, 1)`
      : sql<Narrowed<FindRecord2Row, { amount: Minor }>>`SELECT currency, -amount AS amount
          FROM withdrawal WHERE id = ${id} AND status IN (0, 1)`,
  );
}

export function lockMovement(
  transaction: Transaction,
  id: bigint,
): Promise<
  | { currency: Currency; amount: Minor; bank_id: string; matched_kind: RecordKind | null }
  | undefined
> {
  return firstRow(
    transaction,
    sql<LockMovementRow>`SELECT currency, amount, bank_id, matched_kind FROM bank_movement
      WHERE id = ${id} FOR UPDATE`,
  );
}
