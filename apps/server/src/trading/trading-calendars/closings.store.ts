import type { OperatorRole, ReasonSentences } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Closing } from "./closings.rules.ts";
import type {
  ClosedDay,
  DueClosing,
  DueRow,
  InsertClosingRow,
  ListedClosing,
} from "./closings.sql-types.ts";

export type { ClosedDay, DueClosing, ListedClosing } from "./closings.sql-types.ts";

const columns = sql`closing.id, market, closed_on::text AS closed_on, whole_day, begins_at, reason, texts,
  closed_by, closed_role`;

/** Coming days, and past ones, that were closed as a whole. */
export function loadClosedDays(reader: Reader): Promise<ClosedDay[]> {
  return rows(
    reader,
    sql<ClosedDay>`SELECT id, market, closed_on::text AS closed_on FROM market_closing
      WHERE whole_day AND withdrawn_at IS NULL ORDER BY id`,
  );
}

/** Undefined where the day is closed already. */
export async function insertClosing(
  transaction: Transaction,
  closing: Closing & {
    market: MarketKey;
    reason: string;
    texts: ReasonSentences | null;
    by: bigint;
    role: OperatorRole;
    at: number;
  },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertClosingRow>`INSERT INTO market_closing
        (market, closed_on, whole_day, begins_at, reason, texts, closed_by, closed_role, closed_at)
      VALUES (${closing.market}, ${closing.date}::date, ${closing.wholeDay}, ${timestamp(closing.beginsAt)},
        ${closing.reason}, ${closing.texts === null ? null : JSON.stringify(closing.texts)}::jsonb,
        ${closing.by}, ${closing.role}, ${timestamp(closing.at)})
      ON CONFLICT (market, closed_on) WHERE withdrawn_at IS NULL DO NOTHING RETURNING id`,
  );
  return row?.id;
}

const due = (now: number) =>
  sql`begun_at IS NULL AND withdrawn_at IS NULL AND begins_at <= ${timestamp(now)}`;

export function isClosingDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM market_closing WHERE ${due(now)}) AS due`;
}

/** Whose moment has come and which no process has begun; locked, and left to whoever works on it. */
export function lockDueClosing(
  transaction: Transaction,
  now: number,
): Promise<DueClosing | undefined> {
  return firstRow(
    transaction,
    sql<DueClosing>`SELECT ${columns} FROM market_closing closing
      WHERE ${due(now)} ORDER BY begins_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

/** Locked until the transaction ends. */
export function lockClosing(transaction: Transaction, id: bigint): Promise<DueClosing | undefined> {
  return firstRow(
    transaction,
    sql<DueClosing>`SELECT ${columns} FROM market_closing closing
      WHERE id = ${id} AND begun_at IS NULL AND withdrawn_at IS NULL FOR UPDATE`,
  );
}

export async function noteBegun(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE market_closing SET begun_at = ${timestamp(at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

export async function noteWithdrawn(
  transaction: Transaction,
  { id, by, at }: { id: bigint; by: bigint; at: number },
): Promise<void> {
  await sql`UPDATE market_closing SET withdrawn_at = ${timestamp(at)}, withdrawn_by = ${by}
    WHERE id = ${id}`.execute(transaction);
}

const shownMax = 50;

/** The newest first. */
export function listClosings(reader: Reader): Promise<ListedClosing[]> {
  return rows(
    reader,
    sql<ListedClosing>`SELECT ${columns}, operator.email AS closer, closed_at, begun_at, withdrawn_at
      FROM market_closing closing JOIN operator ON operator.id = closed_by
      ORDER BY closing.id DESC LIMIT ${shownMax}`,
  );
}
