/**
 * Approvals by four eyes: what one operator proposes and another decides, and the queues in which cases wait
 * for a decision.
 */
export { openCase, propose, withdrawProposal } from "./proposing.ts";
export { caseState, pendingOf, reasonOfProposal, type Proposed } from "./pending.ts";
export { listOperatorHolds, startOperatorHold } from "./operator-holds.ts";
export { registerProposalKind, type Approval, type ProposalKind } from "./proposal-kinds.ts";
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
export { insertDecision as recordDecision } from "./queue.store.ts";
export {
  caseGoesOn,
  type CarriedOut,
  type ProposalQueue,
  type QueueName,
  type RecordQueue,
} from "./queue.ts";
