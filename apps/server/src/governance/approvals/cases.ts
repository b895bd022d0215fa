import {
  caseCommentsMax,
  may,
  operatorCalls,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type OperatorRole,
  type Permission,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as store from "./cases.store.ts";
import type { StoredComment } from "./cases.store.ts";
import { singleApprovalHolds } from "./proposals.store.ts";
import { casesOf } from "./queue-cases.ts";
import { claimMinutes, handedOverHours } from "./queue.rules.ts";
import { findClaim, insertClaim, moveClaim, type ListedCase } from "./queue.store.ts";
import type { QueueName } from "./queue.ts";
import { servedQueue } from "./serving-queues.ts";

/** What operators say about cases to one another and who goes on with them: no customer learns of either. */

type Path<Name extends string> = `/api/ops/cases/:queue/${Name}` & keyof OperatorCalls;
type Input<Name extends string> = CheckedInput<OperatorCalls[Path<Name>]>;
type Comment = CallOutput<OperatorCalls[Path<":id/comments/add">]>;
type Added = { comment: StoredComment; isNew: boolean };

export async function commentsOf(
  context: Context,
  { queue, id }: Input<":id/comments">,
): Promise<Outcome<{ items: Comment[]; next_cursor: null }>> {
  const { reader } = context.database;
  if ((await findCase(context, queue, id)) === undefined) return refuse("review_not_found");
  const found = await store.listComments(reader, queue, BigInt(id));
  return accept({ items: found.map(commentOnWire), next_cursor: null });
}

/** The same request id comments once. */
export function addComment(
  context: Context,
  operator: Operator,
  audit: Audit,
  { queue, id, body, request_id: requestId }: Input<":id/comments/add">,
): Promise<Outcome<Comment>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    if ((await findCase(context, queue, id, transaction)) === undefined) {
      return refuse("review_not_found");
    }
    const text = body.trim();
    if (text === "") return refuse("note_says_nothing");
    const words = { queue, id, body: text, handedTo: null, requestId };
    const added = await keepComment(context, transaction, operator, words);
    if (!added.ok) return added;
    const { comment, isNew } = added.value;
    if (isNew) {
      await audit.within(transaction, subjectOf(queue, id), {
        comment: comment.id.toString(),
        body: text,
      });
    }
    return accept(commentOnWire(comment));
  });
}

/** Only the claim moves: who proposed the case and who may approve it stays as it is. */
export function handOver(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<":id/hand-over">,
): Promise<Outcome<Comment>> {
  const { queue, id, to, body = "", request_id: requestId } = form;
  return transactionUnlessRefused(context.database, async (transaction) => {
    if (!may(operator.role, rightToDecide(queue))) return refuse("forbidden");
    const shown = await findCase(context, queue, id, transaction);
    if (shown === undefined) return refuse("review_not_found");
    const words = { queue, id, body: body.trim(), handedTo: BigInt(to), requestId };
    const known = await store.findComment(transaction, requestId);
    // What was done stays done, however the case stands by now.
    if (known !== undefined) return repeated(known, operator, words);
    if (shown.state !== "open" && shown.state !== "proposed") {
      return refuse("review_already_decided");
    }
    const receiver = await receiverOf(transaction, operator, { queue, to, shown });
    if (!receiver.ok) return receiver;
    // First one's own: the row decides between two who give it away at once.
    const claim = { queue, itemId: BigInt(id), operatorId: operator.operatorId };
    if (!(await insertClaim(transaction, { ...claim, minutes: claimMinutes }))) {
      const meanwhile = await store.findComment(transaction, requestId);
      if (meanwhile !== undefined) return repeated(meanwhile, operator, words);
      const holder = await findClaim(transaction, queue, BigInt(id));
      return refuse("claimed_by_another", { operator: holder?.email ?? "" });
    }
    const added = await keepComment(context, transaction, operator, words);
    if (!added.ok) return added;
    await moveClaim(transaction, { ...claim, operatorId: BigInt(to), hours: handedOverHours });
    await audit.within(transaction, subjectOf(queue, id), {
      comment: added.value.comment.id.toString(),
      to: receiver.value.email,
      body: words.body,
    });
    return accept(commentOnWire(added.value.comment));
  });
}

export async function colleaguesFor(
  context: Context,
  operator: Operator,
  queue: QueueName,
): Promise<Outcome<CallOutput<OperatorCalls[Path<"colleagues">]>>> {
  const found = await store.listColleagues(context.database.reader);
  const items = found
    .filter(({ id, role }) => id !== operator.operatorId && may(role, rightToDecide(queue)))
    .map(({ id, email, role }) => ({ id: id.toString(), email, role }));
  return accept({ items, next_cursor: null });
}

/** Who gets a case has to be able to go on with it: their own proposal they could only keep from others. */
async function receiverOf(
  transaction: Transaction,
  operator: Operator,
  { queue, to, shown }: { queue: QueueName; to: string; shown: ListedCase<unknown> },
): Promise<Outcome<store.Colleague>> {
  const colleagues = await store.listColleagues(transaction);
  const receiver = colleagues.find(({ id }) => id.toString() === to);
  if (receiver === undefined) return refuse("operator_not_found");
  if (receiver.id === operator.operatorId) return refuse("operator_is_oneself");
  const proposedIt = shown.pending_id !== null && shown.proposed_by === receiver.id;
  const isPairOfEyes = shown.pending_id === null || may(receiver.role, "approve_proposals");
  const couldDecide =
    may(receiver.role, rightToDecide(queue)) &&
    isPairOfEyes &&
    (!proposedIt || (await singleApprovalHolds(transaction)));
  if (!couldDecide) return refuse("operator_cannot_decide", { operator: receiver.email });
  return accept(receiver);
}

type Words = {
  queue: QueueName;
  id: string;
  body: string;
  handedTo: bigint | null;
  requestId: string;
};

async function keepComment(
  { clock }: Context,
  transaction: Transaction,
  operator: Operator,
  words: Words,
): Promise<Outcome<Added>> {
  const itemId = BigInt(words.id);
  const isNew = await store.insertComment(transaction, {
    ...words,
    itemId,
    by: operator.operatorId,
    role: operator.role,
    at: clock.now(),
  });
  const comment = await store.findComment(transaction, words.requestId);
  if (comment === undefined) throw new Error("a comment was not kept");
  if (!isSame(comment, operator, words)) return refuse("request_id_reused");
  if (isNew && (await store.countComments(transaction, words.queue, itemId)) > caseCommentsMax) {
    return refuse("comments_too_many", { count: String(caseCommentsMax) });
  }
  return accept({ comment, isNew });
}

function repeated(kept: StoredComment, operator: Operator, words: Words): Outcome<Comment> {
  return isSame(kept, operator, words) ? accept(commentOnWire(kept)) : refuse("request_id_reused");
}

function isSame(kept: StoredComment, operator: Operator, words: Words): boolean {
  return (
    kept.queue === words.queue &&
    kept.item_id === BigInt(words.id) &&
    kept.written_by === operator.operatorId &&
    kept.handed_to === words.handedTo &&
    kept.body === words.body
  );
}

async function findCase(
  context: Context,
  name: QueueName,
  id: string,
  reader = context.database.reader,
): Promise<ListedCase<unknown> | undefined> {
  const { queue, serving } = servedQueue(context, name);
  const [shown] = await casesOf<never>(context, queue, serving, { only: BigInt(id) }, reader);
  return shown;
}

/** As the queue's own call for a decision asks for it. */
function rightToDecide(queue: QueueName): Permission {
  const { permission } = operatorCalls[`/api/ops/${queue}/:id/decision`];
  if (permission === null) throw new Error(`everybody decides ${queue}`);
  return permission;
}

function subjectOf(queue: QueueName, id: string): string {
  return `${queue}:${id}`;
}

function commentOnWire(kept: StoredComment): Comment {
  const { id, body, written_by: by, writer, role, handed_to: to, receiver, written_at } = kept;
  return {
    id: id.toString(),
    body,
    written_by: { id: by.toString(), email: writer },
    role: role as OperatorRole,
    handed_to: to === null || receiver === null ? null : { id: to.toString(), email: receiver },
    at: new Date(written_at).toISOString(),
  };
}
