import type { DelayReason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { decideProposal } from "./deciding.ts";
import { pendingOf } from "./pending.ts";
import { lockProposal } from "./proposals.store.ts";
import { decideRecord } from "./deciding-records.ts";
import { casesOf, claimCase, itemOf, listQueue, releaseCase } from "./queue-cases.ts";
import type { ProposalQueue, Queue, QueueName, RecordQueue, Serving } from "./queue.ts";
import { reasonForCustomer, reasonForProposer } from "./queue.rules.ts";
import * as store from "./queue.store.ts";
import type { ListedCase } from "./queue.store.ts";
import { notifyOfOperatorAct } from "../activity/activity.ts";

/** What each of these cases waits for: by the operators' own records, not by what they say. */
export async function delayReasons(
  transaction: Transaction,
  queue: QueueName,
  ids: readonly bigint[],
): Promise<Map<bigint, DelayReason>> {
  const found = await store.findWaiting(transaction, queue, ids);
  return new Map(found.map(({ id, reason }) => [id, reason]));
}

/** What is served of each queue, for the calls that are the same in all of them. */
const served = new WeakMap<Context, Map<QueueName, ServedQueue>>();

export type ServedQueue = { queue: Queue<never>; serving: Serving };

export function servedQueue(context: Context, name: QueueName): ServedQueue {
  const found = served.get(context)?.get(name);
  if (found === undefined) throw new Error(`the queue ${name} is not served`);
  return found;
}

/** Serves the five calls of a queue of records. */
export function serveRecordQueue<Own>(context: Context, queue: RecordQueue<Own>): void {
  serveQueue(context, queue, {
    cases: store.recordCases(queue.name, queue.records),
    states: queue.states,
    reasonGiven: reasonForCustomer,
    decide: (operator, audit, form, reason) =>
      decideRecord(context, queue, { operator, audit, form, reason }),
  });
}

/** Serves the five calls of a queue whose cases are proposals. */
export function serveProposalQueue<Own>(context: Context, queue: ProposalQueue<Own>): void {
  serveQueue(context, queue, {
    cases: queue.cases,
    states: {},
    reasonGiven: reasonForProposer,
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
          state: decided.value.state,
        });
        const waits = decided.value.state === "proposed" ? pendingOf(proposal, operator) : null;
        return accept({ id: form.id, ...decided.value, pending: waits });
      }),
  });
}

function serveQueue<Own>(context: Context, queue: Queue<Own>, serving: Serving): void {
  const { operatorHttp } = context;
  const queues = served.get(context) ?? new Map<QueueName, ServedQueue>();
  served.set(context, queues.set(queue.name, { queue: queue as Queue<never>, serving }));
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
    await auditView(context, queue.name, shown);
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
    const given = serving.reasonGiven(queue.reasons, input);
    if (!given.ok) return refuse(given.code);
    return serving.decide(operator, audit, input, given.reason);
  });
}

/** Whoever asked for something sees that an operator looked at it. */
async function auditView<Own>(
  context: Context,
  queue: string,
  shown: ListedCase<Own>,
): Promise<void> {
  if (shown.customer_id === null) return;
  await notifyOfOperatorAct(context.database.reader, {
    customerId: shown.customer_id,
    kind: "operator_viewed",
    what: "case",
    params: { queue },
    at: context.clock.now(),
  });
}
