import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type {
  CallOutput,
  CheckedInput,
  Difference,
  MessageAuthor,
  OperatorRole,
  OperatorCalls,
  WrittenTexts,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { rolesOf, type Approval } from "../../governance/approvals/approvals.ts";
import { siteEntries } from "../../governance/site/site.ts";
import { sendMessages } from "../messages/messages.ts";
import * as store from "./announcements.store.ts";
import { marksOf, talkIn } from "./payment-talk.rules.ts";

export { usesSystemTitle } from "./payment-talk.rules.ts";
import { notifyOfOperatorActs } from "../../governance/activity/activity.ts";

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

/** As `announceToEverybody`, of what two operators decided: with a reason in own words it is the proposer's. */
export async function announceDecision(
  transaction: Transaction,
  texts: WrittenTexts,
  {
    reason,
    proposalId,
    approvedBy: writtenBy,
    at,
  }: Pick<Approval<unknown>, "reason" | "proposalId" | "approvedBy" | "at">,
): Promise<void> {
  if (reason?.code !== "other") return announceToEverybody(transaction, { texts, writtenBy, at });
  const { proposed } = await rolesOf(transaction, proposalId, writtenBy);
  const author = await authorOf(transaction, proposed as OperatorRole);
  return announceToEverybody(transaction, { texts, author, writtenBy, at });
}

/** An operator as customers see one: by the role, of the broker as it is called now. */
export async function authorOf(
  transaction: Transaction,
  role: OperatorRole,
): Promise<MessageAuthor> {
  const { title: broker } = await siteEntries(transaction);
  return { role, broker };
}

/** What a feature has to say to every customer, in the transaction of what it is about; the system's without an author. */
export async function announceToEverybody(
  transaction: Transaction,
  {
    texts,
    author = null,
    writtenBy,
    at,
  }: { texts: WrittenTexts; author?: MessageAuthor | null; writtenBy: bigint; at: number },
): Promise<void> {
  const { count: recipients, last: lastCustomerId } = await store.everybody(transaction);
  const requestId = randomUUID();
  await store.insertAnnouncement(transaction, {
    requestId,
    texts,
    audience: "all",
    recipients,
    lastCustomerId,
    writtenBy,
    at,
    author,
    proposalId: null,
  });
}

/**
 * What two operators wrote before, to one customer at once: of what stands in it whoever sends it wrote nothing. The
 * same request id sends it once.
 */
export async function sayTemplate(
  transaction: Transaction,
  { operatorId, role }: Pick<Operator, "operatorId" | "role">,
  {
    templateId,
    texts,
    customerId,
    requestId,
    at,
  }: { templateId: bigint; texts: WrittenTexts; customerId: bigint; requestId: string; at: number },
): Promise<Outcome<{ id: bigint; isNew: boolean }>> {
  const proposed = await store.findProposed(transaction, requestId);
  if (proposed !== undefined) return refuse("request_id_reused");
  const author = await authorOf(transaction, role);
  const id = await store.insertAnnouncement(transaction, {
    requestId,
    texts,
    audience: "accounts",
    writtenBy: operatorId,
    author,
    proposalId: null,
    templateId,
    at,
    recipients: 1,
    lastCustomerId: 0n,
  });
  if (id === undefined) {
    const before = await store.findByRequest(transaction, requestId);
    const isSame =
      before !== undefined &&
      before.template_id === templateId &&
      before.written_by === operatorId &&
      isDeepStrictEqual(before.texts, texts) &&
      before.customer_ids.join() === String(customerId);
    return isSame ? accept({ id: before.id, isNew: false }) : refuse("request_id_reused");
  }
  await store.insertRecipients(transaction, id, [customerId]);
  await deliverTo(transaction, { texts, author, audience: "accounts" }, [customerId], at);
  await store.noteDelivered(transaction, id, { count: 1, upTo: customerId, isLast: true, at });
  return accept({ id, isNew: true });
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
export async function deliverTo(
  transaction: Transaction,
  {
    texts,
    author,
    audience,
  }: { texts: WrittenTexts; author: MessageAuthor | null; audience: "all" | "accounts" },
  customerIds: readonly bigint[],
  at: number,
): Promise<void> {
  if (customerIds.length === 0) return;
  const kind = "announcement" as const;
  await sendMessages(
    transaction,
    customerIds.map((customerId) => ({ customerId, kind, texts, author, at })),
  );
  if (audience === "all") return;
  await notifyOfOperatorActs(transaction, customerIds, {
    kind: "operator_acted",
    what: "message_sent",
    at,
  });
}

/** What in a text of an operator's touches money or leads away: each as the approver reads it; empty where nothing does. */
export function markedTalk(text: string): Difference[] {
  return marksOf(talkIn(text));
}
