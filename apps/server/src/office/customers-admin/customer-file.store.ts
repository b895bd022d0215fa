import type { Currency } from "@sanshi/money";
import type { CallOutput, OperatorCalls } from "@sanshi/contract";
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
  CaseColumns,
  FindNoteRow,
  InsertNoteRow,
  NoteRow,
} from "./customer-file.sql-types.ts";

export type CaseRow = Narrowed<
  CaseColumns,
  {
    kind: CallOutput<OperatorCalls["/api/ops/customers/:account/cases"]>["items"][number]["kind"];
    currency: Currency | null;
    since: number;
  }
>;

/** No customer has more that wait: of each kind there are few, and a reader wants the oldest. */
const casesMax = 100;

export function listCases(reader: Reader, customerId: bigint): Promise<CaseRow[]> {
  return rows(
    reader,
    sql<CaseRow>`SELECT * FROM (
        SELECT 'verification' AS kind, id, NULL::text AS about, NULL::bigint AS amount,
          NULL::text AS currency, submitted_at AS since, due_at
          FROM verification WHERE customer_id = ${customerId} AND status = 1
        UNION ALL
        SELECT 'deposit', id, NULL, amount, currency, submitted_at, due_at
          FROM deposit WHERE customer_id = ${customerId} AND status = 0
        UNION ALL
        SELECT 'withdrawal', id, NULL, amount, currency, requested_at, promised_by
          FROM withdrawal WHERE customer_id = ${customerId} AND status = 0
        UNION ALL
        SELECT 'login_password_reset', id, NULL, NULL, NULL, requested_at,
          coalesce(due_at, expires_at) FROM login_password_reset
          WHERE customer_id = ${customerId} AND ended IS NULL AND expires_at > app_now()
        UNION ALL
        SELECT 'second_factor_reset', id, NULL, NULL, NULL, requested_at,
          coalesce(due_at, expires_at) FROM second_factor_reset
          WHERE customer_id = ${customerId} AND ended IS NULL AND expires_at > app_now()
        UNION ALL
        SELECT 'loan', id, NULL, principal, currency, requested_at, NULL
          FROM loan WHERE customer_id = ${customerId} AND status = 0
        UNION ALL
        SELECT 'new_share_payment', NULL, o.code, s.amount, upper(o.market), o.drawn_at, s.pay_until
          FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
          WHERE s.customer_id = ${customerId} AND s.status = 4
        UNION ALL
        SELECT 'fund_password_reset', NULL, NULL, NULL, NULL, requested_at, due_at
          FROM fund_password_reset WHERE customer_id = ${customerId}
        UNION ALL
        SELECT 'proposal', id, kind, NULL, NULL, proposed_at, expires_at FROM proposal
          WHERE customer_id = ${customerId} AND state = 'pending' AND expires_at > app_now()
        UNION ALL
        SELECT 'conversation', NULL, NULL, NULL, NULL, waiting_since, NULL
          FROM service_conversation
          WHERE customer_id = ${customerId} AND waiting_since IS NOT NULL
      ) open_case ORDER BY since, kind, id LIMIT ${casesMax}`,
  );
}

export type { NoteRow } from "./customer-file.sql-types.ts";

export function listNotes(
  reader: Reader,
  page: { customerId: bigint; before: bigint | null; limit: number },
): Promise<NoteRow[]> {
  return rows(
    reader,
    sql<NoteRow>`SELECT note.id, body, operator.email AS writer, note.role, written_at
      FROM customer_note note JOIN operator ON operator.id = written_by
      WHERE customer_id = ${page.customerId}
        AND (${page.before}::bigint IS NULL OR note.id < ${page.before}::bigint)
      ORDER BY note.id DESC LIMIT ${page.limit}`,
  );
}

/** Undefined where the request id was used; a parallel request of the same id waits for this one. */
export async function insertNote(
  transaction: Transaction,
  note: {
    customerId: bigint;
    body: string;
    by: bigint;
    role: string;
    requestId: string;
    at: number;
  },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertNoteRow>`INSERT INTO customer_note (customer_id, body, written_by, role, request_id,
        written_at)
      VALUES (${note.customerId}, ${note.body}, ${note.by}, ${note.role}, ${note.requestId},
        ${timestamp(note.at)})
      ON CONFLICT (request_id) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

export function findNote(
  reader: Reader,
  requestId: string,
): Promise<(NoteRow & { customer_id: bigint; written_by: bigint }) | undefined> {
  return firstRow(
    reader,
    sql<FindNoteRow>`SELECT note.id, body, note.role,
        operator.email AS writer, written_at, customer_id, written_by
      FROM customer_note note JOIN operator ON operator.id = written_by
      WHERE request_id = ${requestId}`,
  );
}
