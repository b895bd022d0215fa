import type { Currency } from "@sanshi/money";
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
  ApproverOfRow,
  DueHoldsRow,
  FindByRequestRow,
  FindCustomerIdRow,
  RecentAmountsRow,
  StoredHold,
} from "./journals.sql-types.ts";

export function findCustomerId(
  reader: Reader,
  account: string,
): Promise<{ id: bigint } | undefined> {
  return firstRow(
    reader,
    sql<FindCustomerIdRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
}

/** The proposal that was made for a request; whoever sends the same one meanwhile waits until it is answered. */
export async function findByRequest(
  transaction: Transaction,
  requestId: string,
): Promise<bigint | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`journal ${requestId}`}, 0))`.execute(
    transaction,
  );
  const row = await firstRow(
    transaction,
    sql<FindByRequestRow>`SELECT id FROM proposal
      WHERE kind = 'journal' AND input ->> 'request_id' = ${requestId}`,
  );
  return row?.id;
}

/**
 * Corrections of a customer and currency since then, and those that were proposed before this one and wait, however
 * long: of two that are approved in the same moment the later one counts the other. One whose time was over within
 * the day may still be in the transaction of its approval.
 */
export async function recentAmounts(
  reader: Reader,
  of: { account: string; currency: Currency; self: bigint | null; since: number },
): Promise<string[]> {
  const found = await rows(
    reader,
    sql<
      Narrowed<RecentAmountsRow, { amount: string }>
    >`SELECT input ->> 'amount' AS amount FROM proposal
      WHERE kind = 'journal' AND input ->> 'account' = ${of.account}
        AND input ->> 'currency' = ${of.currency} AND id IS DISTINCT FROM ${of.self}::bigint
        AND (state = 'approved' AND decided_at > ${timestamp(of.since)}
          OR state = 'pending' AND expires_at > ${timestamp(of.since)}
            AND (${of.self}::bigint IS NULL OR id < ${of.self}::bigint))`,
  );
  return found.map(({ amount }) => amount);
}

export async function insertHold(
  transaction: Transaction,
  hold: { proposalId: bigint; customerId: bigint; takesEffectAt: number },
): Promise<void> {
  await sql`INSERT INTO correction_hold (proposal_id, customer_id, takes_effect_at)
    VALUES (${hold.proposalId}, ${hold.customerId}, ${timestamp(hold.takesEffectAt)})`.execute(
    transaction,
  );
}

export type { StoredHold } from "./journals.sql-types.ts";

const holdColumns = sql`proposal_id, customer_id, takes_effect_at, state`;

export function lockHold(
  transaction: Transaction,
  proposalId: bigint,
): Promise<StoredHold | undefined> {
  return firstRow(
    transaction,
    sql<StoredHold>`SELECT ${holdColumns} FROM correction_hold
      WHERE proposal_id = ${proposalId} FOR UPDATE`,
  );
}

/** Those whose day is over, the first of them first. */
export function dueHolds(reader: Reader, now: number): Promise<{ id: bigint }[]> {
  return rows(
    reader,
    sql<DueHoldsRow>`SELECT proposal_id AS id FROM correction_hold
      WHERE state = 'waits' AND takes_effect_at <= ${timestamp(now)} ORDER BY takes_effect_at`,
  );
}

/** One of them, if it still waits; another process's is skipped. */
export function lockDueHold(
  transaction: Transaction,
  proposalId: bigint,
): Promise<StoredHold | undefined> {
  return firstRow(
    transaction,
    sql<StoredHold>`SELECT ${holdColumns} FROM correction_hold
      WHERE proposal_id = ${proposalId} AND state = 'waits' FOR UPDATE SKIP LOCKED`,
  );
}

export async function objectHold(
  transaction: Transaction,
  objection: { proposalId: bigint; words: string; at: number },
): Promise<void> {
  await sql`UPDATE correction_hold SET state = 'objected', objection = ${objection.words},
      objected_at = ${timestamp(objection.at)}
    WHERE proposal_id = ${objection.proposalId}`.execute(transaction);
}

export async function endHold(
  transaction: Transaction,
  end: { proposalId: bigint; state: "posted" | "dropped"; at: number },
): Promise<void> {
  await sql`UPDATE correction_hold SET state = ${end.state}, ended_at = ${timestamp(end.at)}
    WHERE proposal_id = ${end.proposalId}`.execute(transaction);
}

export function approverOf(
  reader: Reader,
  proposalId: bigint,
): Promise<{ decided_by: bigint } | undefined> {
  return firstRow(
    reader,
    sql<
      Narrowed<ApproverOfRow, { decided_by: bigint }>
    >`SELECT decided_by FROM proposal WHERE id = ${proposalId}`,
  );
}
