import { operatorHoldHours } from "@sanshi/contract";
import type { Operator } from "../../platform/operator-sessions.ts";
import { refuse, type Outcome } from "../../platform/outcome.ts";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { ObjectToHeldOperatorRow, OperatorHold } from "./operator-holds.sql-types.ts";

/**
 * An operator whose sign-in was reset is, for a day, nobody's second pair of eyes and proposes nothing: two who
 * agree, or whoever has the machine, would else be one operator more. What protects stays open to them.
 */
export async function startOperatorHold(
  transaction: Transaction,
  operatorId: bigint,
): Promise<void> {
  await sql`INSERT INTO operator_hold (operator_id, ends_at)
    VALUES (${operatorId}, real_now() + ${operatorHoldHours} * interval '1 hour')`.execute(
    transaction,
  );
}

/**
 * Null where nothing holds; nor where one operator is enough anyhow, because there is no other who decides and
 * no real money.
 */
export async function objectToHeldOperator(
  reader: Reader,
  { operatorId }: Pick<Operator, "operatorId">,
): Promise<Outcome<never> | null> {
  const row = await firstRow(
    reader,
    sql<ObjectToHeldOperatorRow>`SELECT max(ends_at) AS until FROM operator_hold
      WHERE operator_id = ${operatorId} AND ends_at > real_now()
        AND NOT single_approval_holds()`,
  );
  const until = row?.until ?? null;
  return until === null ? null : refuse("operator_held", { until: new Date(until).toISOString() });
}

/** Those that have not ended, the newest first: every administrator is told. */
export function listOperatorHolds(reader: Reader, limit: number): Promise<OperatorHold[]> {
  return rows(
    reader,
    sql<OperatorHold>`SELECT operator.email, hold.started_at, hold.ends_at
      FROM operator_hold hold JOIN operator ON operator.id = hold.operator_id
      WHERE hold.ends_at > real_now() ORDER BY hold.id DESC LIMIT ${limit}`,
  );
}
