import {
  errorCode,
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../platform/sql/database.ts";
import type { StatementLine } from "./simulated-bank.ts";
import type {
  FindPaymentRow,
  InsertImportRow,
  InsertMovementsRow,
} from "./statements.sql-types.ts";

/** Keeps a line that a bank brought by itself, matched with the withdrawal that it paid. */
export async function keepPayment(
  transaction: Transaction,
  line: StatementLine,
  { withdrawalId, at }: { withdrawalId: bigint; at: number },
): Promise<void> {
  const moment = timestamp(at);
  await sql`WITH statement AS (
      INSERT INTO bank_import (file_name, file_hash, lines, imported_by, imported_at)
      VALUES (${`simulated bank ${line.bookedOn}`}, sha256(${line.bankId}::text::bytea), 1, NULL,
        ${moment})
      RETURNING id
    )
    INSERT INTO bank_movement (import_id, bank_id, booked_on, currency, amount, reference,
      counterparty, matched_kind, matched_id, matched_at)
    SELECT id, ${line.bankId}, ${line.bookedOn}::date, ${line.currency}, ${line.amount},
      ${line.reference}, ${line.counterparty}, 'withdrawal', ${withdrawalId}, ${moment}
    FROM statement`.execute(transaction);
}

/** The bank's name of the movement that belongs to a withdrawal, where a statement brought one. */
export async function findPayment(
  reader: Reader,
  withdrawalId: bigint,
): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<FindPaymentRow>`SELECT bank_id FROM bank_movement
      WHERE matched_kind = 'withdrawal' AND matched_id = ${withdrawalId}`,
  );
  return row?.bank_id;
}

/** Undefined where the very file was imported before. */
export async function insertImport(
  transaction: Transaction,
  file: { name: string; hash: Buffer; lines: number; by: bigint; at: number },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertImportRow>`
      INSERT INTO bank_import (file_name, file_hash, lines, imported_by, imported_at)
      VALUES (${file.name}, ${file.hash}, ${file.lines}, ${file.by}, ${timestamp(file.at)})
      ON CONFLICT (file_hash) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** Answers the bank's names of those that are new; the others were imported before. */
export async function insertMovements(
  transaction: Transaction,
  importId: bigint,
  lines: readonly StatementLine[],
): Promise<Map<string, bigint>> {
  const given = lines.map(({ bankId, bookedOn, currency, amount, reference, counterparty }) => ({
    bank_id: bankId,
    booked_on: bookedOn,
    currency,
    amount: amount.toString(),
    reference,
    counterparty,
  }));
  const inserted = await rows(
    transaction,
    sql<InsertMovementsRow>`
      INSERT INTO bank_movement (import_id, bank_id, booked_on, currency, amount, reference,
        counterparty)
      SELECT ${importId}, bank_id, booked_on, currency, amount, reference, counterparty
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (bank_id text,
        booked_on date, currency text, amount bigint, reference text, counterparty text)
      ON CONFLICT (bank_id) DO NOTHING RETURNING id, bank_id`,
  );
  return new Map(inserted.map(({ id, bank_id }) => [bank_id, id]));
}

/** False where the record has its movement already; the transaction is lost then. */
export async function matchMovement(
  transaction: Transaction,
  match: {
    id: bigint;
    kind: "deposit" | "withdrawal";
    recordId: bigint;
    by: bigint | null;
    at: number;
  },
): Promise<boolean> {
  try {
    await sql`UPDATE bank_movement SET matched_kind = ${match.kind},
        matched_id = ${match.recordId}, matched_by = ${match.by},
        matched_at = ${timestamp(match.at)} WHERE id = ${match.id}`.execute(transaction);
    return true;
  } catch (error) {
    if (errorCode(error) === "23505") return false;
    throw error;
  }
}
