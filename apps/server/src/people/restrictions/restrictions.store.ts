import type { CustomerState, ReasonSentences } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  ClosingBarredHoursRow,
  HoldStateRow,
  LockCustomerRow,
  StoredRestriction,
  WasBannedRow,
} from "./restrictions.sql-types.ts";

export type { StoredRestriction } from "./restrictions.sql-types.ts";

const columns = sql`restriction.id, state, reason, texts, restricted_role, approved_role, since, review_at,
  closing_barred_until, ended_at, operator.email AS by`;
const joined = sql`restriction LEFT JOIN operator ON operator.id = restricted_by`;

/** Locked until the transaction ends. */
export function lockCustomer(
  transaction: Transaction,
  customerId: bigint,
): Promise<{ state: CustomerState } | undefined> {
  return firstRow(
    transaction,
    sql<LockCustomerRow>`SELECT state FROM customer WHERE id = ${customerId} FOR UPDATE`,
  );
}

/** Nobody changes it until the transaction ends; others may read it as well. */
export async function holdState(
  transaction: Transaction,
  customerId: bigint,
): Promise<CustomerState | undefined> {
  const row = await firstRow(
    transaction,
    sql<HoldStateRow>`SELECT state FROM customer WHERE id = ${customerId} FOR SHARE`,
  );
  return row?.state;
}

export async function endCurrent(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE restriction SET ended_at = greatest(since, ${timestamp(at)}::timestamptz)
    WHERE customer_id = ${customerId} AND ended_at IS NULL`.execute(transaction);
}

type NewRestriction = {
  customerId: bigint;
  state: Exclude<CustomerState, "active">;
  reason: string;
  texts: ReasonSentences | null;
  by: bigint | null;
  role: string | null;
  approvedRole: string | null;
  at: number;
  reviewAt: number;
  closingBarredUntil: number | null;
};

export async function insertRestriction(
  transaction: Transaction,
  one: NewRestriction,
): Promise<void> {
  await sql`INSERT INTO restriction (customer_id, state, reason, texts, restricted_by, restricted_role,
      approved_role, since, review_at, closing_barred_until)
    VALUES (${one.customerId}, ${one.state}, ${one.reason},
      ${one.texts === null ? null : JSON.stringify(one.texts)}::jsonb, ${one.by}, ${one.role},
      ${one.approvedRole}, ${timestamp(one.at)}, ${timestamp(one.reviewAt)},
      ${timestampOrNull(one.closingBarredUntil)}::timestamptz)`.execute(transaction);
}

/** Hours for which operators have barred closing lately, what is barred now included up to its end. */
export async function closingBarredHours(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<Narrowed<ClosingBarredHoursRow, { hours: number }>>`SELECT (extract(epoch FROM
      closing_barred_for(${customerId}, ${timestamp(at)}::timestamptz)) / 3600)::float8 AS hours`,
  );
  return row?.hours ?? 0;
}

export function currentOf(
  reader: Reader,
  customerId: bigint,
): Promise<StoredRestriction | undefined> {
  return firstRow(
    reader,
    sql<StoredRestriction>`SELECT ${columns} FROM ${joined}
      WHERE customer_id = ${customerId} AND ended_at IS NULL`,
  );
}

export function endedOf(
  reader: Reader,
  customerId: bigint,
  limit: number,
): Promise<StoredRestriction[]> {
  return rows(
    reader,
    sql<StoredRestriction>`SELECT ${columns} FROM ${joined}
      WHERE customer_id = ${customerId} AND ended_at IS NOT NULL
      ORDER BY restriction.id DESC LIMIT ${limit}`,
  );
}

/** Whether the customer could not sign in for some of the time. */
export async function wasBanned(
  reader: Reader,
  customerId: bigint,
  { from, until }: { from: number; until: number },
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<WasBannedRow>`SELECT id FROM restriction
      WHERE customer_id = ${customerId} AND state = 'banned' AND since < ${timestamp(until)}
        AND (ended_at IS NULL OR ended_at > ${timestamp(from)}) LIMIT 1`,
  );
  return row !== undefined;
}

function timestampOrNull(at: number | null) {
  return at === null ? null : timestamp(at);
}
