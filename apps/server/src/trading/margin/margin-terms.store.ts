import type { MarketKey, Shares } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { TermStage } from "./margin-terms.rules.ts";
import type {
  DuePositionsRow,
  InsertTermNoticeRow,
  TermPositionsRow,
} from "./margin-terms.sql-types.ts";

export type TermPosition = Narrowed<
  TermPositionsRow,
  { left: Shares; opened_at: number; stage: TermStage | null; due_on: LocalDate | null }
>;

/** A market's leveraged and short positions in the order of their ids, with what was told last of their end. */
export function termPositions(
  reader: Reader,
  market: MarketKey,
  after: bigint,
  limit: number,
): Promise<TermPosition[]> {
  return rows(
    reader,
    sql<TermPosition>`SELECT p.id, p.customer_id, p.code, p.side, p.opened - p.closed AS left, p.opened_at,
        told.stage, told.due_on::text AS due_on
      FROM position p LEFT JOIN LATERAL (SELECT n.stage, n.due_on FROM margin_term_notice n
        WHERE n.position_id = p.id ORDER BY n.told_at DESC LIMIT 1) told ON true
      WHERE p.market = ${market} AND p.ended_at IS NULL AND (p.leverage > 1 OR p.side = 'short')
        AND p.opened_at IS NOT NULL AND p.id > ${after}
      ORDER BY p.id LIMIT ${limit}`,
  );
}

/** False where another process was first. */
export async function insertTermNotice(
  transaction: Transaction,
  notice: {
    positionId: bigint;
    market: MarketKey;
    stage: TermStage;
    dueOn: LocalDate;
    toldAt: number;
  },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<InsertTermNoticeRow>`INSERT INTO margin_term_notice (position_id, stage, market, due_on, told_at)
      VALUES (${notice.positionId}, ${notice.stage}, ${notice.market}, ${notice.dueOn}::date,
        ${timestamp(notice.toldAt)})
      ON CONFLICT DO NOTHING RETURNING position_id`,
  );
  return row !== undefined;
}

export type DuePosition = Narrowed<DuePositionsRow, { due_on: LocalDate; told_at: number }>;

/** What is held still on the day of which its customer was told, oldest first. */
export function duePositions(
  reader: Reader,
  market: MarketKey,
  today: LocalDate,
  limit: number,
): Promise<DuePosition[]> {
  return rows(
    reader,
    sql<DuePosition>`SELECT p.id, p.customer_id, min(n.due_on)::text AS due_on, min(n.told_at) AS told_at
      FROM margin_term_notice n JOIN position p ON p.id = n.position_id
      WHERE n.market = ${market} AND n.due_on <= ${today}::date AND p.ended_at IS NULL
      GROUP BY p.id, p.customer_id ORDER BY p.id LIMIT ${limit}`,
  );
}
