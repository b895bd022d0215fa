import type {
  CallOutput,
  CheckedInput,
  Difference,
  OperatorCalls,
  ProposalInputs,
  ReasonSentences,
  WrittenTexts,
} from "@sanshi/contract";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import {
  findProposal,
  pendingOf,
  propose,
  inputOf,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import { siteEntries } from "../../governance/site/site.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { markedTalk } from "../announcements/announcements.ts";
import { pushReply } from "../messages/messages.ts";
import * as store from "./conversations.store.ts";

type Path = "/api/ops/conversations/:account/reply";
type Replied = CallOutput<OperatorCalls[Path]>;
type Form = CheckedInput<OperatorCalls[Path]>;

/** As it is kept in the proposal: what the approver sees is what is said. */
type ReplyInput = ProposalInputs["service_reply"];

const kind = "service_reply";

/**
 * Answers a customer. A page of help is the app's own and goes at once. Of own words the operator's first of a case
 * wait for a second operator, and later whatever touches money does (decision 0122).
 */
export function replyToCustomer(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Form,
): Promise<Outcome<Replied>> {
  const { account, request_id, body = "", article = null, case_number = null } = form;
  const said = { body: body.trim(), article, case_number };
  const input = { account, ...said, request_id, role: operator.role };
  return transactionUnlessRefused<Replied>(context.database, async (transaction) => {
    const found = await store.lockConversation(transaction, account);
    if (found === undefined) return refuse("conversation_not_found");
    if (case_number !== null) {
      const wrote = await store.wroteAbout(transaction, found.customer_id, case_number);
      if (!wrote) return refuse("case_not_found");
    }
    if (input.body === "" && article === null) return refuse("reply_says_nothing");
    const before = await saidBefore(transaction, operator, found.customer_id, input);
    if (before !== null) return before;
    // Two who answer at once contradict each other; taking over is a step of its own.
    const { assigned_to: assignee } = found;
    if (assignee !== null && assignee !== operator.operatorId) return refuse("claimed_by_another");
    const details = { body: input.body, article: article ?? "" };
    const mayGo =
      input.body === "" ||
      (markedTalk(input.body).length === 0 &&
        (await store.isTrusted(transaction, found.customer_id, operator.operatorId)));
    if (mayGo) {
      const at = context.clock.now();
      const by = { by: operator.operatorId, proposalId: null, at };
      const id = await say(transaction, found.customer_id, input, by);
      await audit.within(transaction, account, { message: id.toString(), ...details });
      return accept({ id: id.toString(), pending: null });
    }
    await store.assign(transaction, found.customer_id, operator.operatorId);
    const proposed = await propose(context, transaction, operator, {
      kind,
      // Two like it may wait at once: each is a text of its own.
      subject: `${account} ${request_id}`,
      customerId: found.customer_id,
      input,
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, account, { proposal: proposed.value.id, ...details });
    const { said } = await store.findByRequest(transaction, request_id);
    return accept({ id: said?.id.toString() ?? null, pending: proposed.value.pending });
  });
}

/**
 * What two operators wrote before, as an answer that stands at once. The same request id sends it once.
 */
export async function replyWithTemplate(
  transaction: Transaction,
  { operatorId: by, role }: Pick<Operator, "operatorId" | "role">,
  {
    account,
    templateId,
    texts: written,
    requestId,
    caseNumber,
    at,
  }: {
    account: string;
    templateId: bigint;
    texts: WrittenTexts;
    requestId: string;
    caseNumber: string | null;
    at: number;
  },
): Promise<Outcome<{ id: bigint; isNew: boolean }>> {
  const found = await store.lockConversation(transaction, account);
  if (found === undefined) return refuse("conversation_not_found");
  const { customer_id: customerId, assigned_to: assignee } = found;
  if (caseNumber !== null) {
    const wrote = await store.wroteAbout(transaction, customerId, caseNumber);
    if (!wrote) return refuse("case_not_found");
  }
  const texts = { jp: written.jp.body, cn: written.cn.body, us: written.us.body };
  const { said, proposed } = await store.findByRequest(transaction, requestId);
  if (proposed !== undefined) return refuse("request_id_reused");
  if (said !== undefined) {
    const isSame =
      said.customer_id === customerId &&
      said.written_by === by &&
      said.template_id === templateId &&
      said.case_number === caseNumber &&
      isDeepStrictEqual(said.texts, texts);
    return isSame ? accept({ id: said.id, isNew: false }) : refuse("request_id_reused");
  }
  if (assignee !== null && assignee !== by) return refuse("claimed_by_another");
  const template = { id: templateId, texts };
  const reply = { body: "", article: null, case_number: caseNumber, request_id: requestId, role };
  const own = { by, proposalId: null, at };
  const id = await say(transaction, customerId, { ...reply, template }, own);
  return accept({ id, isNew: true });
}

/** The same request again: what became of it so far. Null where it is the first. */
async function saidBefore(
  transaction: Transaction,
  operator: Operator,
  customerId: bigint,
  input: ReplyInput,
): Promise<Outcome<Replied> | null> {
  const { said, proposed } = await store.findByRequest(transaction, input.request_id);
  const isSame = (one: Pick<ReplyInput, "body" | "article" | "case_number">, by: bigint) =>
    one.body === input.body &&
    one.article === input.article &&
    one.case_number === input.case_number &&
    by === operator.operatorId;
  if (proposed !== undefined) {
    const before = inputOf(kind, { kind, ...proposed });
    if (before.account !== input.account || !isSame(before, proposed.proposed_by)) {
      return refuse("request_id_reused");
    }
    const stored = await findProposal(transaction, proposed.id);
    const pending = stored?.state === "pending" ? pendingOf(stored, operator) : null;
    return accept({ id: said?.id.toString() ?? null, pending });
  }
  if (said === undefined) return null;
  return said.customer_id === customerId && isSame(said, said.written_by)
    ? accept({ id: said.id.toString(), pending: null })
    : refuse("request_id_reused");
}

/** Keeps a reply, and tells the customer's stream and activity; a closed conversation is open again. */
async function say(
  transaction: Transaction,
  customerId: bigint,
  {
    body,
    article,
    case_number: caseNumber,
    request_id: requestId,
    role,
    template,
  }: Omit<ReplyInput, "account"> & { template?: { id: bigint; texts: ReasonSentences } },
  { by, proposalId, at }: { by: bigint; proposalId: bigint | null; at: number },
): Promise<bigint> {
  const { title: broker } = await siteEntries(transaction);
  await store.reopenConversation(transaction, customerId, at);
  const id = await store.insertReply(transaction, {
    customerId,
    body,
    ...(template !== undefined && { template }),
    article,
    author: { role, broker },
    by,
    proposalId,
    requestId,
    caseNumber,
    at,
  });
  await publishWith(transaction, customerId, { kind: "service_message", id: id.toString() });
  await pushReply(transaction, customerId);
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "service_reply",
    at,
  });
  return id;
}

export const replyProposals: Handlers<"service_reply"> = {
  service_reply: {
    approve: "approve_proposals",
    differences: (_context, _transaction, input) => Promise.resolve(accept(shown(input))),
    apply: async (_context, transaction, { input, proposedBy: by, proposalId, at }) => {
      const found = await store.lockConversation(transaction, input.account);
      if (found === undefined) return refuse("customer_not_found");
      await say(transaction, found.customer_id, input, { by, proposalId, at });
      return accept({});
    },
  },
};

/** First of all what asks for a payment or leads away, then every word as it will be read. */
function shown({ account, body, article, case_number, role }: ReplyInput): Difference[] {
  const row = (field: string, after: string) => ({ field, before: null, after });
  return [
    ...markedTalk(body),
    row("recipients", account),
    ...(case_number === null ? [] : [row("case_number", case_number)]),
    row("author_role", `role_${role}`),
    ...(article === null ? [] : [row("article", `help_${article}`)]),
    row("reply", body),
  ];
}
