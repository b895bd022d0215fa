import { loginPasswordCaseDays, type loginResetEnds } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type {
  ApprovedResetRow,
  AskingCustomer,
  CustomerOfCaseRow,
  EndResetsRow,
  FindApprovedFactorResetRow,
  LockAccountRow,
  StoredReset,
} from "./login-resets.sql-types.ts";

export type ResetEnd = (typeof loginResetEnds)[number];

/** What customer service is called for: a forgotten login password, or second factors that are all lost. */
export type CaseKind = "login_password" | "second_factors";

const tables: Readonly<Record<CaseKind, RawBuilder<unknown>>> = {
  login_password: sql`login_password_reset`,
  second_factors: sql`second_factor_reset`,
};

/** Of a case that has ended nothing is kept. */
const forgotten: Readonly<Record<CaseKind, RawBuilder<unknown>>> = {
  login_password: sql`, password_hash = NULL`,
  second_factors: sql``,
};

export type { StoredReset } from "./login-resets.sql-types.ts";

const columns = sql`id, customer_id, case_number, requested_at, due_at, expires_at, ended`;

/** Whatever changes a customer's resets or password locks the customer first, and so one after another. */
export async function lockAccount(
  transaction: Transaction,
  account: string,
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<LockAccountRow>`SELECT id FROM customer WHERE account = ${account} FOR NO KEY UPDATE`,
  );
  return row?.id;
}

export async function lockCustomer(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT FROM customer WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(transaction);
}

/** The case, locked with its customer: not even its end by time comes in between. */
export async function lockReset(
  transaction: Transaction,
  kind: CaseKind,
  id: bigint,
): Promise<StoredReset | undefined> {
  const found = await findReset(transaction, kind, id);
  if (found === undefined) return undefined;
  await lockCustomer(transaction, found.customer_id);
  return firstRow(
    transaction,
    sql<StoredReset>`SELECT ${columns} FROM ${tables[kind]} WHERE id = ${id}
      FOR NO KEY UPDATE`,
  );
}

export function findReset(
  reader: Reader,
  kind: CaseKind,
  id: bigint,
): Promise<StoredReset | undefined> {
  return firstRow(
    reader,
    sql<StoredReset>`SELECT ${columns} FROM ${tables[kind]} WHERE id = ${id}`,
  );
}

/** What of a customer's is under way: the one that was approved, else the newest that was asked for. */
export function findLiveReset(
  reader: Reader,
  kind: CaseKind,
  customerId: bigint,
  now: number,
): Promise<StoredReset | undefined> {
  return firstRow(
    reader,
    sql<StoredReset>`SELECT ${columns} FROM ${tables[kind]}
      WHERE customer_id = ${customerId} AND ended IS NULL AND expires_at > ${timestamp(now)}
      ORDER BY due_at IS NULL, id DESC LIMIT 1`,
  );
}

type ApprovedReset = Narrowed<ApprovedResetRow, { password_hash: string }>;

/** Whose case a number is of, of either kind, whatever has become of it; undefined once its time is over. */
export async function customerOfCase(
  reader: Reader,
  caseNumber: string,
  now: number,
): Promise<bigint | undefined> {
  const row = await firstRow(
    reader,
    sql<Narrowed<CustomerOfCaseRow, { customer_id: bigint }>>`
      SELECT customer_id FROM login_password_reset
      WHERE case_number = ${caseNumber} AND requested_at + ${loginPasswordCaseDays} * interval '1 day' > ${timestamp(now)}
      UNION ALL SELECT customer_id FROM second_factor_reset
      WHERE case_number = ${caseNumber} AND requested_at + ${loginPasswordCaseDays} * interval '1 day' > ${timestamp(now)}`,
  );
  return row?.customer_id;
}

/** Waiting or due. */
export function findApprovedFactorReset(
  reader: Reader,
  customerId: bigint,
  now: number,
): Promise<{ id: bigint; due_at: number } | undefined> {
  return firstRow(
    reader,
    sql<FindApprovedFactorResetRow>`SELECT id, due_at FROM second_factor_reset
      WHERE customer_id = ${customerId} AND ended IS NULL AND due_at IS NOT NULL
        AND expires_at > ${timestamp(now)}`,
  );
}

/** Waiting or due. */
export function findApprovedReset(
  reader: Reader,
  customerId: bigint | null,
  now: number,
): Promise<ApprovedReset | undefined> {
  return firstRow(
    reader,
    sql<ApprovedReset>`SELECT id, password_hash, due_at FROM login_password_reset
      WHERE customer_id = ${customerId} AND ended IS NULL AND due_at IS NOT NULL
        AND expires_at > ${timestamp(now)}`,
  );
}

/** False where the same request came before: its number is the answer again. */
export async function insertReset(
  transaction: Transaction,
  reset: {
    customerId: bigint;
    caseNumber: string;
    passwordHash: string;
    device: string;
    address: string;
    requestedAt: number;
    expiresAt: number;
  },
): Promise<boolean> {
  const result =
    await sql`INSERT INTO login_password_reset (customer_id, case_number, password_hash,
      device, address, requested_at, expires_at)
    VALUES (${reset.customerId}, ${reset.caseNumber}, ${reset.passwordHash}, ${reset.device},
      ${reset.address}, ${timestamp(reset.requestedAt)}, ${timestamp(reset.expiresAt)})
    ON CONFLICT (case_number) DO NOTHING`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** False where the same request came before: its number is the answer again. */
export async function insertFactorReset(
  transaction: Transaction,
  reset: {
    customerId: bigint;
    caseNumber: string;
    device: string;
    address: string;
    requestedAt: number;
    expiresAt: number;
  },
): Promise<boolean> {
  const result =
    await sql`INSERT INTO second_factor_reset (customer_id, case_number, device, address,
      requested_at, expires_at)
    VALUES (${reset.customerId}, ${reset.caseNumber}, ${reset.device}, ${reset.address},
      ${timestamp(reset.requestedAt)}, ${timestamp(reset.expiresAt)})
    ON CONFLICT (case_number) DO NOTHING`.execute(transaction);
  return result.numAffectedRows === 1n;
}

const endedAs = (kind: CaseKind, ended: ResetEnd, at: number) =>
  sql`ended = ${ended}, ended_at = ${timestamp(at)} ${forgotten[kind]}`;

/** Forgets the passwords of all whose time is over. One that somebody else holds is the next one's. */
export async function expireResets(
  transaction: Transaction,
  kind: CaseKind,
  at: number,
): Promise<void> {
  await sql`UPDATE ${tables[kind]} SET ${endedAs(kind, "expired", at)}
    WHERE id IN (SELECT id FROM ${tables[kind]}
      WHERE ended IS NULL AND expires_at <= ${timestamp(at)} FOR UPDATE SKIP LOCKED)`.execute(
    transaction,
  );
}

/** Of more cases from `before` than a customer can have the oldest end, but none that an operator works on. */
export async function replaceOldest(
  transaction: Transaction,
  kind: CaseKind,
  { customerId, queue, casesMax, before, at }: ReplacedCases,
): Promise<void> {
  await sql`UPDATE ${tables[kind]} SET ${endedAs(kind, "replaced", at)}
    WHERE id IN (SELECT id FROM ${tables[kind]} waiting
      WHERE customer_id = ${customerId} AND ended IS NULL AND due_at IS NULL
        AND requested_at <= ${timestamp(before)}
        AND NOT EXISTS (SELECT FROM review_claim claim WHERE claim.queue = ${queue}
          AND claim.item_id = waiting.id AND claim.claimed_until > real_now())
        AND NOT EXISTS (SELECT FROM proposal WHERE kind = ${`review:${queue}`}
          AND subject = waiting.id::text AND state = 'pending')
      ORDER BY id DESC OFFSET ${casesMax})`.execute(transaction);
}

type ReplacedCases = {
  customerId: bigint;
  queue: string;
  casesMax: number;
  before: number;
  at: number;
};

/**
 * Ends whatever of a customer's has not ended, but for one; what lapsed before ends as that. Answers how
 * many were under way.
 */
export async function endResets(
  transaction: Transaction,
  kind: CaseKind,
  reset: { customerId: bigint; ended: ResetEnd; allBut?: bigint; at: number },
): Promise<number> {
  const { customerId, ended, allBut = 0n, at } = reset;
  const changed = await rows(
    transaction,
    sql<
      Narrowed<EndResetsRow, { lapsed: boolean }>
    >`UPDATE ${tables[kind]} SET ended_at = ${timestamp(at)} ${forgotten[kind]},
        ended = CASE WHEN expires_at > ${timestamp(at)} THEN ${ended} ELSE 'expired' END
      WHERE customer_id = ${customerId} AND ended IS NULL AND id <> ${allBut}
      RETURNING ended = 'expired' AS lapsed`,
  );
  return changed.filter(({ lapsed }) => !lapsed).length;
}

export async function approveReset(
  transaction: Transaction,
  kind: CaseKind,
  reset: { id: bigint; approvedAt: number; dueAt: number; expiresAt: number },
): Promise<void> {
  await sql`UPDATE ${tables[kind]} SET approved_at = ${timestamp(reset.approvedAt)},
      due_at = ${timestamp(reset.dueAt)}, expires_at = ${timestamp(reset.expiresAt)}
    WHERE id = ${reset.id}`.execute(transaction);
}

export async function rejectReset(
  transaction: Transaction,
  kind: CaseKind,
  { id, at }: { id: bigint; at: number },
): Promise<void> {
  await sql`UPDATE ${tables[kind]} SET ${endedAs(kind, "rejected", at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

/** False where nothing that was approved waits or is due. */
export async function stopReset(
  transaction: Transaction,
  kind: CaseKind,
  { id, at }: { id: bigint; at: number },
): Promise<boolean> {
  const result = await sql`UPDATE ${tables[kind]} SET ${endedAs(kind, "stopped", at)}
    WHERE id = ${id} AND ended IS NULL AND due_at IS NOT NULL
      AND expires_at > ${timestamp(at)}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** False where it is not due, or no more: it may have been cancelled since it was looked at. */
export async function useReset(
  transaction: Transaction,
  kind: CaseKind,
  { id, at }: { id: bigint; at: number },
): Promise<boolean> {
  const result = await sql`UPDATE ${tables[kind]} SET ${endedAs(kind, "used", at)}
    WHERE id = ${id} AND ended IS NULL AND due_at <= ${timestamp(at)}
      AND expires_at > ${timestamp(at)}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

export type { AskingCustomer } from "./login-resets.sql-types.ts";

/** What an operator should know before being sure of somebody. */
export async function askingCustomer(
  reader: Reader,
  kind: CaseKind,
  { id, customerId, now }: { id: bigint; customerId: bigint; now: number },
): Promise<AskingCustomer> {
  const [row] = await rows(
    reader,
    sql<AskingCustomer>`SELECT customer.state AS customer_state,
        (SELECT name FROM verification WHERE customer_id = customer.id AND status = 2) AS name,
        EXISTS (SELECT FROM customer_totp
          WHERE customer_id = customer.id AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM customer_passkey WHERE customer_id = customer.id
          AND (confirm_by IS NULL OR confirm_by > real_now()))
        OR EXISTS (SELECT FROM customer_recovery_code
          WHERE customer_id = customer.id AND used_at IS NULL) AS second_step,
        EXISTS (SELECT FROM session WHERE customer_id = customer.id
          AND md5(session.device) = md5(reset.device)) AS device_known,
        (SELECT count(*)::int FROM session
          WHERE customer_id = customer.id AND revoked_at IS NULL) AS sessions,
        (SELECT count(*)::int FROM ${tables[kind]} other WHERE other.customer_id = customer.id
          AND other.id <> reset.id AND other.ended IS NULL
          AND other.expires_at > ${timestamp(now)}) AS other_cases
      FROM ${tables[kind]} reset JOIN customer ON customer.id = reset.customer_id
      WHERE reset.id = ${id} AND customer.id = ${customerId}`,
  );
  if (row === undefined) throw new Error("a case about nobody");
  return row;
}
