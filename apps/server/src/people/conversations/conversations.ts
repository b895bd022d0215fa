import {
  serviceMessagesPerDayMax,
  serviceMessagesPerTenMinutesMax,
  type CallOutput,
  type Calls,
  type ServiceMessage,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { siteEntries } from "../../governance/site/site.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import * as store from "./conversations.store.ts";
import type { StoredMessage } from "./conversations.store.ts";

export { replyWithTemplate } from "./replies.ts";

type ConversationContext = Pick<Context, "database" | "clock">;

/** Newest first, and how many of customer service's are unread. */
export async function conversationOf(
  { database }: ConversationContext,
  { customerId }: Customer,
  form: { cursor?: string | undefined; limit: string },
): Promise<Outcome<CallOutput<Calls["/user/conversation"]>>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const { reader } = database;
  const limit = Number(form.limit);
  const [found, unread, state] = await Promise.all([
    store.listMessages(reader, { customerId, before: place?.[0] ?? null, limit: limit + 1 }),
    store.countUnread(reader, customerId),
    store.stateOf(reader, customerId),
  ]);
  return accept({ ...pageOf(found, limit, onWire), unread, state: state ?? "none" });
}

/** Keeps what the customer wrote; the same request id writes it once. */
export function writeToService(
  { database, clock }: ConversationContext,
  { customerId }: Customer,
  { body, request_id: requestId }: { body: string; request_id: string },
): Promise<Outcome<ServiceMessage>> {
  const request = { customerId, requestId, call: "write_to_service", input: { body } };
  return answeredOnceWithId<ServiceMessage>(database, request, async (transaction) => {
    const { kefu } = await siteEntries(transaction);
    // Nobody would look for it here.
    if (kefu !== "") return refuse("service_is_elsewhere");
    const minutes = await countAttempt(transaction, limitsOf(customerId));
    if (minutes > 0) return refuse("submit_too_frequent");
    const at = clock.now();
    await store.startConversation(transaction, customerId);
    const id = await store.insertQuestion(transaction, { customerId, body, at });
    const own = { author: null, texts: null, article: null, case_number: null, checked: true };
    return accept(onWire({ id, body, ...own, sent_at: at }));
  });
}

function limitsOf(customerId: bigint): RateLimit[] {
  return [
    {
      key: `service:${customerId}`,
      attemptsMax: serviceMessagesPerTenMinutesMax,
      windowMinutes: 10,
    },
    {
      key: `service-day:${customerId}`,
      attemptsMax: serviceMessagesPerDayMax,
      windowMinutes: 1_440,
    },
  ];
}

export function readConversation(
  { database }: ConversationContext,
  { customerId }: Customer,
  upTo: bigint,
): Promise<number> {
  return database.transaction(async (transaction) => {
    await store.markRead(transaction, customerId, upTo);
    return store.countUnread(transaction, customerId);
  });
}

export function unreadServiceMessages(reader: Reader, customerId: bigint): Promise<number> {
  return store.countUnread(reader, customerId);
}

export function onWire(message: StoredMessage): ServiceMessage {
  const { id, sent_at: at, author, body, texts, article, case_number, checked } = message;
  const said = { author, body, texts, article, case_number, checked };
  return { id: id.toString(), ...said, at: new Date(at).toISOString() };
}

/** Of one row more than the page holds. */
export function pageOf<Row extends { id: bigint }, Item>(
  found: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items: shown.map(item), next_cursor: more ? cursorOf(last.id) : null };
}
