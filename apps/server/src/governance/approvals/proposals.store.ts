import type { Difference, Reason } from "@sanshi/contract";
import type { Refusal } from "../../platform/outcome.ts";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  AccountOfRow,
  AddApprovalRow,
  InsertProposalRow,
  RolesOfRow,
  SingleApprovalHoldsRow,
  StoredProposal,
} from "./proposals.sql-types.ts";

export type ProposalState =
  | "pending"
  | "approved"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "refused";

export type { StoredProposal } from "./proposals.sql-types.ts";

const columns = sql`proposal.id, kind, subject, customer_id, input, differences, reason_code,
  reason_words, reason_texts, note, proposed_by, operator.email AS proposer,
  operator.disabled_at IS NOT NULL AS proposer_disabled, proposed_at, expires_at, state, approvals_needed`;

/** Undefined where one of the same kind and subject waits already. */
export async function insertProposal(
  transaction: Transaction,
  proposal: {
    kind: string;
    subject: string;
    customerId: bigint | null;
    input: Record<string, unknown>;
    differences: readonly Difference[];
    reason: Reason | null;
    note: string;
    proposedBy: bigint;
    at: number;
    expiresAt: number;
    approvalsNeeded: number;
  },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertProposalRow>`
      INSERT INTO proposal (kind, subject, customer_id, input, differences, reason_code,
        reason_words, reason_texts, note, proposed_by, proposed_at, expires_at, approvals_needed)
      VALUES (${proposal.kind}, ${proposal.subject}, ${proposal.customerId},
        ${JSON.stringify(proposal.input)}, ${JSON.stringify(proposal.differences)},
        ${proposal.reason?.code ?? null}, ${proposal.reason?.words ?? ""},
        ${proposal.reason?.texts === undefined ? null : JSON.stringify(proposal.reason.texts)}::jsonb,
        ${proposal.note}, ${proposal.proposedBy}, ${timestamp(proposal.at)}, ${timestamp(proposal.expiresAt)},
        ${proposal.approvalsNeeded})
      ON CONFLICT (kind, subject) WHERE state = 'pending' DO NOTHING RETURNING id`,
  );
  return row?.id;
}

export function loadProposal(reader: Reader, id: bigint): Promise<StoredProposal | undefined> {
  return firstRow(
    reader,
    sql<StoredProposal>`SELECT ${columns} FROM proposal
      JOIN operator ON operator.id = proposed_by WHERE proposal.id = ${id}`,
  );
}

/** Locked until the transaction ends: of two who decide at once, the second finds it decided. */
export function lockProposal(
  transaction: Transaction,
  id: bigint,
): Promise<StoredProposal | undefined> {
  return firstRow(
    transaction,
    sql<StoredProposal>`SELECT ${columns} FROM proposal
      JOIN operator ON operator.id = proposed_by WHERE proposal.id = ${id} FOR UPDATE OF proposal`,
  );
}

/** The one that waits on a subject, locked. */
export function lockPendingProposal(
  transaction: Transaction,
  kind: string,
  subject: string,
): Promise<StoredProposal | undefined> {
  return firstRow(
    transaction,
    sql<StoredProposal>`SELECT ${columns} FROM proposal
      JOIN operator ON operator.id = proposed_by
      WHERE kind = ${kind} AND subject = ${subject} AND state = 'pending' FOR UPDATE OF proposal`,
  );
}

export function findPendingProposal(
  reader: Reader,
  kind: string,
  subject: string,
): Promise<StoredProposal | undefined> {
  return firstRow(
    reader,
    sql<StoredProposal>`SELECT ${columns} FROM proposal
      JOIN operator ON operator.id = proposed_by
      WHERE kind = ${kind} AND subject = ${subject} AND state = 'pending'`,
  );
}

/** All that wait, of these kinds. */
export function loadPendingProposals(
  reader: Reader,
  kinds: readonly string[],
): Promise<StoredProposal[]> {
  return rows(
    reader,
    sql<StoredProposal>`SELECT ${columns} FROM proposal
      JOIN operator ON operator.id = proposed_by
      WHERE kind = ANY (${[...kinds]}::text[]) AND state = 'pending'`,
  );
}

export async function endProposal(
  transaction: Transaction,
  end: {
    id: bigint;
    state: Exclude<ProposalState, "pending" | "refused">;
    decidedBy: bigint | null;
    reason: Reason | null;
    note: string;
    singleApproval: boolean;
    at: number;
  },
): Promise<void> {
  await sql`UPDATE proposal SET state = ${end.state}, decided_by = ${end.decidedBy},
      decided_at = ${timestamp(end.at)}, decision_code = ${end.reason?.code ?? null},
      decision_words = ${end.reason?.words ?? ""}, decision_note = ${end.note},
      single_approval = ${end.singleApproval}
    WHERE id = ${end.id}`.execute(transaction);
}

/** Approved, and not to be carried out: with why. */
export async function endRefused(
  transaction: Transaction,
  end: { id: bigint; decidedBy: bigint; refusal: Refusal; note: string; at: number },
): Promise<void> {
  await sql`UPDATE proposal SET state = 'refused', decided_by = ${end.decidedBy},
      decided_at = ${timestamp(end.at)}, decision_note = ${end.note},
      refusal_code = ${end.refusal.code}, refusal_params = ${JSON.stringify(end.refusal.params ?? {})}
    WHERE id = ${end.id}`.execute(transaction);
}

/** How many have approved it with this one; undefined where this operator had done so before. */
export async function addApproval(
  transaction: Transaction,
  approval: { id: bigint; operatorId: bigint; at: number },
): Promise<number | undefined> {
  const added = await sql`INSERT INTO proposal_approval (proposal_id, operator_id, approved_at)
    VALUES (${approval.id}, ${approval.operatorId}, ${timestamp(approval.at)})
    ON CONFLICT DO NOTHING`.execute(transaction);
  if (added.numAffectedRows === 0n) return undefined;
  const row = await firstRow(
    transaction,
    sql<AddApprovalRow>`SELECT count(*)::int AS count FROM proposal_approval
      WHERE proposal_id = ${approval.id}`,
  );
  return row?.count;
}

/** The roles of the operators, the proposer's first, then of those who approved. */
export async function rolesOf(
  reader: Reader,
  id: bigint,
  approvedBy: bigint,
): Promise<{ proposed: string; approved: string[] }> {
  const found = await rows(
    reader,
    sql<RolesOfRow>`SELECT role, operator.id = proposed_by AS proposed
      FROM proposal JOIN operator ON operator.id IN (proposed_by, ${approvedBy})
        OR operator.id IN (SELECT operator_id FROM proposal_approval WHERE proposal_id = proposal.id)
      WHERE proposal.id = ${id} ORDER BY operator.id`,
  );
  const approved = found.filter((one) => !one.proposed).map(({ role }) => role);
  const proposed = found.find((one) => one.proposed)?.role ?? "";
  return { proposed, approved: approved.length === 0 ? [proposed] : approved };
}

export async function accountOf(reader: Reader, customerId: bigint): Promise<string> {
  const row = await firstRow(
    reader,
    sql<AccountOfRow>`SELECT account FROM customer WHERE id = ${customerId}`,
  );
  if (row === undefined) throw new Error(`the customer ${customerId} is not there`);
  return row.account;
}

export async function expireProposals(transaction: Transaction, at: number): Promise<void> {
  await sql`UPDATE proposal SET state = 'expired', decided_at = ${timestamp(at)}
    WHERE state = 'pending' AND expires_at <= ${timestamp(at)}`.execute(transaction);
}

export async function singleApprovalHolds(reader: Reader): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<SingleApprovalHoldsRow, { holds: boolean }>
    >`SELECT single_approval_holds() AS holds`,
  );
  return row?.holds ?? false;
}

/** Proposals as the cases of a queue: of the given kinds, or of all; `own` begins with a comma. */
export function proposalCases(
  kinds: readonly string[] | null,
  own: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`SELECT id, customer_id,
      CASE state WHEN 'pending' THEN 'proposed' WHEN 'withdrawn' THEN 'cancelled' ELSE state END AS state,
      proposed_at AS submitted_at, lower(kind || ' ' || subject) AS search, NULL::numeric AS amount,
      CASE state WHEN 'pending' THEN id END AS pending_id, id AS proposal_id, decided_by, decided_at,
      coalesce(decision_code, reason_code) AS reason_code,
      CASE WHEN decision_code IS NULL THEN reason_words ELSE decision_words END AS reason_words,
      kind, subject, refusal_code, refusal_params ${own}
    FROM proposal ${kinds === null ? sql`` : sql`WHERE kind = ANY (${[...kinds]}::text[])`}`;
}
