import type {
  CallOutput,
  OperatorCalls,
  Reason,
  ReasonSentences,
  ReviewState,
} from "@sanshi/contract";
import type { Operator } from "../../platform/operator-sessions.ts";
import type { ProposalState, StoredProposal } from "./proposals.store.ts";

export type Proposed = CallOutput<OperatorCalls["/api/ops/proposals/:id/decision"]>;

/** As the screens show a proposal that waits. */
export function pendingOf(
  proposal: StoredProposal,
  operator: Operator,
): NonNullable<Proposed["pending"]> {
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
export function caseState(state: ProposalState): ReviewState {
  if (state === "pending") return "proposed";
  return state === "withdrawn" ? "cancelled" : state;
}

/** With the operator's own sentences; an earlier release kept them with what was proposed. */
export function reasonOfProposal(proposal: StoredProposal): Reason | null {
  const { reason_code: code, reason_words: words, reason_texts, input } = proposal;
  if (code === null) return null;
  const texts = reason_texts ?? (input["texts"] as ReasonSentences | null | undefined) ?? null;
  return texts === null || code !== "other" ? { code, words } : { code, words, texts };
}

/**
 * As the customer reads it: the code's sentence, as what explains it waits or is a message of its own. What an
 * earlier release kept is in own words alone.
 */
export function reasonToTell(reason: Reason | null): Reason | null {
  return reason === null || reason.code === "other" ? reason : { ...reason, words: "" };
}
