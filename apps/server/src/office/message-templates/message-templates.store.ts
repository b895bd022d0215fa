import type { TemplatePlace, WrittenTexts } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { TemplateRecord } from "./message-templates.rules.ts";
import type {
  AmountIsTheirsRow,
  CaseIsTheirsRow,
  FindCustomerIdRow,
  InsertTemplateRow,
  OrderIsTheirsRow,
  WasSentRow,
  RecordRow,
  StoredTemplate,
} from "./message-templates.sql-types.ts";

export type { StoredTemplate } from "./message-templates.sql-types.ts";

export function findCustomerId(
  reader: Reader,
  account: string,
): Promise<{ id: bigint } | undefined> {
  return firstRow(
    reader,
    sql<FindCustomerIdRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
}

export function listTemplates(
  reader: Reader,
  place: TemplatePlace | null,
): Promise<StoredTemplate[]> {
  return rows(
    reader,
    sql<StoredTemplate>`SELECT id, place, texts, proposal_id FROM message_template
      WHERE ended_at IS NULL AND (${place}::text IS NULL OR place = ${place}) ORDER BY place, id`,
  );
}

/** One in use; it cannot end before the transaction does. */
export function findTemplate(
  transaction: Transaction,
  id: string,
): Promise<StoredTemplate | undefined> {
  return firstRow(
    transaction,
    sql<StoredTemplate>`SELECT id, place, texts, proposal_id FROM message_template
      WHERE id = ${id}::bigint AND ended_at IS NULL FOR SHARE`,
  );
}

export async function insertTemplate(
  transaction: Transaction,
  template: { place: TemplatePlace; texts: WrittenTexts; proposalId: bigint },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertTemplateRow>`INSERT INTO message_template (place, texts, proposal_id)
      VALUES (${template.place}, ${JSON.stringify(template.texts)}::jsonb, ${template.proposalId}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a template was not kept");
  return row.id;
}

/** Whether a message or an answer was sent by this request before. */
export async function wasSent(reader: Reader, requestId: string): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<WasSentRow>`SELECT id FROM announcement WHERE request_id = ${requestId}
      UNION ALL SELECT id FROM service_message WHERE request_id = ${requestId} LIMIT 1`,
  );
  return row !== undefined;
}

/** False where it has ended already. */
export async function endTemplate(
  transaction: Transaction,
  id: string,
  at: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE message_template SET ended_at = ${timestamp(at)}
    WHERE id = ${id}::bigint AND ended_at IS NULL`.execute(transaction);
  return numAffectedRows === 1n;
}

type FoundRecord = Narrowed<RecordRow, TemplateRecord & { isDone: boolean }>;

/**
 * The customer's own record of a queue; undefined where it is another's or none. It is done once it went through, or
 * was given up: "your deposit has not reached us" would be false of it.
 */
export function findRecord(
  reader: Reader,
  place: Exclude<TemplatePlace, "conversation" | "customer">,
  of: { customerId: bigint; id: string },
): Promise<FoundRecord | undefined> {
  const own = sql`customer_id = ${of.customerId} AND id = ${of.id}::bigint`;
  switch (place) {
    case "deposits":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT submitted_at AS at, amount, currency, NULL::text AS "caseNumber",
          NULL::text AS document, status = 1 AS "isDone" FROM deposit WHERE ${own}`,
      );
    case "withdrawals":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT requested_at AS at, amount, currency, NULL::text AS "caseNumber",
          NULL::text AS document, status IN (1, 3) AS "isDone" FROM withdrawal WHERE ${own}`,
      );
    case "loans":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT requested_at AS at, principal AS amount, currency,
          NULL::text AS "caseNumber", NULL::text AS document, status NOT IN (0, 2) AS "isDone"
          FROM loan WHERE ${own}`,
      );
    case "verifications":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT submitted_at AS at, NULL::bigint AS amount, NULL::text AS currency,
          NULL::text AS "caseNumber", id_type AS document, status = 2 AS "isDone"
          FROM verification WHERE ${own}`,
      );
    case "login-password-resets":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT requested_at AS at, NULL::bigint AS amount, NULL::text AS currency,
          case_number AS "caseNumber", NULL::text AS document, ended IS NOT NULL AS "isDone"
          FROM login_password_reset WHERE ${own}`,
      );
    case "factor-resets":
      return firstRow(
        reader,
        sql<FoundRecord>`SELECT requested_at AS at, NULL::bigint AS amount, NULL::text AS currency,
          case_number AS "caseNumber", NULL::text AS document, ended IS NOT NULL AS "isDone"
          FROM second_factor_reset WHERE ${own}`,
      );
  }
}

/** Whether a reset with this number is the customer's, and not over. */
export async function caseIsTheirs(
  reader: Reader,
  customerId: bigint,
  caseNumber: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<CaseIsTheirsRow>`SELECT id FROM login_password_reset
        WHERE case_number = ${caseNumber} AND customer_id = ${customerId} AND ended IS NULL
      UNION ALL SELECT id FROM second_factor_reset
        WHERE case_number = ${caseNumber} AND customer_id = ${customerId} AND ended IS NULL LIMIT 1`,
  );
  return row !== undefined;
}

/** Whether an order with this number is the customer's: one that opened, or one that closes. */
export async function orderIsTheirs(
  reader: Reader,
  customerId: bigint,
  order: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<OrderIsTheirsRow>`SELECT id FROM position
        WHERE id = ${order}::bigint AND customer_id = ${customerId}
      UNION ALL SELECT id FROM trade_order
        WHERE id = ${order}::bigint AND customer_id = ${customerId} LIMIT 1`,
  );
  return row !== undefined;
}

/** Whether an entry of the customer's own record moved exactly this much, in or out, from one moment to before another. */
export async function amountIsTheirs(
  reader: Reader,
  customerId: bigint,
  { currency, amount, from, to }: { currency: Currency; amount: Minor; from: number; to: number },
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<AmountIsTheirsRow>`SELECT posting.account_id FROM ledger_account account
      JOIN ledger_posting posting ON posting.account_id = account.id
      WHERE account.customer_id = ${customerId} AND account.currency = ${currency}
        AND posting.version IS NOT NULL AND abs(posting.amount) = ${amount}::bigint
        AND posting.happened_at >= ${timestamp(from)} AND posting.happened_at < ${timestamp(to)}
      LIMIT 1`,
  );
  return row !== undefined;
}
