import type { HelpArticle, MessageAuthor, ReasonSentences } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
  type Narrowed,
} from "../../platform/sql/database.ts";
import type {
  ConversationColumns,
  CountUnreadRow,
  InsertQuestionRow,
  InsertReplyRow,
  IsKeptRow,
  IsTrustedRow,
  LockedConversation,
  OwnMessageRow,
  PendingReplyIdsRow,
  ProposedReply,
  SaidBeforeRow,
  StateOfRow,
  StoredMessageRow,
  WroteAboutRow,
} from "./conversations.sql-types.ts";

/** Whether a second operator has read what an operator wrote; of the message that is called `message`. */
const checked = sql`(message.author IS NULL OR message.body = '' OR EXISTS (SELECT FROM proposal approved
  WHERE approved.id = message.proposal_id AND NOT approved.single_approval))`;

export type StoredMessage = Narrowed<
  StoredMessageRow,
  { author: MessageAuthor | null; article: HelpArticle | null; checked: boolean }
>;

type Page = { customerId: bigint; before: bigint | null; limit: number };

export function listMessages(reader: Reader, page: Page): Promise<StoredMessage[]> {
  return rows(
    reader,
    sql<StoredMessage>`SELECT id, author, body, texts, article, case_number, ${checked} AS checked, sent_at
      FROM service_message message WHERE customer_id = ${page.customerId}
        AND (${page.before}::bigint IS NULL OR id < ${page.before}::bigint)
      ORDER BY id DESC LIMIT ${page.limit}`,
  );
}

/** The operators' answers to what was written by a case's number, oldest first; more than a page nobody writes. */
export function listCaseAnswers(reader: Reader, caseNumber: string): Promise<StoredMessage[]> {
  return rows(
    reader,
    sql<StoredMessage>`SELECT id, author, body, texts, article, case_number, ${checked} AS checked, sent_at
      FROM service_message message WHERE case_number = ${caseNumber} AND author IS NOT NULL
      ORDER BY id LIMIT 100`,
  );
}

/** Whether a customer has written by a case's number. */
export async function wroteAbout(
  reader: Reader,
  customerId: bigint,
  caseNumber: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<WroteAboutRow>`SELECT id FROM service_message
      WHERE case_number = ${caseNumber} AND customer_id = ${customerId} LIMIT 1`,
  );
  return row !== undefined;
}

/** The conversation is locked: the same request cannot be kept beside this. */
export async function isKept(transaction: Transaction, requestId: string): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<IsKeptRow>`SELECT id FROM service_message WHERE request_id = ${requestId}`,
  );
  return row !== undefined;
}

export async function countUnread(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountUnreadRow>`SELECT count(*)::int AS unread FROM service_conversation conversation
      JOIN service_message message ON message.customer_id = conversation.customer_id
        AND message.id > conversation.read_up_to AND message.author IS NOT NULL
      WHERE conversation.customer_id = ${customerId}`,
  );
  return row?.unread ?? 0;
}

export async function stateOf(
  reader: Reader,
  customerId: bigint,
): Promise<"open" | "closed" | null> {
  const row = await firstRow(
    reader,
    sql<StateOfRow>`SELECT state FROM service_conversation
      WHERE customer_id = ${customerId}`,
  );
  return row?.state ?? null;
}

/** Never back; a message of another conversation, or of none, marks nothing. */
export async function markRead(
  transaction: Transaction,
  customerId: bigint,
  upTo: bigint,
): Promise<void> {
  await sql`UPDATE service_conversation
    SET read_up_to = ${upTo}
    WHERE customer_id = ${customerId} AND read_up_to < ${upTo} AND EXISTS (
      SELECT FROM service_message WHERE id = ${upTo} AND customer_id = ${customerId})`.execute(
    transaction,
  );
}

/** Makes the conversation where there is none yet, and locks it. */
export async function startConversation(
  transaction: Transaction,
  customerId: bigint,
): Promise<void> {
  await sql`INSERT INTO service_conversation (customer_id) VALUES (${customerId})
    ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`SELECT FROM service_conversation WHERE customer_id = ${customerId} FOR UPDATE`.execute(
    transaction,
  );
}

export type { LockedConversation } from "./conversations.sql-types.ts";

/** Locked until the transaction ends. */
export function lockConversation(
  transaction: Transaction,
  account: string,
): Promise<LockedConversation | undefined> {
  return firstRow(
    transaction,
    sql<LockedConversation>`SELECT customer_id, conversation.state, assigned_to
      FROM service_conversation conversation JOIN customer ON customer.id = customer_id
      WHERE account = ${account} FOR UPDATE OF conversation`,
  );
}

/** The customer's; the conversation is locked. */
export async function insertQuestion(
  transaction: Transaction,
  question: {
    customerId: bigint;
    body: string;
    at: number;
    /** Of what was written without signing in. */
    about?: { caseNumber: string; requestId: string };
  },
): Promise<bigint> {
  const { customerId, body, at, about } = question;
  const row = await firstRow(
    transaction,
    sql<InsertQuestionRow>`WITH message AS (
        INSERT INTO service_message (customer_id, body, sent_at, case_number, request_id)
        VALUES (${customerId}, ${body}, ${timestamp(at)}, ${about?.caseNumber ?? null},
          ${about?.requestId ?? null}) RETURNING id
      )
      UPDATE service_conversation SET state = 'open', closed_at = NULL, closed_by = NULL,
        opened_at = CASE state WHEN 'closed' THEN ${timestamp(at)} ELSE opened_at END,
        last_message_id = message.id,
        waiting_message_id = coalesce(waiting_message_id, message.id),
        waiting_since = coalesce(waiting_since, ${timestamp(at)})
      FROM message WHERE customer_id = ${customerId} RETURNING message.id`,
  );
  if (row === undefined) throw new Error("a message to customer service was not kept");
  return row.id;
}

type NewReply = {
  customerId: bigint;
  body: string;
  /** Of a template, in the place of a body. */
  template?: { id: bigint; texts: ReasonSentences };
  article: HelpArticle | null;
  author: MessageAuthor;
  by: bigint;
  proposalId: bigint | null;
  requestId: string;
  caseNumber: string | null;
  at: number;
};

/** The operator's; the conversation is locked. Whoever answers first goes on with it. */
export async function insertReply(transaction: Transaction, reply: NewReply): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertReplyRow>`WITH message AS (
        INSERT INTO service_message (customer_id, body, article, author, written_by, proposal_id,
          request_id, case_number, template_id, texts, sent_at)
        VALUES (${reply.customerId}, ${reply.body}, ${reply.article},
          ${JSON.stringify(reply.author)}::jsonb, ${reply.by}, ${reply.proposalId},
          ${reply.requestId}, ${reply.caseNumber}, ${reply.template?.id ?? null},
          ${reply.template === undefined ? null : JSON.stringify(reply.template.texts)}::jsonb,
          ${timestamp(reply.at)}) RETURNING id
      )
      UPDATE service_conversation SET last_message_id = message.id, waiting_message_id = NULL,
        waiting_since = NULL, assigned_to = coalesce(assigned_to, ${reply.by}::bigint)
      FROM message WHERE customer_id = ${reply.customerId} RETURNING message.id`,
  );
  if (row === undefined) throw new Error("a reply was not kept");
  return row.id;
}

/** Whether a second operator has approved own words of this operator's since the case was opened. */
export async function isTrusted(
  transaction: Transaction,
  customerId: bigint,
  operatorId: bigint,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<IsTrustedRow>`SELECT message.id FROM service_conversation conversation
      JOIN service_message message ON message.customer_id = conversation.customer_id
        AND message.written_by = ${operatorId} AND message.proposal_id IS NOT NULL AND ${checked}
        AND message.sent_at >= conversation.opened_at
      WHERE conversation.customer_id = ${customerId} AND conversation.state = 'open' LIMIT 1`,
  );
  return row !== undefined;
}

export async function assign(
  transaction: Transaction,
  customerId: bigint,
  operatorId: bigint | null,
): Promise<void> {
  await sql`UPDATE service_conversation SET assigned_to = ${operatorId}::bigint
    WHERE customer_id = ${customerId}`.execute(transaction);
}

/** What waited is done with, answered or not. */
export async function closeConversation(
  transaction: Transaction,
  closing: { customerId: bigint; by: bigint; at: number },
): Promise<void> {
  await sql`UPDATE service_conversation SET state = 'closed', closed_by = ${closing.by},
      closed_at = ${timestamp(closing.at)}, waiting_message_id = NULL, waiting_since = NULL
    WHERE customer_id = ${closing.customerId} AND state = 'open'`.execute(transaction);
}

export async function reopenConversation(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE service_conversation SET state = 'open', closed_at = NULL, closed_by = NULL,
      opened_at = ${timestamp(at)}
    WHERE customer_id = ${customerId} AND state = 'closed'`.execute(transaction);
}

export type ConversationRow = Narrowed<
  ConversationColumns,
  { author: MessageAuthor | null; article: HelpArticle | null; checked: boolean }
>;

const columns = sql`conversation.customer_id, customer.account, conversation.state,
  conversation.waiting_message_id, conversation.waiting_since, conversation.closed_at,
  conversation.assigned_to, assignee.email AS assignee, closer.email AS closed_by,
  (SELECT count(*)::int FROM service_message unanswered
    WHERE unanswered.customer_id = conversation.customer_id
      AND unanswered.id >= conversation.waiting_message_id AND unanswered.author IS NULL) AS unanswered,
  (SELECT count(*)::int FROM proposal WHERE proposal.kind = 'service_reply'
    AND proposal.state = 'pending' AND proposal.expires_at > app_now()
    AND proposal.customer_id = conversation.customer_id) AS proposed,
  message.id, message.author, message.body, message.texts, message.article, message.case_number, ${checked} AS checked,
  message.sent_at`;
const joined = sql`service_conversation conversation
  JOIN customer ON customer.id = conversation.customer_id
  JOIN service_message message ON message.id = conversation.last_message_id
  LEFT JOIN operator assignee ON assignee.id = conversation.assigned_to
  LEFT JOIN operator closer ON closer.id = conversation.closed_by`;

export function findConversation(
  reader: Reader,
  account: string,
): Promise<ConversationRow | undefined> {
  return firstRow(
    reader,
    sql<ConversationRow>`SELECT ${columns} FROM ${joined} WHERE customer.account = ${account}`,
  );
}

/** Of those that wait the longest first, of the others the newest. */
export function listConversations(
  reader: Reader,
  query: {
    state: "" | "waiting" | "open" | "closed";
    assignee: bigint | "nobody" | null;
    accountLike: string | null;
    after: bigint | null;
    limit: number;
  },
): Promise<ConversationRow[]> {
  const { state, assignee, accountLike, after } = query;
  const waits = state === "waiting";
  const place = waits ? sql`conversation.waiting_message_id` : sql`conversation.last_message_id`;
  const beyond = waits ? sql`> ${after}::bigint` : sql`< ${after}::bigint`;
  return rows(
    reader,
    sql<ConversationRow>`SELECT ${columns} FROM ${joined}
      WHERE true
        ${waits ? sql`AND conversation.waiting_message_id IS NOT NULL` : sql``}
        ${state === "open" || state === "closed" ? sql`AND conversation.state = ${state}` : sql``}
        ${assignee === null ? sql`` : assignee === "nobody" ? sql`AND conversation.assigned_to IS NULL` : sql`AND conversation.assigned_to = ${assignee}`}
        ${accountLike === null ? sql`` : sql`AND customer.account LIKE ${accountLike}`}
        ${after === null ? sql`` : sql`AND ${place} ${beyond}`}
      ORDER BY ${place} ${waits ? sql`ASC` : sql`DESC`} LIMIT ${query.limit}`,
  );
}

type OwnMessage = Narrowed<
  OwnMessageRow,
  { author: MessageAuthor | null; article: HelpArticle | null; checked: boolean }
>;

export function listOwnMessages(reader: Reader, page: Page): Promise<OwnMessage[]> {
  return rows(
    reader,
    sql<OwnMessage>`SELECT message.id, author, body, texts, article, case_number, ${checked} AS checked, sent_at, writer.email AS writer,
        approver.email AS approver
      FROM service_message message
      LEFT JOIN operator writer ON writer.id = message.written_by
      LEFT JOIN proposal ON proposal.id = message.proposal_id
      LEFT JOIN operator approver ON approver.id = proposal.decided_by
      WHERE message.customer_id = ${page.customerId}
        AND (${page.before}::bigint IS NULL OR message.id < ${page.before}::bigint)
      ORDER BY message.id DESC LIMIT ${page.limit}`,
  );
}

/** The newest first; more never wait for one customer that anybody would read. */
export async function pendingReplyIds(
  reader: Reader,
  customerId: bigint,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<PendingReplyIdsRow>`SELECT id FROM proposal WHERE kind = 'service_reply' AND state = 'pending'
      AND expires_at > app_now() AND customer_id = ${customerId} ORDER BY id DESC LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}

type SaidBefore = Narrowed<SaidBeforeRow, { article: HelpArticle | null; written_by: bigint }>;

/** What was said with an operator's request id; whoever sends the same one meanwhile waits. */
export async function findByRequest(
  transaction: Transaction,
  requestId: string,
): Promise<{ said: SaidBefore | undefined; proposed: ProposedReply | undefined }> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`replied ${requestId}`}, 0))`.execute(
    transaction,
  );
  const said = await firstRow(
    transaction,
    sql<SaidBefore>`SELECT id, customer_id, body, texts, template_id, article, case_number, written_by
      FROM service_message
      WHERE request_id = ${requestId} AND author IS NOT NULL`,
  );
  const proposed = await firstRow(
    transaction,
    sql<ProposedReply>`SELECT id, input, proposed_by FROM proposal
      WHERE kind = 'service_reply' AND input ->> 'request_id' = ${requestId}`,
  );
  return { said, proposed };
}

export type { ProposedReply } from "./conversations.sql-types.ts";
