import type {
  CallOutput,
  Decision,
  Difference,
  OperatorCalls,
  Permission,
  Reason,
  ReviewState,
} from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { expiryOf, isSameDifference, objectToDecision } from "./proposals.rules.ts";
import * as store from "./proposals.store.ts";
import type { StoredProposal } from "./proposals.store.ts";
import { tellOperatorAct } from "../activity/activity.ts";

export type { StoredProposal } from "./proposals.store.ts";
export {
  findPendingProposal,
  loadPendingProposals,
  loadProposal as findProposal,
  lockProposal,
  proposalCases,
  rolesOf,
} from "./proposals.store.ts";

/** Of a proposal that is applied: what was proposed, by whom, and who approved it. */
export type Approval<Input> = {
  proposalId: bigint;
  subject: string;
  input: Input;
  reason: Reason | null;
  note: string;
  proposedBy: bigint;
  approvedBy: bigint;
  at: number;
  /** For the approver alone, this once: the answer to their decision says it, and nothing keeps it. */
  tellApprover(text: string): void;
};

/** What can be proposed: how the change looks, and how it is made once another operator approves. */
export type ProposalKind<Input extends Record<string, unknown> = Record<string, unknown>> = {
  name: string;
  /** Who may be the second pair of eyes. */
  approve: Permission;
  /**
   * What would change, read in the transaction. Asked again at the approval: if it is not what the
   * approver was shown, nothing is applied. So it says nothing that moves by itself.
   */
  differences(
    context: Context,
    transaction: Transaction,
    input: Input,
  ): Promise<Outcome<readonly Difference[]>>;
  /** How many have to approve it beside the proposer, 1 or 2; one where this is left out. */
  approvals?(
    context: Context,
    transaction: Transaction,
    input: Input,
    self: bigint | null,
  ): Promise<number>;
  /** Makes the change in the transaction that marks the proposal as approved; a refusal undoes both. */
  apply(
    context: Context,
    transaction: Transaction,
    approval: Approval<Input>,
  ): Promise<Outcome<unknown>>;
};

const kinds = new Map<string, ProposalKind>();

/** Every kind is registered once, when its feature starts. */
export function registerProposalKind<Input extends Record<string, unknown>>(
  kind: ProposalKind<Input>,
): void {
  kinds.set(kind.name, kind as unknown as ProposalKind);
}

export type Proposed = CallOutput<OperatorCalls["/api/ops/proposals/:id/decision"]>;

export type NewProposal<Input> = {
  kind: string;
  subject: string;
  customerId?: bigint;
  input: Input;
  reason?: Reason | null;
  note?: string;
};

/**
 * Proposes in the caller's transaction. Under single approval (a simulated instance with one operator)
 * the proposal is approved and applied at once, by the same operator, and says so for ever.
 */
export async function propose<Input extends Record<string, unknown>>(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  proposal: NewProposal<Input>,
): Promise<Outcome<Proposed>> {
  const kind = kindOf(proposal.kind);
  const differences = await kind.differences(context, transaction, proposal.input);
  if (!differences.ok) return differences;
  const approvalsNeeded = (await kind.approvals?.(context, transaction, proposal.input, null)) ?? 1;
  const at = context.clock.now();
  await store.expireProposals(transaction, at);
  const id = await store.insertProposal(transaction, {
    kind: proposal.kind,
    subject: proposal.subject,
    customerId: proposal.customerId ?? null,
    input: proposal.input,
    differences: differences.value,
    reason: proposal.reason ?? null,
    note: proposal.note ?? "",
    proposedBy: operator.operatorId,
    at,
    expiresAt: expiryOf(at),
    approvalsNeeded,
  });
  if (id === undefined) return refuse("proposal_pending");
  const stored = await store.lockProposal(transaction, id);
  if (stored === undefined) throw new Error("a proposal was not kept");
  // Whoever may not approve for others cannot approve for themselves either.
  const isEnough =
    may(operator.role, kind.approve) && (await store.singleApprovalHolds(transaction));
  if (!isEnough) {
    await tellOfProposal(transaction, stored, "change_proposed", at);
    return accept({ id: id.toString(), state: "proposed", pending: pendingOf(stored, operator) });
  }
  const applied = await decideProposal(context, transaction, operator, stored, {
    decision: "approve",
    reason: null,
    note: "",
  });
  if (!applied.ok) return applied;
  return accept({ id: id.toString(), ...applied.value, pending: null });
}

/** `proposed` where it was approved, and waits for one more who does. */
export type DecidedProposal = { state: "approved" | "rejected" | "proposed"; told?: string };

/** The decision on a proposal that the caller has locked. */
export async function decideProposal(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  proposal: StoredProposal,
  given: { decision: Decision; reason: Reason | null; note: string },
): Promise<Outcome<DecidedProposal>> {
  const kind = kindOf(proposal.kind);
  if (!may(operator.role, kind.approve) && proposal.proposed_by !== operator.operatorId) {
    return refuse("forbidden");
  }
  const at = context.clock.now();
  const isOwn = proposal.proposed_by === operator.operatorId;
  const approves = given.decision === "approve";
  const singleApproval = isOwn && approves && (await store.singleApprovalHolds(transaction));
  const objection = objectToDecision({
    state: proposal.state,
    expiresAt: proposal.expires_at,
    now: at,
    isOwn,
    approves,
    proposerDisabled: proposal.proposer_disabled,
    singleApproval,
  });
  if (objection !== null) return refuse(objection);
  if (approves) {
    const now = await kind.differences(context, transaction, proposal.input);
    if (!now.ok) return now;
    if (!isSameDifference(proposal.differences, now.value)) return refuse("proposal_outdated");
    const needed = (await kind.approvals?.(context, transaction, proposal.input, proposal.id)) ?? 1;
    if (needed > proposal.approvals_needed) return refuse("proposal_outdated");
    if (proposal.approvals_needed > 1 && !singleApproval) {
      const approval = { id: proposal.id, operatorId: operator.operatorId, at };
      const approvals = await store.addApproval(transaction, approval);
      if (approvals === undefined) return refuse("own_approval");
      if (approvals < proposal.approvals_needed) return accept({ state: "proposed" });
    }
  }
  await store.endProposal(transaction, {
    id: proposal.id,
    state: approves ? "approved" : "rejected",
    decidedBy: operator.operatorId,
    reason: given.reason,
    note: given.note,
    singleApproval,
    at,
  });
  if (!approves) {
    await tellOfProposal(transaction, proposal, "change_rejected", at);
    return accept({ state: "rejected" });
  }
  let told: { told?: string } = {};
  const applied = await kind.apply(context, transaction, {
    proposalId: proposal.id,
    subject: proposal.subject,
    input: proposal.input,
    reason: reasonOfProposal(proposal),
    note: proposal.note,
    proposedBy: proposal.proposed_by,
    approvedBy: operator.operatorId,
    at,
    tellApprover: (text) => void (told = { told: text }),
  });
  return applied.ok ? accept({ state: "approved", ...told }) : applied;
}

/**
 * A case for an approver that nobody proposed: it stands in the proposer's name, who brought it about, and
 * waits even where single approval holds.
 */
export async function openCase<Input extends Record<string, unknown>>(
  context: Context,
  transaction: Transaction,
  opened: NewProposal<Input> & { proposedBy: bigint; approvalsNeeded: number },
): Promise<Outcome<null>> {
  const differences = await kindOf(opened.kind).differences(context, transaction, opened.input);
  if (!differences.ok) return differences;
  const at = context.clock.now();
  const id = await store.insertProposal(transaction, {
    ...{ kind: opened.kind, subject: opened.subject, input: opened.input },
    ...{ customerId: opened.customerId ?? null, differences: differences.value },
    ...{ reason: opened.reason ?? null, note: opened.note ?? "", proposedBy: opened.proposedBy },
    ...{ at, expiresAt: expiryOf(at), approvalsNeeded: opened.approvalsNeeded },
  });
  return id === undefined ? refuse("proposal_pending") : accept(null);
}

/** The proposal that waits on a subject, locked; those whose time is over have ended before. */
export async function lockPendingProposal(
  transaction: Transaction,
  kind: string,
  subject: string,
  at: number,
): Promise<StoredProposal | undefined> {
  await store.expireProposals(transaction, at);
  return store.lockPendingProposal(transaction, kind, subject);
}

export async function withdrawProposal(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  id: bigint,
): Promise<Outcome<StoredProposal>> {
  const proposal = await store.lockProposal(transaction, id);
  if (proposal === undefined) return refuse("review_not_found");
  if (proposal.proposed_by !== operator.operatorId) return refuse("not_own_proposal");
  if (proposal.state !== "pending") return refuse("review_already_decided");
  const at = context.clock.now();
  await store.endProposal(transaction, {
    id,
    state: "withdrawn",
    decidedBy: operator.operatorId,
    reason: null,
    note: "",
    singleApproval: false,
    at,
  });
  await tellOfProposal(transaction, proposal, "change_withdrawn", at);
  return accept(proposal);
}

/** The customer sees what is under way about them; what was approved is told by what it does. */
async function tellOfProposal(
  transaction: Transaction,
  { customer_id: customerId, kind }: StoredProposal,
  what: "change_proposed" | "change_rejected" | "change_withdrawn",
  at: number,
): Promise<void> {
  if (customerId === null) return;
  const params = { proposal: kind.replace("review:", "") };
  await tellOperatorAct(transaction, { customerId, kind: "operator_acted", what, params, at });
}

/** As the screens show a proposal that waits. */
export function pendingOf(proposal: StoredProposal, operator: Operator): Proposed["pending"] {
  const decision = proposal.input["decision"];
  return {
    proposal_id: proposal.id.toString(),
    decision: decision === "reject" ? "reject" : "approve",
    reason: reasonOfProposal(proposal),
    note: proposal.note,
    proposed_by: { id: proposal.proposed_by.toString(), email: proposal.proposer },
    proposed_at: new Date(proposal.proposed_at).toISOString(),
    expires_at: new Date(proposal.expires_at).toISOString(),
    own: proposal.proposed_by === operator.operatorId,
  };
}

/** A proposal's state as the state of a case. */
export function caseState(state: store.ProposalState): ReviewState {
  if (state === "pending") return "proposed";
  return state === "withdrawn" ? "cancelled" : state;
}

export function singleApprovalHolds(reader: Reader): Promise<boolean> {
  return store.singleApprovalHolds(reader);
}

function reasonOfProposal(proposal: StoredProposal): Reason | null {
  if (proposal.reason_code === null) return null;
  return { code: proposal.reason_code, words: proposal.reason_words };
}

function kindOf(name: string): ProposalKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`nobody registered the proposal kind ${name}`);
  return kind;
}
