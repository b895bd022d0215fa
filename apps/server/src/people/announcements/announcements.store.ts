import type { MessageAuthor, WrittenTexts } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  CustomerIdsOfRow,
  DueRow,
  EverybodyRow,
  InsertAnnouncementRow,
  NextRecipients2Row,
  NextRecipientsRow,
  SentBefore,
  StoredAnnouncement,
  Unfinished,
  WrittenProposal,
} from "./announcements.sql-types.ts";

export type { StoredAnnouncement } from "./announcements.sql-types.ts";

export function listAnnouncements(
  reader: Reader,
  page: { before: bigint | null; limit: number },
): Promise<StoredAnnouncement[]> {
  return rows(
    reader,
    sql<StoredAnnouncement>`SELECT announcement.id, texts, audience, recipients, delivered,
        operator.email AS written_by, written_at, finished_at
      FROM announcement JOIN operator ON operator.id = written_by
      WHERE ${page.before}::bigint IS NULL OR announcement.id < ${page.before}::bigint
      ORDER BY announcement.id DESC LIMIT ${page.limit}`,
  );
}

export function customerIdsOf(
  reader: Reader,
  accounts: readonly string[],
): Promise<{ id: bigint; account: string }[]> {
  return rows(
    reader,
    sql<CustomerIdsOfRow>`SELECT id, account FROM customer
      WHERE account = ANY (${[...accounts]}::text[])`,
  );
}

export async function everybody(reader: Reader): Promise<{ count: number; last: bigint }> {
  const row = await firstRow(
    reader,
    sql<EverybodyRow>`SELECT count(*)::int AS count,
      coalesce(max(id), 0) AS last FROM customer WHERE kind = 'person'`,
  );
  return row ?? { count: 0, last: 0n };
}

type NewAnnouncement = {
  requestId: string;
  texts: WrittenTexts;
  audience: "all" | "accounts";
  recipients: number;
  lastCustomerId: bigint;
  writtenBy: bigint;
  author: MessageAuthor | null;
  proposalId: bigint | null;
  templateId?: bigint;
  at: number;
};

/** Undefined where the request id was used. */
export async function insertAnnouncement(
  transaction: Transaction,
  announcement: NewAnnouncement,
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertAnnouncementRow>`
      INSERT INTO announcement (request_id, texts, audience, recipients, last_customer_id,
        written_by, author, proposal_id, template_id, written_at)
      VALUES (${announcement.requestId}, ${JSON.stringify(announcement.texts)},
        ${announcement.audience}, ${announcement.recipients}, ${announcement.lastCustomerId},
        ${announcement.writtenBy},
        ${announcement.author === null ? null : JSON.stringify(announcement.author)}::jsonb,
        ${announcement.proposalId}, ${announcement.templateId ?? null}, ${timestamp(announcement.at)})
      ON CONFLICT (request_id) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

export async function insertRecipients(
  transaction: Transaction,
  id: bigint,
  customerIds: readonly bigint[],
): Promise<void> {
  await sql`INSERT INTO announcement_recipient (announcement_id, customer_id)
    SELECT ${id}, unnest(${[...customerIds]}::bigint[])`.execute(transaction);
}

export type { SentBefore } from "./announcements.sql-types.ts";

export function findByRequest(reader: Reader, requestId: string): Promise<SentBefore | undefined> {
  return firstRow(
    reader,
    sql<SentBefore>`SELECT id, recipients, audience, texts, written_by, template_id,
        (SELECT coalesce(array_agg(customer_id::text ORDER BY customer_id), '{}')
          FROM announcement_recipient WHERE announcement_id = announcement.id) AS customer_ids
      FROM announcement WHERE request_id = ${requestId}`,
  );
}

export type { Unfinished } from "./announcements.sql-types.ts";

export function isAnyUnfinished(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM announcement WHERE finished_at IS NULL) AS due`;
}

/** The oldest that nobody else is delivering, locked. */
export function lockUnfinished(transaction: Transaction): Promise<Unfinished | undefined> {
  return firstRow(
    transaction,
    sql<Unfinished>`SELECT id, texts, author, audience, last_customer_id, delivered_up_to
      FROM announcement WHERE finished_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

export async function nextRecipients(
  transaction: Transaction,
  { id, audience, last_customer_id: last, delivered_up_to: upTo }: Unfinished,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    transaction,
    audience === "all"
      ? sql<NextRecipientsRow>`SELECT id FROM customer
          WHERE kind = 'person' AND id > ${upTo} AND id <= ${last} ORDER BY id LIMIT ${limit}`
      : sql<NextRecipients2Row>`SELECT customer_id AS id FROM announcement_recipient
          WHERE announcement_id = ${id} AND customer_id > ${upTo}
          ORDER BY customer_id LIMIT ${limit}`,
  );
  return found.map((row) => row.id);
}

export async function noteDelivered(
  transaction: Transaction,
  id: bigint,
  batch: { count: number; upTo: bigint; isLast: boolean; at: number },
): Promise<void> {
  await sql`UPDATE announcement SET delivered = delivered + ${batch.count},
      delivered_up_to = ${batch.upTo},
      finished_at = ${batch.isLast ? timestamp(batch.at) : null}
    WHERE id = ${id}`.execute(transaction);
}

export type { WrittenProposal } from "./announcements.sql-types.ts";

/** What was proposed with a request id; whoever sends the same one meanwhile waits until it is answered. */
export async function findProposed(
  transaction: Transaction,
  requestId: string,
): Promise<WrittenProposal | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`written ${requestId}`}, 0))`.execute(
    transaction,
  );
  return firstRow(
    transaction,
    sql<WrittenProposal>`SELECT id, kind, input, proposed_by FROM proposal
      WHERE kind IN ('announcement', 'customer_message') AND input ->> 'request_id' = ${requestId}`,
  );
}
