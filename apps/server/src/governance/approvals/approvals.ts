import type { ProposalKind } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { ProposalHandlers } from "./handlers.ts";

/**
 * Approvals by four eyes: what one operator proposes and another decides, and the queues in which cases wait
 * for a decision.
 */

/** What a feature makes of the kinds that are proposed in it. */
export type Handlers<Kind extends ProposalKind> = Pick<ProposalHandlers<Context>, Kind>;

export {
  differencesOfForm,
  draftsListed,
  proposeDraft,
  proposeWithReason,
  saveDraft,
  type DraftBook,
} from "./drafts.ts";
export { openCase, propose, proposeExplanation, withdrawProposal } from "./proposing.ts";
export { caseState, pendingOf, reasonOfProposal, type Proposed } from "./pending.ts";
export { listOperatorHolds, startOperatorHold } from "./operator-holds.ts";
export { inputOf } from "./bound-proposals.ts";
export type { Approval } from "./handlers.ts";
export {
  findPendingProposal,
  loadPendingProposals,
  loadProposal as findProposal,
  proposalCases,
  rolesOf,
  singleApprovalHolds,
  type StoredProposal,
} from "./proposals.store.ts";
export { delayReasons, serveProposalQueue, serveRecordQueue } from "./serving-queues.ts";
export { recordDecisions } from "./deciding-records.ts";
export { insertDecision as recordDecision } from "./queue.store.ts";
export {
  caseGoesOn,
  type CarriedOut,
  type ProposalQueue,
  type QueueName,
  type RecordQueue,
} from "./queue.ts";
