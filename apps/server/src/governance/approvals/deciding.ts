import type { Decision, Reason } from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { partUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { isOfApprover, isSameDifference, objectToDecision } from "./deciding.rules.ts";
import { objectToHeldOperator } from "./operator-holds.ts";
import { sendExplanation } from "./explaining.ts";
import { reasonOfProposal, reasonToTell } from "./pending.ts";
import { bindStored, type BoundProposal } from "./bound-proposals.ts";
import * as store from "./proposals.store.ts";
import type { StoredProposal } from "./proposals.store.ts";
import { notifyOfProposal } from "./notifying.ts";

/**
 * `proposed` where it was approved, and waits for one more who does; `refused` where it was approved and cannot be
 * carried out.
 */
type DecidedProposal =
  | { state: "approved" | "rejected" | "proposed"; told?: string }
  | { state: "refused"; refusal: Refusal };

/** The decision on a proposal that the caller has locked. */
export async function decideProposal(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  proposal: StoredProposal,
  given: { decision: Decision; reason: Reason | null; note: string },
): Promise<Outcome<DecidedProposal>> {
  const bound = bindStored(context, proposal);
  if (!may(operator.role, bound.approve) && proposal.proposed_by !== operator.operatorId) {
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
  if (!approves) {
    await store.endProposal(transaction, {
      id: proposal.id,
      state: "rejected",
      decidedBy: operator.operatorId,
      reason: given.reason,
      note: given.note,
      singleApproval: false,
      at,
    });
    await notifyOfProposal(transaction, proposal, "change_rejected", at);
    return accept({ state: "rejected" });
  }
  const held = await objectToHeldOperator(transaction, operator);
  if (held !== null) return held;
  const approval = { operator, ...given, singleApproval, at };
  if (!bound.endsWhenRefused) return approve(context, transaction, bound, proposal, approval);
  const approved = await partUnlessRefused(transaction, () =>
    approve(context, transaction, bound, proposal, approval),
  );
  if (approved.ok || isOfApprover(approved.refusal.code)) return approved;
  const { refusal } = approved;
  const end = { id: proposal.id, decidedBy: operator.operatorId, refusal, note: given.note, at };
  await store.endRefused(transaction, end);
  return accept({ state: "refused", refusal });
}

type GivenApproval = {
  operator: Operator;
  reason: Reason | null;
  note: string;
  singleApproval: boolean;
  at: number;
};

async function approve(
  context: Context,
  transaction: Transaction,
  bound: BoundProposal,
  proposal: StoredProposal,
  { operator, reason, note, singleApproval, at }: GivenApproval,
): Promise<Outcome<DecidedProposal>> {
  const now = await bound.differences(transaction);
  if (!now.ok) return now;
  if (!isSameDifference(proposal.differences, now.value)) return refuse("proposal_outdated");
  const needed = await bound.approvalsNeeded(transaction, proposal.id);
  if (needed > proposal.approvals_needed) return refuse("proposal_outdated");
  if (proposal.approvals_needed > 1 && !singleApproval) {
    const approval = { id: proposal.id, operatorId: operator.operatorId, at };
    const approvals = await store.addApproval(transaction, approval);
    if (approvals === undefined) return refuse("own_approval");
    if (approvals < proposal.approvals_needed) return accept({ state: "proposed" });
  }
  await store.endProposal(transaction, {
    id: proposal.id,
    state: "approved",
    decidedBy: operator.operatorId,
    reason,
    note,
    singleApproval,
    at,
  });
  let told: { told?: string } = {};
  const applied = await bound.apply(transaction, {
    proposalId: proposal.id,
    subject: proposal.subject,
    reason: reasonToTell(reasonOfProposal(proposal)),
    note: proposal.note,
    proposedBy: proposal.proposed_by,
    approvedBy: operator.operatorId,
    at,
    notifyApprover: (text) => void (told = { told: text }),
  });
  if (!applied.ok) return applied;
  await sendExplanation(context, transaction, proposal, { approvedBy: operator.operatorId, at });
  return accept({ state: "approved", ...told });
}
