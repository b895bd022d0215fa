import type { Decision, Reason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { decideProposal } from "./deciding.ts";
import { objectToHeldOperator } from "./operator-holds.ts";
import type { Approval, ProposalHandler } from "./handlers.ts";
import * as proposals from "./proposals.store.ts";
import { reasonToTell } from "./pending.ts";
import { propose, proposeExplanation } from "./proposing.ts";
import {
  caseGoesOn,
  type CarriedOut,
  type Decided,
  type DecisionForm,
  type RecordQueue,
} from "./queue.ts";
import * as store from "./queue.store.ts";

type ProposedDecision = { id: string; decision: Decision };
type RecordDecision = {
  operator: Operator;
  audit: Audit;
  form: DecisionForm;
  reason: Reason | null;
};

/** One transaction: the record's lock decides between two who decide at once. */
export function decideRecord<Own>(
  context: Context,
  queue: RecordQueue<Own>,
  { operator, audit, form, reason }: RecordDecision,
): Promise<Outcome<Decided>> {
  const id = BigInt(form.id);
  const subject = `${queue.name}:${form.id}`;
  const details = { decision: form.decision, reason: reason ?? {}, note: form.note ?? "" };
  return transactionUnlessRefused<Decided>(context.database, async (transaction) => {
    const state = await queue.lock(context, transaction, id);
    if (state === undefined) return refuse("review_not_found");
    if (state !== "open") return refuse("review_already_decided");
    const at = context.clock.now();
    const waiting = await lockPending(transaction, `review:${queue.name}`, form.id, at);
    if (waiting !== undefined) {
      // Who rejects what was proposed as approved, or the other way round, ends the proposal alone.
      const agrees = waiting.input["decision"] === form.decision;
      const decided = await decideProposal(context, transaction, operator, waiting, {
        decision: agrees ? "approve" : "reject",
        reason,
        note: form.note ?? "",
      });
      if (!decided.ok) return decided;
      await audit.within(transaction, subject, { ...details, proposal: waiting.id.toString() });
      const end = form.decision === "approve" ? "approved" : "rejected";
      return accept({ id: form.id, state: agrees ? end : "open", pending: null });
    }
    const approves = form.decision === "approve";
    const held = approves ? await objectToHeldOperator(transaction, operator) : null;
    if (held !== null) return held;
    const claim = await store.findClaim(transaction, queue.name, id);
    if (claim !== undefined && claim.operator_id !== operator.operatorId) {
      return refuse("claimed_by_another", { operator: claim.email });
    }
    const objection = await objectionOf(transaction, queue, form, {
      operatorId: operator.operatorId,
      reason,
    });
    if (objection !== null) return objection;
    if (await queue.needsFourEyes(context, transaction, id, form.decision)) {
      const proposed = await propose(context, transaction, operator, {
        kind: `review:${queue.name}`,
        subject: form.id,
        ...(await store.customerOf(transaction, queue.records, id)),
        input: { id: form.id, decision: form.decision },
        reason,
        note: form.note ?? "",
      });
      if (!proposed.ok) return proposed;
      // Whoever made the first decision is done with it: the second is another's.
      await store.deleteClaim(transaction, queue.name, id);
      await audit.within(transaction, subject, { ...details, proposal: proposed.value.id });
      const { pending } = proposed.value;
      const end = form.decision === "approve" ? "approved" : "rejected";
      return accept({ id: form.id, state: pending === null ? end : "proposed", pending });
    }
    const { customerId } = await store.customerOf(transaction, queue.records, id);
    const carried = await carryOut(context, transaction, queue, {
      id,
      decision: form.decision,
      reason,
      note: form.note ?? "",
      decidedBy: operator.operatorId,
      proposedBy: null,
      at,
      proposalId: null,
    });
    if (!carried.ok) return carried;
    if (customerId !== undefined) {
      const explained = { customerId, reason };
      const waiting = await proposeExplanation(context, transaction, operator, explained);
      if (!waiting.ok) return waiting;
    }
    await audit.within(transaction, subject, details);
    const end = form.decision === "approve" ? "approved" : "rejected";
    return accept({ id: form.id, state: end, pending: null });
  });
}

/** What four eyes make of the decisions of a queue of records. */
export function recordDecisions<Own>(
  queue: RecordQueue<Own>,
): ProposalHandler<ProposedDecision, Context> {
  return {
    approve: "approve_proposals",
    differences: async (_context, transaction, { id, decision }) =>
      accept(await queue.differences(transaction, BigInt(id), decision)),
    apply: (context, transaction, approval) =>
      carryOutApproved(context, transaction, queue, approval),
  };
}

/** The second operator approved: the record may have changed since the first, so it is locked and looked at. */
async function carryOutApproved<Own>(
  context: Context,
  transaction: Transaction,
  queue: RecordQueue<Own>,
  approval: Approval<ProposedDecision>,
): Promise<Outcome<unknown>> {
  const id = BigInt(approval.input.id);
  const state = await queue.lock(context, transaction, id);
  if (state === undefined) return refuse("review_not_found");
  if (state !== "open") return refuse("review_already_decided");
  const objection = await objectionOf(
    transaction,
    queue,
    { ...approval.input, note: approval.note },
    { operatorId: approval.approvedBy, reason: approval.reason },
  );
  if (objection !== null) return objection;
  return carryOut(context, transaction, queue, {
    id,
    decision: approval.input.decision,
    reason: approval.reason,
    note: approval.note,
    decidedBy: approval.approvedBy,
    proposedBy: approval.proposedBy,
    at: approval.at,
    proposalId: approval.proposalId,
  });
}

async function objectionOf<Own>(
  transaction: Transaction,
  queue: RecordQueue<Own>,
  { id, decision, note = "" }: DecisionForm,
  by: { operatorId: bigint; reason: Reason | null },
): Promise<Outcome<never> | null> {
  const deciding = { id: BigInt(id), decision, note, ...by };
  const code = await queue.object?.(transaction, deciding);
  return code === undefined || code === null ? null : refuse(code);
}

async function carryOut<Own>(
  context: Context,
  transaction: Transaction,
  queue: RecordQueue<Own>,
  decision: CarriedOut,
): Promise<Outcome<unknown>> {
  const reason = reasonToTell(decision.reason);
  const carried = await queue.decide(context, transaction, { ...decision, reason });
  if (!carried.ok) return carried;
  await store.deleteClaim(transaction, queue.name, decision.id);
  if (carried.value === caseGoesOn) return carried;
  await store.insertDecision(transaction, {
    queue: queue.name,
    itemId: decision.id,
    decision: decision.decision,
    reason: decision.reason,
    note: decision.note,
    decidedBy: decision.decidedBy,
    proposalId: decision.proposalId,
    at: decision.at,
  });
  return carried;
}

/** The proposal that waits on a subject, locked; those whose time is over have ended before. */
async function lockPending(
  transaction: Transaction,
  kind: string,
  subject: string,
  at: number,
): Promise<proposals.StoredProposal | undefined> {
  await proposals.expireProposals(transaction, at);
  return proposals.lockPendingProposal(transaction, kind, subject);
}
