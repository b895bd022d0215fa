import type { Message, MessageAuthor, MessageKind, MessageLink } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { publishAllWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { pageOf } from "./messages.rules.ts";
import * as store from "./messages.store.ts";
import type { StoredMessage } from "./messages.store.ts";

export { messagesFrom } from "./message-statement.ts";
export { pushReply } from "./push/push.ts";

type MessagesContext = Pick<Context, "database" | "clock">;

/** What is to be said, never how: the sentences of a kind are the app's texts in each language. */
export type NewMessage = {
  customerId: bigint;
  /** Fills the gaps of the kind's sentences. */
  params?: Readonly<Record<string, string>>;
  /** The route of the app that it is about, for example `/position/info?id=7`. */
  link?: MessageLink;
  /** Milliseconds since the epoch, on the app's clock. */
  at: number;
} & (
  | { kind: Exclude<MessageKind, "announcement"> }
  | {
      kind: "announcement";
      texts: NonNullable<Message["texts"]>;
      /** The operator who wrote it; null where the system speaks. */
      author: MessageAuthor | null;
    }
);

/** As `sendMessages`, for one. Answers its id. */
export async function sendMessage(transaction: Transaction, message: NewMessage): Promise<bigint> {
  const [sent] = await sendMessages(transaction, [message]);
  if (sent === undefined) throw new Error("a message was not kept");
  return sent;
}

/**
 * Sends messages in the caller's transaction: they are there exactly if what they tell of is. The
 * customers' streams hear of them at the commit. Answers their ids.
 */
export async function sendMessages(
  transaction: Transaction,
  messages: readonly NewMessage[],
): Promise<bigint[]> {
  const sent = await store.insertMessages(
    transaction,
    messages.map((message) => ({
      customerId: message.customerId,
      kind: message.kind,
      params: message.params ?? {},
      texts: message.kind === "announcement" ? message.texts : null,
      author: message.kind === "announcement" ? message.author : null,
      link: message.link ?? null,
      at: message.at,
    })),
  );
  await publishAllWith(
    transaction,
    sent.map(({ id, customer_id, kind }) => ({
      customerId: customer_id,
      event: { kind: "message", id: id.toString(), about: kind },
    })),
  );
  return sent.map(({ id }) => id);
}

export function unreadMessages(reader: Reader, customerId: bigint): Promise<number> {
  return store.countUnread(reader, customerId);
}

type MessagePage = {
  items: readonly StoredMessage[];
  /** Of the last one, where there are more. */
  nextId: bigint | null;
  unread: number;
};

/** Newest first, from below the message `before`, of these kinds or of all; `unread` is of all. */
export async function messagesOf(
  context: MessagesContext,
  customer: Customer,
  {
    before,
    limit,
    kinds,
  }: { before: bigint | null; limit: number; kinds: readonly MessageKind[] | null },
): Promise<MessagePage> {
  const { reader } = context.database;
  const { customerId } = customer;
  const [found, unread] = await Promise.all([
    store.listMessages(reader, { customerId, before, kinds, limit: limit + 1 }),
    store.countUnread(reader, customerId),
  ]);
  return { ...pageOf(found, limit), unread };
}

export async function messageOf(
  context: MessagesContext,
  customer: Customer,
  id: bigint,
): Promise<Outcome<StoredMessage>> {
  const found = await store.findMessage(context.database.reader, customer.customerId, id);
  return found === undefined ? refuse("message_not_found") : accept(found);
}

/** Answers how many stay unread; ids of others' messages, and of none, change nothing. */
export function readMessages(
  context: MessagesContext,
  customer: Customer,
  ids: readonly bigint[] | null,
): Promise<number> {
  return context.database.transaction(async (transaction) => {
    await store.markRead(transaction, customer.customerId, ids, context.clock.now());
    return store.countUnread(transaction, customer.customerId);
  });
}
