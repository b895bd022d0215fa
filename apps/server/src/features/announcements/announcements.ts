import { randomUUID } from "node:crypto";
import type { CallOutput, CheckedInput, OperatorCalls, WrittenTexts } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessages } from "../messages/messages.ts";
import { tellOperatorActs } from "../reviews/reviews.ts";
import * as store from "./announcements.store.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/announcements/send"]>;
type Sent = CallOutput<OperatorCalls["/api/ops/announcements/send"]>;
type Listed = CallOutput<OperatorCalls["/api/ops/announcements"]>;
type AnnouncementContext = Pick<Context, "database" | "clock">;

/** So many messages are written in one transaction. */
export const batchSize = 500;

export async function announcementsListed(
  { database }: AnnouncementContext,
  form: CheckedInput<OperatorCalls["/api/ops/announcements"]>,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.listAnnouncements(database.reader, {
    before: place?.[0] ?? null,
    limit: limit + 1,
  });
  const items = found.slice(0, limit).map((one) => ({
    ...one,
    id: one.id.toString(),
    written_at: new Date(one.written_at).toISOString(),
    finished_at: one.finished_at === null ? null : new Date(one.finished_at).toISOString(),
  }));
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({ items, next_cursor: more ? cursorOf(last.id) : null });
}

/** Keeps what is to be said and to whom; the deliveries follow. The same request id says it once. */
export function sendAnnouncement(
  context: AnnouncementContext,
  operator: Operator,
  audit: Audit,
  form: Form,
): Promise<Outcome<Sent>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const accounts = [...new Set(form.accounts)];
    const names = form.audience === "accounts";
    if (names === (accounts.length === 0)) return refuse("announcement_audience_unclear");
    const customers = names ? await store.customerIdsOf(transaction, accounts) : [];
    if (customers.length < accounts.length) return refuse("customer_not_found");
    const customerIds = customers.map(({ id }) => id);
    const all = names ? null : await store.everybody(transaction);
    const recipients = all?.count ?? customerIds.length;
    const id = await store.insertAnnouncement(transaction, {
      requestId: form.request_id,
      texts: form.texts,
      audience: form.audience,
      recipients,
      lastCustomerId: all?.last ?? 0n,
      writtenBy: operator.operatorId,
      at: context.clock.now(),
    });
    if (id === undefined) return answerAgain(transaction, operator, form, customerIds);
    await store.insertRecipients(transaction, id, customerIds);
    await audit.within(transaction, names && accounts.length === 1 ? accounts[0]! : form.audience, {
      announcement: id.toString(),
      recipients: String(recipients),
      texts: form.texts,
    });
    return accept({ id: id.toString(), recipients });
  });
}

type MessageForm = CheckedInput<OperatorCalls["/api/ops/customers/:account/message"]>;

/** To one customer: written, delivered and told of in one transaction. */
export function messageCustomer(
  context: AnnouncementContext,
  operator: Operator,
  audit: Audit,
  { account, request_id: requestId, texts }: MessageForm,
): Promise<Outcome<{ id: string }>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const [customer] = await store.customerIdsOf(transaction, [account]);
    if (customer === undefined) return refuse("customer_not_found");
    const at = context.clock.now();
    const id = await store.insertAnnouncement(transaction, {
      ...{ requestId, texts, audience: "accounts", recipients: 1, lastCustomerId: 0n },
      ...{ writtenBy: operator.operatorId, at },
    });
    if (id === undefined) {
      const asked = { request_id: requestId, audience: "accounts", texts } as const;
      const before = await answerAgain(transaction, operator, asked, [customer.id]);
      return before.ok ? accept({ id: before.value.id }) : before;
    }
    await store.insertRecipients(transaction, id, [customer.id]);
    await deliverTo(transaction, { texts, audience: "accounts" }, [customer.id], at);
    await store.noteDelivered(transaction, id, { count: 1, upTo: customer.id, isLast: true, at });
    await audit.within(transaction, account, { announcement: id.toString(), texts });
    return accept({ id: id.toString() });
  });
}

/** What a feature has to say to every customer, in the transaction of what it is about. */
export async function announceToEverybody(
  transaction: Transaction,
  { texts, writtenBy, at }: { texts: WrittenTexts; writtenBy: bigint; at: number },
): Promise<void> {
  const { count: recipients, last: lastCustomerId } = await store.everybody(transaction);
  const requestId = randomUUID();
  await store.insertAnnouncement(transaction, {
    ...{ requestId, texts, audience: "all", recipients, lastCustomerId, writtenBy, at },
  });
}

async function answerAgain(
  transaction: Transaction,
  operator: Operator,
  form: Pick<Form, "request_id" | "audience" | "texts">,
  customerIds: readonly bigint[],
): Promise<Outcome<Sent>> {
  const before = await store.findByRequest(transaction, form.request_id);
  const isSame =
    before !== undefined &&
    before.written_by === operator.operatorId &&
    before.audience === form.audience &&
    sameTexts(before.texts, form.texts) &&
    before.customer_ids.toSorted().join() === customerIds.map(String).toSorted().join();
  if (!isSame) return refuse("request_id_reused");
  return accept({ id: before.id.toString(), recipients: before.recipients });
}

function sameTexts(one: WrittenTexts, other: WrittenTexts): boolean {
  return (["jp", "cn", "us"] as const).every(
    (language) =>
      one[language].title === other[language].title && one[language].body === other[language].body,
  );
}

/** Delivers one batch; false where nothing is left for us. */
export function deliverBatch({ database, clock }: AnnouncementContext): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const announcement = await store.lockUnfinished(transaction);
    if (announcement === undefined) return false;
    const customerIds = await store.nextRecipients(transaction, announcement, batchSize);
    const at = clock.now();
    await deliverTo(transaction, announcement, customerIds, at);
    await store.noteDelivered(transaction, announcement.id, {
      count: customerIds.length,
      upTo: customerIds.at(-1) ?? announcement.delivered_up_to,
      isLast: customerIds.length < batchSize,
      at,
    });
    return true;
  });
}

/** Whoever was named is told besides that it was an operator who wrote to them. */
async function deliverTo(
  transaction: Transaction,
  { texts, audience }: { texts: WrittenTexts; audience: "all" | "accounts" },
  customerIds: readonly bigint[],
  at: number,
): Promise<void> {
  if (customerIds.length === 0) return;
  const kind = "announcement" as const;
  await sendMessages(
    transaction,
    customerIds.map((customerId) => ({ customerId, kind, texts, at })),
  );
  if (audience === "all") return;
  await tellOperatorActs(transaction, customerIds, {
    kind: "operator_acted",
    what: "message_sent",
    at,
  });
}
