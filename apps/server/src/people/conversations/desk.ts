import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { findProposal, inputOf, pendingOf } from "../../governance/approvals/approvals.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { onWire, pageOf } from "./conversations.ts";
import * as store from "./conversations.store.ts";
import type { ConversationRow } from "./conversations.store.ts";

type Calls = OperatorCalls;
type Input<Path extends keyof Calls> = CheckedInput<Calls[Path]>;
type Output<Path extends keyof Calls> = CallOutput<Calls[Path]>;

const repliesShownMax = 20;

export async function conversationsListed(
  { database }: Context,
  operator: Operator,
  form: Input<"/api/ops/conversations">,
): Promise<Outcome<Output<"/api/ops/conversations">>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const digits = (form.q ?? "").replaceAll(/[\s-]/g, "");
  if (digits !== "" && !/^\d{1,10}$/.test(digits)) return accept({ items: [], next_cursor: null });
  const limit = Number(form.limit);
  const found = await store.listConversations(database.reader, {
    state: form.state,
    assignee: { "": null, mine: operator.operatorId, nobody: "nobody" as const }[form.claimed],
    accountLike: digits === "" ? null : `%${digits}%`,
    after: place?.[0] ?? null,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const at = last === undefined || found.length <= limit ? null : placeIn(last, form.state);
  return accept({
    items: shown.map(conversationOnWire),
    next_cursor: at === null ? null : cursorOf(at),
  });
}

function placeIn(row: ConversationRow, state: string): bigint | null {
  return state === "waiting" ? row.waiting_message_id : row.id;
}

/** A look like any other at a customer: they are told of it. */
export async function lookAtConversation(
  { database, clock }: Context,
  operator: Operator,
  form: Input<"/api/ops/conversations/:account">,
): Promise<Outcome<Output<"/api/ops/conversations/:account">>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const { reader } = database;
  const found = await store.findConversation(reader, form.account);
  if (found === undefined) return refuse("conversation_not_found");
  const limit = Number(form.limit);
  const { customer_id: customerId } = found;
  await notifyOfOperatorAct(reader, {
    customerId,
    kind: "operator_viewed",
    what: "conversation",
    at: clock.now(),
  });
  const messages = await store.listOwnMessages(reader, {
    customerId,
    before: place?.[0] ?? null,
    limit: limit + 1,
  });
  return accept({
    ...pageOf(messages, limit, (row) => ({
      ...onWire(row),
      written_by: row.writer,
      approved_by: row.approver,
    })),
    conversation: conversationOnWire(found),
    replies: await waitingReplies(reader, operator, customerId),
    closed_by: found.closed_by,
    closed_at: found.closed_at === null ? null : new Date(found.closed_at).toISOString(),
  });
}

async function waitingReplies(reader: Reader, operator: Operator, customerId: bigint) {
  const ids = await store.pendingReplyIds(reader, customerId, repliesShownMax);
  const proposals = await Promise.all(ids.map((id) => findProposal(reader, id)));
  return proposals.flatMap((proposal) => {
    const pending = proposal === undefined ? null : pendingOf(proposal, operator);
    if (proposal === undefined || pending === null) return [];
    const { body, article, case_number } = inputOf("service_reply", proposal);
    return [{ body, article, case_number, pending }];
  });
}

export function assignConversation(
  { database, clock }: Context,
  operator: Operator,
  audit: Audit,
  { account, to }: Input<"/api/ops/conversations/:account/assign">,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const found = await store.lockConversation(transaction, account);
    if (found === undefined) return refuse("conversation_not_found");
    await store.assign(transaction, found.customer_id, to === "me" ? operator.operatorId : null);
    const what = to === "me" ? "conversation_taken" : "conversation_left";
    await notifyOfOperatorAct(transaction, {
      customerId: found.customer_id,
      kind: "operator_acted",
      what,
      at: clock.now(),
    });
    await audit.within(transaction, account, { to });
    return accept({});
  });
}

export function changeConversation(
  { database, clock }: Context,
  operator: Operator,
  audit: Audit,
  { account, state }: Input<"/api/ops/conversations/:account/state">,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const found = await store.lockConversation(transaction, account);
    if (found === undefined) return refuse("conversation_not_found");
    const { customer_id: customerId } = found;
    const at = clock.now();
    if (state === "open") await store.reopenConversation(transaction, customerId, at);
    else await store.closeConversation(transaction, { customerId, by: operator.operatorId, at });
    const what = state === "open" ? "conversation_reopened" : "conversation_closed";
    await notifyOfOperatorAct(transaction, { customerId, kind: "operator_acted", what, at });
    await audit.within(transaction, account, { before: found.state, after: state });
    return accept({});
  });
}

function conversationOnWire(
  row: ConversationRow,
): Output<"/api/ops/conversations">["items"][number] {
  const { account, state, waiting_since, unanswered, assigned_to, assignee, proposed } = row;
  return {
    account,
    state,
    unanswered,
    proposed,
    waiting_since: waiting_since === null ? null : new Date(waiting_since).toISOString(),
    assigned_to:
      assigned_to === null ? null : { id: assigned_to.toString(), email: assignee ?? "" },
    last: onWire(row),
  };
}
