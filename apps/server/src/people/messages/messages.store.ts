import type { Message, MessageKind } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CountUnreadRow, SentMessage, StoredMessageRow } from "./messages.sql-types.ts";

export type StoredMessage = Narrowed<
  StoredMessageRow,
  { texts: Message["texts"]; author: Message["author"] }
>;

const columns = sql`id, kind, params, texts, author, link, sent_at, read_at`;

export type { SentMessage } from "./messages.sql-types.ts";

/** All in one statement: a falling market has thousands of alerts to tell. */
export function insertMessages(
  transaction: Transaction,
  messages: readonly {
    customerId: bigint;
    kind: MessageKind;
    params: Readonly<Record<string, string>>;
    texts: Message["texts"];
    author: Message["author"];
    link: string | null;
    at: number;
  }[],
): Promise<SentMessage[]> {
  const given = messages.map(({ customerId, kind, params, texts, author, link, at }) => ({
    customer_id: customerId.toString(),
    kind,
    params,
    texts,
    author,
    link,
    sent_at: timestamp(at).toISOString(),
  }));
  return rows(
    transaction,
    sql<SentMessage>`INSERT INTO message (customer_id, kind, params, texts, author, link, sent_at)
      SELECT customer_id, kind, params, texts, author, link, sent_at
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (customer_id bigint,
        kind text, params jsonb, texts jsonb, author jsonb, link text, sent_at timestamptz)
      RETURNING id, customer_id, kind`,
  );
}

/** Newest first, from below `before`. */
export function listMessages(
  reader: Reader,
  page: {
    customerId: bigint;
    before: bigint | null;
    kinds: readonly MessageKind[] | null;
    limit: number;
  },
): Promise<StoredMessage[]> {
  return rows(
    reader,
    sql<StoredMessage>`SELECT ${columns} FROM message
      WHERE customer_id = ${page.customerId}
        AND (${page.before}::bigint IS NULL OR id < ${page.before}::bigint)
        AND (${page.kinds}::text[] IS NULL OR kind = ANY(${page.kinds}::text[]))
      ORDER BY id DESC LIMIT ${page.limit}`,
  );
}

export function findMessage(
  reader: Reader,
  customerId: bigint,
  id: bigint,
): Promise<StoredMessage | undefined> {
  return firstRow(
    reader,
    sql<StoredMessage>`SELECT ${columns} FROM message
      WHERE customer_id = ${customerId} AND id = ${id}`,
  );
}

export async function countUnread(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountUnreadRow>`SELECT count(*)::int AS count FROM message
      WHERE customer_id = ${customerId} AND read_at IS NULL`,
  );
  return row?.count ?? 0;
}

/** Marks these, or all of them, where they are unread; what was read keeps its first time. */
export async function markRead(
  transaction: Transaction,
  customerId: bigint,
  ids: readonly bigint[] | null,
  at: number,
): Promise<void> {
  // In one order, so that two devices that mark the same messages wait instead of locking each other out.
  await sql`UPDATE message SET read_at = ${timestamp(at)} FROM (
      SELECT id FROM message
      WHERE customer_id = ${customerId} AND read_at IS NULL
        AND (${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[]))
      ORDER BY id FOR UPDATE
    ) unread WHERE message.id = unread.id`.execute(transaction);
}
