import { firstRow, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { HeldUntilRow, InsertHoldRow, NewcomerUntilRow } from "./reset-holds.sql-types.ts";

/** Answers its end. */
export async function insertHold(
  transaction: Transaction,
  hold: { customerId: bigint; kind: string; hours: number },
): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<InsertHoldRow>`INSERT INTO reset_hold (customer_id, kind, ends_at)
      VALUES (${hold.customerId}, ${hold.kind}, real_now() + ${hold.hours} * interval '1 hour')
      RETURNING ends_at`,
  );
  if (row === undefined) throw new Error("a hold was not kept");
  return row.ends_at;
}

/** The last end of those that have not ended; null where all have. */
export async function heldUntil(reader: Reader, customerId: bigint): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<HeldUntilRow>`SELECT max(ends_at) AS until FROM reset_hold
      WHERE customer_id = ${customerId} AND ends_at > real_now()`,
  );
  return row?.until ?? null;
}

/** Of a session that began with or after a reset of the second factors that still holds: until when it does. */
export async function newcomerUntil(
  reader: Reader,
  { customerId, sessionId }: { customerId: bigint; sessionId: string },
): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<NewcomerUntilRow>`SELECT max(hold.ends_at) AS until
      FROM reset_hold hold JOIN session ON session.customer_id = hold.customer_id
      WHERE hold.customer_id = ${customerId} AND session.id = ${sessionId}::uuid
        AND hold.kind = 'second_factors' AND hold.ends_at > real_now()
        AND session.created_at >= hold.started_at`,
  );
  return row?.until ?? null;
}
