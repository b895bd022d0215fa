import {
  firstRow,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../platform/sql/database.ts";
import type { StatementLine } from "./simulated-bank.ts";

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
    sql<{ bank_id: string }>`SELECT bank_id FROM bank_movement
      WHERE matched_kind = 'withdrawal' AND matched_id = ${withdrawalId}`,
  );
  return row?.bank_id;
}
