import type { CustomerState, loginResetEnds } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";

export type ResetEnd = (typeof loginResetEnds)[number];

export type StoredReset = {
  id: bigint;
  customer_id: bigint;
  case_number: string;
  requested_at: number;
  due_at: number | null;
  expires_at: number;
  ended: ResetEnd | null;
};

const columns = sql`id, customer_id, case_number, requested_at, due_at, expires_at, ended`;

/** Whatever changes a customer's resets or password locks the customer first, and so one after another. */
export async function lockAccount(
  transaction: Transaction,
  account: string,
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account} FOR NO KEY UPDATE`,
  );
  return row?.id;
}

export async function lockCustomer(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT FROM customer WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(transaction);
}

/** The case, locked with its customer: not even its end by time comes in between. */
export async function lockReset(
  transaction: Transaction,
  id: bigint,
): Promise<StoredReset | undefined> {
  const found = await findReset(transaction, id);
  if (found === undefined) return undefined;
  await lockCustomer(transaction, found.customer_id);
  return firstRow(
    transaction,
    sql<StoredReset>`SELECT ${columns} FROM login_password_reset WHERE id = ${id}
      FOR NO KEY UPDATE`,
  );
}

export function findReset(reader: Reader, id: bigint): Promise<StoredReset | undefined> {
  return firstRow(
    reader,
    sql<StoredReset>`SELECT ${columns} FROM login_password_reset WHERE id = ${id}`,
  );
}

/** What of a customer's is under way: the one that was approved, else the newest that was asked for. */
export function findLiveReset(
  reader: Reader,
  customerId: bigint,
  now: number,
): Promise<StoredReset | undefined> {
  return firstRow(
    reader,
    sql<StoredReset>`SELECT ${columns} FROM login_password_reset
      WHERE customer_id = ${customerId} AND ended IS NULL AND expires_at > ${timestamp(now)}
      ORDER BY due_at IS NULL, id DESC LIMIT 1`,
  );
}

export type ApprovedReset = { id: bigint; password_hash: string; due_at: number };

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

const endedAs = (ended: ResetEnd, at: number) =>
  sql`ended = ${ended}, ended_at = ${timestamp(at)}, password_hash = NULL`;

/** Forgets the passwords of all whose time is over. One that somebody else holds is the next one's. */
export async function expireResets(transaction: Transaction, at: number): Promise<void> {
  await sql`UPDATE login_password_reset SET ${endedAs("expired", at)}
    WHERE id IN (SELECT id FROM login_password_reset
      WHERE ended IS NULL AND expires_at <= ${timestamp(at)} FOR UPDATE SKIP LOCKED)`.execute(
    transaction,
  );
}

/** Of more cases from `before` than a customer can have the oldest end, but none that an operator works on. */
export async function replaceOldest(
  transaction: Transaction,
  { customerId, queue, casesMax, before, at }: ReplacedCases,
): Promise<void> {
  await sql`UPDATE login_password_reset SET ${endedAs("replaced", at)}
    WHERE id IN (SELECT id FROM login_password_reset waiting
      WHERE customer_id = ${customerId} AND ended IS NULL AND due_at IS NULL
        AND requested_at <= ${timestamp(before)}
        AND NOT EXISTS (SELECT FROM review_claim claim WHERE claim.queue = ${queue}
          AND claim.item_id = waiting.id AND claim.claimed_until > clock_timestamp())
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
  reset: { customerId: bigint; ended: ResetEnd; allBut?: bigint; at: number },
): Promise<number> {
  const { customerId, ended, allBut = 0n, at } = reset;
  const changed = await rows(
    transaction,
    sql<{ lapsed: boolean }>`UPDATE login_password_reset SET ended_at = ${timestamp(at)},
        password_hash = NULL,
        ended = CASE WHEN expires_at > ${timestamp(at)} THEN ${ended} ELSE 'expired' END
      WHERE customer_id = ${customerId} AND ended IS NULL AND id <> ${allBut}
      RETURNING ended = 'expired' AS lapsed`,
  );
  return changed.filter(({ lapsed }) => !lapsed).length;
}

export async function approveReset(
  transaction: Transaction,
  reset: { id: bigint; approvedAt: number; dueAt: number; expiresAt: number },
): Promise<void> {
  await sql`UPDATE login_password_reset SET approved_at = ${timestamp(reset.approvedAt)},
      due_at = ${timestamp(reset.dueAt)}, expires_at = ${timestamp(reset.expiresAt)}
    WHERE id = ${reset.id}`.execute(transaction);
}

export async function rejectReset(
  transaction: Transaction,
  { id, at }: { id: bigint; at: number },
): Promise<void> {
  await sql`UPDATE login_password_reset SET ${endedAs("rejected", at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

/** False where nothing that was approved waits or is due. */
export async function stopReset(
  transaction: Transaction,
  { id, at }: { id: bigint; at: number },
): Promise<boolean> {
  const result = await sql`UPDATE login_password_reset SET ${endedAs("stopped", at)}
    WHERE id = ${id} AND ended IS NULL AND due_at IS NOT NULL
      AND expires_at > ${timestamp(at)}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** False where it is not due, or no more: it may have been cancelled since it was looked at. */
export async function useReset(
  transaction: Transaction,
  { id, at }: { id: bigint; at: number },
): Promise<boolean> {
  const result = await sql`UPDATE login_password_reset SET ${endedAs("used", at)}
    WHERE id = ${id} AND ended IS NULL AND due_at <= ${timestamp(at)}
      AND expires_at > ${timestamp(at)}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

export type AskingCustomer = {
  name: string | null;
  customer_state: CustomerState;
  second_step: boolean;
  device_known: boolean;
  sessions: number;
  other_cases: number;
};

/** What an operator should know before being sure of somebody. */
export async function askingCustomer(
  reader: Reader,
  { id, customerId, now }: { id: bigint; customerId: bigint; now: number },
): Promise<AskingCustomer> {
  const [row] = await rows(
    reader,
    sql<AskingCustomer>`SELECT customer.state AS customer_state,
        (SELECT name FROM verification WHERE customer_id = customer.id AND status = 2) AS name,
        EXISTS (SELECT FROM customer_totp
          WHERE customer_id = customer.id AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM customer_passkey WHERE customer_id = customer.id
          AND (confirm_by IS NULL OR confirm_by > clock_timestamp()))
        OR EXISTS (SELECT FROM customer_recovery_code
          WHERE customer_id = customer.id AND used_at IS NULL) AS second_step,
        EXISTS (SELECT FROM session WHERE customer_id = customer.id
          AND md5(session.device) = md5(reset.device)) AS device_known,
        (SELECT count(*)::int FROM session
          WHERE customer_id = customer.id AND revoked_at IS NULL) AS sessions,
        (SELECT count(*)::int FROM login_password_reset other WHERE other.customer_id = customer.id
          AND other.id <> reset.id AND other.ended IS NULL
          AND other.expires_at > ${timestamp(now)}) AS other_cases
      FROM login_password_reset reset JOIN customer ON customer.id = reset.customer_id
      WHERE reset.id = ${id} AND customer.id = ${customerId}`,
  );
  if (row === undefined) throw new Error("a case about nobody");
  return row;
}
