import type { AnyRefusalCode } from "../operator-refusals.ts";

/**
 * What every queue of the back office shares. `open` waits for a decision, `proposed` for another
 * operator's, and the others are ends.
 */
export const reviewStates = [
  "open",
  "proposed",
  "approved",
  "rejected",
  "cancelled",
  "expired",
  // Approved by another operator, and not to be carried out any more.
  "refused",
] as const;

export type ReviewState = (typeof reviewStates)[number];

export const decisions = ["approve", "reject"] as const;

export type Decision = (typeof decisions)[number];

/** In the order in which every queue decides them; a queue's own come after. */
export const decisionRefusals = [
  "reason_required",
  "reason_code_required",
  "reason_says_nothing",
  "review_not_found",
  "review_already_decided",
  "proposal_expired",
  "own_proposal",
  "own_approval",
  "proposer_disabled",
  "claimed_by_another",
  "proposal_outdated",
] as const satisfies readonly AnyRefusalCode[];

/** Every queue whose cases operators claim, comment on, hand over and decide. */
export const caseQueues = [
  "proposals",
  "verifications",
  "deposits",
  "withdrawals",
  "loans",
  "journals",
  "customer-states",
  "login-password-resets",
  "factor-resets",
] as const;

export type CaseQueue = (typeof caseQueues)[number];

export const caseCommentLengthMax = 2_000;

/** Of one case, hand-overs included. */
export const caseCommentsMax = 200;
