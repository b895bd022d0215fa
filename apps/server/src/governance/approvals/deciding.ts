import type { Decision, Reason } from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { isSameDifference, objectToDecision } from "./deciding.rules.ts";
import { objectToHeldOperator } from "./operator-holds.ts";
import { reasonOfProposal } from "./pending.ts";
import { bindStored } from "./bound-proposals.ts";
import * as store from "./proposals.store.ts";
import type { StoredProposal } from "./proposals.store.ts";
import { notifyOfProposal } from "./notifying.ts";

/** `proposed` where it was approved, and waits for one more who does. */
type DecidedProposal = { state: "approved" | "rejected" | "proposed"; told?: string };

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
  if (approves) {
    const held = await objectToHeldOperator(transaction, operator);
    if (held !== null) return held;
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
    await notifyOfProposal(transaction, proposal, "change_rejected", at);
    return accept({ state: "rejected" });
  }
  let told: { told?: string } = {};
  const applied = await bound.apply(transaction, {
    proposalId: proposal.id,
    subject: proposal.subject,
    reason: reasonOfProposal(proposal),
    note: proposal.note,
    proposedBy: proposal.proposed_by,
    approvedBy: operator.operatorId,
    at,
    notifyApprover: (text) => void (told = { told: text }),
  });
  return applied.ok ? accept({ state: "approved", ...told }) : applied;
}
