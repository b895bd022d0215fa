import { isDeepStrictEqual } from "node:util";
import type {
  CallOutput,
  CheckedInput,
  Difference,
  OperatorCalls,
  ProposalInputs,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  type Handlers,
  findProposal,
  inputOf,
  pendingOf,
  propose,
} from "../../governance/approvals/approvals.ts";
import { authorOf, deliverTo } from "./announcements.ts";
import * as store from "./announcements.store.ts";
import { marksOf, paymentTalk, usesSystemTitle } from "./payment-talk.rules.ts";

type Written = CallOutput<OperatorCalls["/api/ops/customers/:account/message"]>;
type Sent = CallOutput<OperatorCalls["/api/ops/announcements/send"]>;
type SendForm = CheckedInput<OperatorCalls["/api/ops/announcements/send"]>;
type MessageForm = CheckedInput<OperatorCalls["/api/ops/customers/:account/message"]>;

/** As it is kept in the proposal: what the approver sees is what is said. */
type Input = ProposalInputs["announcement"];

type Kind = "announcement" | "customer_message";

/** To one customer, by two operators. The same request id says it once. */
export function messageCustomer(
  context: Context,
  operator: Operator,
  audit: Audit,
  { account, request_id, texts }: MessageForm,
): Promise<Outcome<Written>> {
  return write(context, operator, audit, "customer_message", {
    audience: "accounts",
    accounts: [account],
    texts,
    request_id,
    role: operator.role,
  });
}

/** To those who are named, or to everybody: by two operators. The same request id says it once. */
export async function sendAnnouncement(
  context: Context,
  operator: Operator,
  audit: Audit,
  { request_id, audience, accounts, texts }: SendForm,
): Promise<Outcome<Sent>> {
  const named = [...new Set(accounts)].toSorted();
  if ((audience === "accounts") === (named.length === 0)) {
    return usesSystemTitle(texts)
      ? refuse("title_is_the_systems")
      : refuse("announcement_audience_unclear");
  }
  const input = { audience, accounts: named, texts, request_id, role: operator.role };
  const written = await write(context, operator, audit, "announcement", input);
  if (!written.ok) return written;
  const recipients =
    audience === "all" ? (await store.everybody(context.database.reader)).count : named.length;
  return accept({ ...written.value, recipients });
}

function write(
  context: Context,
  operator: Operator,
  audit: Audit,
  kind: Kind,
  input: Input,
): Promise<Outcome<Written>> {
  return transactionUnlessRefused<Written>(context.database, async (transaction) => {
    if (usesSystemTitle(input.texts)) return refuse("title_is_the_systems");
    const customers = await store.customerIdsOf(transaction, input.accounts);
    if (customers.length < input.accounts.length) return refuse("customer_not_found");
    const before = await findBefore(transaction, operator, kind, input);
    if (before !== null) return before;
    const about = input.accounts.length === 1 ? (input.accounts[0] ?? "") : input.audience;
    const details = { texts: input.texts, recipients: String(input.accounts.length) };
    const [customer] = kind === "customer_message" ? customers : [];
    const proposed = await propose(context, transaction, operator, {
      kind,
      // Two like it may wait at once: each is a text of its own.
      subject: `${about} ${input.request_id}`,
      ...(customer !== undefined && { customerId: customer.id }),
      input,
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, about, { proposal: proposed.value.id, ...details });
    const said = await store.findByRequest(transaction, input.request_id);
    return accept({ id: said?.id.toString() ?? null, pending: proposed.value.pending });
  });
}

/** The same request again: what became of it so far. Null where it is the first. */
async function findBefore(
  transaction: Transaction,
  operator: Operator,
  kind: Kind,
  input: Input,
): Promise<Outcome<Written> | null> {
  const proposed = await store.findProposed(transaction, input.request_id);
  const said = await store.findByRequest(transaction, input.request_id);
  if (proposed === undefined && said === undefined) return null;
  if (proposed !== undefined) {
    const isSame =
      proposed.kind === kind &&
      proposed.proposed_by === operator.operatorId &&
      isSaid(inputOf(kind, proposed), input);
    if (!isSame) return refuse("request_id_reused");
    const stored = await findProposal(transaction, proposed.id);
    const waits = stored?.state === "pending" ? pendingOf(stored, operator) : null;
    return accept({ id: said?.id.toString() ?? null, pending: waits });
  }
  const customers = await store.customerIdsOf(transaction, input.accounts);
  const isSame =
    said !== undefined &&
    kind === "customer_message" &&
    said.written_by === operator.operatorId &&
    said.audience === "accounts" &&
    isDeepStrictEqual(said.texts, input.texts) &&
    said.customer_ids.join() === customers.map(({ id }) => id).join();
  return isSame ? accept({ id: said.id.toString(), pending: null }) : refuse("request_id_reused");
}

/** The role may have changed since. */
function isSaid(before: Input, input: Input): boolean {
  return isDeepStrictEqual(before, { ...input, role: before.role });
}

/** Keeps what is said, and by whom; to one customer it is there at once, the other deliveries follow. */
async function say(
  transaction: Transaction,
  { audience, accounts, texts, request_id: requestId, role }: Input,
  { by, proposalId, at }: { by: bigint; proposalId: bigint | null; at: number },
): Promise<bigint> {
  const customerIds = (await store.customerIdsOf(transaction, accounts)).map(({ id }) => id);
  const all = audience === "all" ? await store.everybody(transaction) : null;
  const author = await authorOf(transaction, role);
  const id = await store.insertAnnouncement(transaction, {
    requestId,
    texts,
    audience,
    writtenBy: by,
    author,
    proposalId,
    at,
    recipients: all?.count ?? customerIds.length,
    lastCustomerId: all?.last ?? 0n,
  });
  if (id === undefined) throw new Error("a text was said before it was approved");
  await store.insertRecipients(transaction, id, customerIds);
  const [only, ...others] = customerIds;
  if (only === undefined || others.length > 0) return id;
  await deliverTo(transaction, { texts, author, audience }, [only], at);
  await store.noteDelivered(transaction, id, { count: 1, upTo: only, isLast: true, at });
  return id;
}

const writing: Handlers<"announcement">["announcement"] = {
  approve: "approve_proposals",
  differences: (_context, _transaction, input) => Promise.resolve(accept(shown(input))),
  apply: async (_context, transaction, { input, proposedBy: by, proposalId, at }) => {
    await say(transaction, input, { by, proposalId, at });
    return accept({});
  },
};

export const writingProposals: Handlers<Kind> = {
  announcement: writing,
  customer_message: writing,
};

/** First of all what asks for a payment or leads away, then every word as it will be read. */
function shown({ audience, accounts, texts, role }: Input): Difference[] {
  const row = (field: string, after: string) => ({ field, before: null, after });
  const found = paymentTalk(texts).map(({ kind, language, words }) => ({
    kind,
    words: `${language}: ${words}`,
  }));
  return [
    ...marksOf(found),
    row("recipients", audience === "all" ? "all" : accounts.join(", ")),
    row("author_role", `role_${role}`),
    ...(["jp", "cn", "us"] as const).flatMap((language) => [
      row(`title_${language}`, texts[language].title),
      row(`body_${language}`, texts[language].body),
    ]),
  ];
}
