import type { OperatorRole } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CaseCommentColumns, Colleague, CountCommentsRow } from "./cases.sql-types.ts";

export type { Colleague } from "./cases.sql-types.ts";

export type StoredComment = Narrowed<CaseCommentColumns, { role: OperatorRole }>;

const columns = sql`comment.id, comment.queue, comment.item_id, comment.body, comment.written_by,
  writer.email AS writer, comment.role, comment.handed_to, receiver.email AS receiver,
  comment.written_at`;
const joined = sql`case_comment comment
  JOIN operator writer ON writer.id = comment.written_by
  LEFT JOIN operator receiver ON receiver.id = comment.handed_to`;

/** The oldest first; `caseCommentsMax` keeps them few. */
export function listComments(
  reader: Reader,
  queue: string,
  itemId: bigint,
): Promise<StoredComment[]> {
  return rows(
    reader,
    sql<StoredComment>`SELECT ${columns} FROM ${joined}
      WHERE comment.queue = ${queue} AND comment.item_id = ${itemId} ORDER BY comment.id`,
  );
}

export async function countComments(
  reader: Reader,
  queue: string,
  itemId: bigint,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountCommentsRow>`SELECT count(*)::int AS comments FROM case_comment
      WHERE queue = ${queue} AND item_id = ${itemId}`,
  );
  return row?.comments ?? 0;
}

/** False where the request id was used; a parallel request of the same id waits for this one. */
export async function insertComment(
  transaction: Transaction,
  comment: {
    queue: string;
    itemId: bigint;
    body: string;
    by: bigint;
    role: string;
    handedTo: bigint | null;
    requestId: string;
    at: number;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`INSERT INTO case_comment (queue, item_id, body, written_by,
      role, handed_to, request_id, written_at)
    VALUES (${comment.queue}, ${comment.itemId}, ${comment.body}, ${comment.by}, ${comment.role},
      ${comment.handedTo}, ${comment.requestId}, ${timestamp(comment.at)})
    ON CONFLICT (request_id) DO NOTHING`.execute(transaction);
  return numAffectedRows === 1n;
}

export function findComment(reader: Reader, requestId: string): Promise<StoredComment | undefined> {
  return firstRow(
    reader,
    sql<StoredComment>`SELECT ${columns} FROM ${joined} WHERE comment.request_id = ${requestId}`,
  );
}

/** Those who can sign in. */
export function listColleagues(reader: Reader): Promise<Colleague[]> {
  return rows(
    reader,
    sql<Colleague>`SELECT id, email, role FROM operator
      WHERE disabled_at IS NULL ORDER BY email`,
  );
}
