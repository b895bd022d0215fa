import type {
  CallOutput,
  CheckedInput,
  Decision,
  Difference,
  OperatorCalls,
  OperatorPath,
  Reason,
  ReasonQueue,
  ReviewItem,
  ReviewState,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { RawBuilder, Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  decideProposal,
  lockPendingProposal,
  lockProposal,
  propose,
  registerProposalKind,
  type Approval,
} from "../proposals/proposals.ts";
import {
  claimMinutes,
  cursorOf,
  placeOf,
  reasonGiven,
  searchPattern,
  statesAsked,
} from "./reviews.rules.ts";
import * as store from "./reviews.store.ts";
import type { ListedCase } from "./reviews.store.ts";

export { reasonParams } from "./reason-params.ts";

/** A decision as a queue is told to carry it out. */
export type CarriedOut = {
  id: bigint;
  decision: Decision;
  /** Never null for a rejection: the customer reads it. */
  reason: Reason | null;
  note: string;
  /** Who decided last: the only one, or the second of two. */
  decidedBy: bigint;
  /** Where four eyes were needed, the first of the two; else null. */
  proposedBy: bigint | null;
  at: number;
};

type Queue<Own> = {
  /** The path segment under `/api/ops/`. */
  name: QueueName;
  /** Of reason-codes.ts. */
  reasons: ReasonQueue;
  /** Minutes from submission to the decision; null where nobody is promised any. */
  dueMinutes: number | null;
  /** The queue's own fields of an item of the list, from its own columns. */
  item(own: Own): Record<string, unknown>;
  /** More fields where one case is looked at. */
  detail?(
    context: Context,
    reader: Reader,
    shown: ListedCase<Own>,
  ): Promise<Record<string, unknown>>;
};

/** A queue of records of a feature: deposits, withdrawals, documents. */
export type RecordQueue<Own> = Queue<Own> & {
  /** The feature's own numbers of states, for `?state=0`. */
  states: Readonly<Record<string, ReviewState>>;
  /**
   * All records: `id bigint, customer_id bigint, state text` (open or an end), `submitted_at timestamptz,
   * search text` (lower case), `amount` (numeric or null), and own columns (a bigint as text).
   */
  records: RawBuilder<unknown>;
  /** Locks the record until the transaction ends, and tells its state; undefined where there is none. */
  lock(transaction: Transaction, id: bigint): Promise<ReviewState | undefined>;
  /** Whether another operator has to approve this decision. Single approval is the framework's matter. */
  needsFourEyes(
    context: Context,
    transaction: Transaction,
    id: bigint,
    decision: Decision,
  ): Promise<boolean>;
  /** What the approver is shown; it must not move by itself. */
  differences(
    transaction: Transaction,
    id: bigint,
    decision: Decision,
  ): Promise<readonly Difference[]>;
  /** Carries the decision out in the transaction: the record, the money, the message to the customer. */
  decide(
    context: Context,
    transaction: Transaction,
    decision: CarriedOut,
  ): Promise<Outcome<unknown>>;
};

/** A queue whose cases are proposals themselves. */
export type ProposalQueue<Own> = Queue<Own> & {
  /** All proposals of the queue, with the columns of `CaseColumns` and own ones. */
  cases: RawBuilder<unknown>;
};

/** The contract's queues: those with a decision. */
export type QueueName = {
  [Path in OperatorPath]: Path extends `/api/ops/${infer Name}/:id/decision` ? Name : never;
}[OperatorPath];

type DecisionForm = {
  id: string;
  decision: Decision;
  reason?: string | undefined;
  note?: string | undefined;
};
type Decided = CallOutput<OperatorCalls["/api/ops/proposals/:id/decision"]>;

/** Serves the five calls of a queue of records, and registers what four eyes need. */
export function serveRecordQueue<Own>(context: Context, queue: RecordQueue<Own>): void {
  registerProposalKind<{ id: string; decision: Decision }>({
    name: `review:${queue.name}`,
    approve: "approve_proposals",
    differences: async (_context, transaction, { id, decision }) =>
      accept(await queue.differences(transaction, BigInt(id), decision)),
    apply: (inContext, transaction, approval) =>
      carryOutApproved(inContext, transaction, queue, approval),
  });
  serveQueue(context, queue, {
    cases: store.recordCases(queue.name, queue.records),
    states: queue.states,
    decide: (operator, audit, form, reason) =>
      decideRecord(context, queue, { operator, audit, form, reason }),
  });
}

/** Serves the five calls of a queue whose cases are proposals. */
export function serveProposalQueue<Own>(context: Context, queue: ProposalQueue<Own>): void {
  serveQueue(context, queue, {
    cases: queue.cases,
    states: {},
    decide: (operator, audit, form, reason) =>
      transactionUnlessRefused(context.database, async (transaction) => {
        const proposal = await lockProposal(transaction, BigInt(form.id));
        if (proposal === undefined) return refuse("review_not_found");
        const decided = await decideProposal(context, transaction, operator, proposal, {
          decision: form.decision,
          reason,
          note: form.note ?? "",
        });
        if (!decided.ok) return decided;
        await store.deleteClaim(transaction, queue.name, proposal.id);
        await audit.within(transaction, proposal.subject, {
          kind: proposal.kind,
          proposal: form.id,
          decision: form.decision,
          differences: proposal.differences,
          reason: reason ?? {},
        });
        return accept({ id: form.id, state: decided.value, pending: null });
      }),
  });
}

type Serving = {
  cases: RawBuilder<unknown>;
  states: Readonly<Record<string, ReviewState>>;
  decide(
    operator: Operator,
    audit: Audit,
    form: DecisionForm,
    reason: Reason | null,
  ): Promise<Outcome<Decided>>;
};

function serveQueue<Own>(context: Context, queue: Queue<Own>, serving: Serving): void {
  const { operatorHttp } = context;
  // One queue stands for all: their calls differ in their own fields alone, which checkAnswers checks.
  const base = `/api/ops/${queue.name}` as "/api/ops/proposals";
  operatorHttp.handle(base, async ({ input, operator, audit }) => {
    audit.about(`queue:${queue.name}`, { state: input.state ?? "", q: input.q ?? "" });
    return listQueue(context, queue, serving, operator, input);
  });
  operatorHttp.handle(`${base}/:id`, async ({ input, operator, audit }) => {
    audit.about(`${queue.name}:${input.id}`);
    const [shown] = await casesOf<Own>(context, queue, serving, { only: BigInt(input.id) });
    if (shown === undefined) return refuse("review_not_found");
    audit.about(`${queue.name}:${input.id}`, { account: shown.account ?? "" });
    const more = (await queue.detail?.(context, context.database.reader, shown)) ?? {};
    return accept({ ...itemOf(context, queue, operator, shown), ...more } as never);
  });
  operatorHttp.handle(`${base}/:id/claim`, async ({ input, operator, audit }) => {
    audit.about(`${queue.name}:${input.id}`);
    return claimCase(context, queue, serving, operator, BigInt(input.id));
  });
  operatorHttp.handle(`${base}/:id/release`, async ({ input, operator, audit }) => {
    audit.about(`${queue.name}:${input.id}`);
    return releaseCase(context, queue, serving, operator, BigInt(input.id));
  });
  operatorHttp.handle(`${base}/:id/decision`, async ({ input, operator, audit }) => {
    audit.about(`${queue.name}:${input.id}`, { decision: input.decision });
    const given = reasonGiven(queue.reasons, input.decision, input.reason);
    if (given === null) return refuse("reason_required");
    return serving.decide(operator, audit, input, given.reason);
  });
}

type ListForm = CheckedInput<OperatorCalls["/api/ops/proposals"]>;

async function listQueue<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  form: ListForm,
) {
  const states = statesAsked(form.state, serving.states);
  const after = form.cursor === undefined ? null : placeOf(form.cursor);
  if (states === null || (form.cursor !== undefined && after === null)) {
    return refuse("invalid_request");
  }
  const limit = Number(form.limit);
  const found = await casesOf<Own>(context, queue, serving, {
    states,
    search: form.q === undefined || form.q.trim() === "" ? null : searchPattern(form.q),
    claimed:
      form.claimed === undefined
        ? null
        : { by: form.claimed === "mine" ? operator.operatorId : null },
    order: form.sort === "newest" || form.sort === "amount" ? form.sort : "oldest",
    after,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map((one) => itemOf(context, queue, operator, one)) as never[],
    next_cursor: more ? cursorOf({ value: last.place, id: last.id }) : null,
  });
}

function casesOf<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  query: Partial<Omit<store.ListQuery, "only">> & { only?: bigint },
  reader: Reader = context.database.reader,
): Promise<ListedCase<Own>[]> {
  return store.listCases<Own>(reader, {
    queue: queue.name,
    cases: serving.cases,
    states: ["open", "proposed", "approved", "rejected", "cancelled", "expired"],
    search: null,
    claimed: null,
    order: "oldest",
    after: null,
    limit: 1,
    now: context.clock.now(),
    ...query,
    only: query.only === undefined ? null : { id: query.only },
  });
}

function itemOf<Own>(
  context: Context,
  queue: Queue<Own>,
  operator: Operator,
  shown: ListedCase<Own>,
): ReviewItem {
  const dueAt = queue.dueMinutes === null ? null : shown.submitted_at + queue.dueMinutes * 60_000;
  const waits = shown.state === "open" || shown.state === "proposed";
  return {
    id: shown.id.toString(),
    account: shown.account,
    state: shown.state,
    submitted_at: iso(shown.submitted_at),
    due_at: dueAt === null ? null : iso(dueAt),
    overdue: waits && dueAt !== null && context.clock.now() > dueAt,
    claimed_by: nameOf(shown.claimed_by, shown.claimer),
    claimed_until: shown.claimed_until === null ? null : iso(shown.claimed_until),
    pending: pendingOf(shown, operator),
    decided_by: nameOf(shown.decided_by, shown.decider),
    decided_at: shown.decided_at === null ? null : iso(shown.decided_at),
    reason:
      shown.reason_code === null ? null : { code: shown.reason_code, words: shown.reason_words },
    ...queue.item(shown.own),
  };
}

function pendingOf<Own>(shown: ListedCase<Own>, operator: Operator): ReviewItem["pending"] {
  const by = nameOf(shown.proposed_by, shown.proposer);
  if (shown.pending_id === null || by === null) return null;
  return {
    proposal_id: shown.pending_id.toString(),
    decision: shown.pending_decision ?? "approve",
    reason:
      shown.pending_code === null
        ? null
        : { code: shown.pending_code, words: shown.pending_words ?? "" },
    note: shown.pending_note ?? "",
    proposed_by: by,
    proposed_at: iso(shown.proposed_at ?? 0),
    expires_at: iso(shown.expires_at ?? 0),
    own: shown.proposed_by === operator.operatorId,
  };
}

function claimCase<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return context.database.transaction(async (transaction) => {
    const [shown] = await casesOf<Own>(context, queue, serving, { only: id }, transaction);
    if (shown === undefined) return refuse("review_not_found");
    if (shown.state !== "open" && shown.state !== "proposed") {
      return refuse("review_already_decided");
    }
    const claim = { queue: queue.name, itemId: id, operatorId: operator.operatorId };
    if (await store.insertClaim(transaction, { ...claim, minutes: claimMinutes }))
      return accept({});
    return refuse("claimed_by_another", { operator: shown.claimer ?? "" });
  });
}

function releaseCase<Own>(
  context: Context,
  queue: Queue<Own>,
  serving: Serving,
  operator: Operator,
  id: bigint,
): Promise<Outcome<Record<string, never>>> {
  return context.database.transaction(async (transaction) => {
    const [shown] = await casesOf<Own>(context, queue, serving, { only: id }, transaction);
    if (shown === undefined) return refuse("review_not_found");
    const claim = await store.findClaim(transaction, queue.name, id);
    if (claim !== undefined && claim.operator_id !== operator.operatorId) {
      return refuse("claimed_by_another", { operator: claim.email });
    }
    await store.deleteClaim(transaction, queue.name, id);
    return accept({});
  });
}

type RecordDecision = {
  operator: Operator;
  audit: Audit;
  form: DecisionForm;
  reason: Reason | null;
};

/** One transaction: the record's lock decides between two who decide at once. */
function decideRecord<Own>(
  context: Context,
  queue: RecordQueue<Own>,
  { operator, audit, form, reason }: RecordDecision,
): Promise<Outcome<Decided>> {
  const id = BigInt(form.id);
  const subject = `${queue.name}:${form.id}`;
  const details = { decision: form.decision, reason: reason ?? {}, note: form.note ?? "" };
  return transactionUnlessRefused<Decided>(context.database, async (transaction) => {
    const state = await queue.lock(transaction, id);
    if (state === undefined) return refuse("review_not_found");
    if (state !== "open") return refuse("review_already_decided");
    const at = context.clock.now();
    const waiting = await lockPendingProposal(transaction, `review:${queue.name}`, form.id, at);
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
    const claim = await store.findClaim(transaction, queue.name, id);
    if (claim !== undefined && claim.operator_id !== operator.operatorId) {
      return refuse("claimed_by_another", { operator: claim.email });
    }
    if (await queue.needsFourEyes(context, transaction, id, form.decision)) {
      const proposed = await propose(context, transaction, operator, {
        kind: `review:${queue.name}`,
        subject: form.id,
        input: { id: form.id, decision: form.decision },
        reason,
        note: form.note ?? "",
      });
      if (!proposed.ok) return proposed;
      await audit.within(transaction, subject, { ...details, proposal: proposed.value.id });
      const { pending } = proposed.value;
      const end = form.decision === "approve" ? "approved" : "rejected";
      return accept({ id: form.id, state: pending === null ? end : "proposed", pending });
    }
    const carried = await carryOut(context, transaction, queue, {
      ...{ id, decision: form.decision, reason, note: form.note ?? "" },
      ...{ decidedBy: operator.operatorId, proposedBy: null, at, proposalId: null },
    });
    if (!carried.ok) return carried;
    await audit.within(transaction, subject, details);
    const end = form.decision === "approve" ? "approved" : "rejected";
    return accept({ id: form.id, state: end, pending: null });
  });
}

/** The second operator approved: the record may have changed since the first, so it is locked and looked at. */
async function carryOutApproved<Own>(
  context: Context,
  transaction: Transaction,
  queue: RecordQueue<Own>,
  approval: Approval<{ id: string; decision: Decision }>,
): Promise<Outcome<unknown>> {
  const id = BigInt(approval.input.id);
  const state = await queue.lock(transaction, id);
  if (state === undefined) return refuse("review_not_found");
  if (state !== "open") return refuse("review_already_decided");
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

async function carryOut<Own>(
  context: Context,
  transaction: Transaction,
  queue: RecordQueue<Own>,
  decision: CarriedOut & { proposalId: bigint | null },
): Promise<Outcome<unknown>> {
  const carried = await queue.decide(context, transaction, decision);
  if (!carried.ok) return carried;
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
  await store.deleteClaim(transaction, queue.name, decision.id);
  return carried;
}

function nameOf(id: bigint | null, email: string | null): { id: string; email: string } | null {
  return id === null || email === null ? null : { id: id.toString(), email };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
