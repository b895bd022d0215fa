import type { MarketKey } from "@sanshi/money";
import { firstRow, rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { HaltedPart } from "./trading-halts.rules.ts";

export type StoredHalt = {
  market: MarketKey | null;
  code: string | null;
  closing_allowed: boolean;
  reason: string;
  words: string;
};

export function loadActiveHalts(reader: Reader): Promise<StoredHalt[]> {
  return rows(
    reader,
    sql<StoredHalt>`SELECT market, code, closing_allowed, reason, words FROM trading_halt
      WHERE resumed_at IS NULL`,
  );
}

/** Null where the same part is halted already. */
export async function insertHalt(
  executor: Reader,
  halt: HaltedPart & { closingAllowed: boolean; reason: string; words: string; by: bigint },
): Promise<bigint | null> {
  const row = await firstRow(
    executor,
    sql<{ id: bigint }>`INSERT INTO trading_halt
        (market, code, closing_allowed, reason, words, halted_by)
      VALUES (${halt.market}, ${halt.code}, ${halt.closingAllowed}, ${halt.reason}, ${halt.words},
        ${halt.by})
      ON CONFLICT (market, code) WHERE resumed_at IS NULL DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

/** Locked until the transaction ends: of two who end it, one does. */
export function findHalt(
  executor: Reader,
  id: bigint,
): Promise<{ resumed_at: number | null } | undefined> {
  return firstRow(
    executor,
    sql<{
      resumed_at: number | null;
    }>`SELECT resumed_at FROM trading_halt WHERE id = ${id} FOR UPDATE`,
  );
}

export async function endHalt(executor: Reader, id: bigint, by: bigint): Promise<void> {
  await sql`UPDATE trading_halt SET resumed_at = clock_timestamp(), resumed_by = ${by}
    WHERE id = ${id}`.execute(executor);
}

export type ListedHalt = StoredHalt & {
  id: bigint;
  halted_at: number;
  halted_by: string;
  resumed_at: number | null;
  resumed_by: string | null;
};

export function listHalts(
  reader: Reader,
  query: { activeOnly: boolean; before: bigint | null; limit: number },
): Promise<ListedHalt[]> {
  return rows(
    reader,
    sql<ListedHalt>`SELECT halt.id, market, code, closing_allowed, reason, words, halted_at,
        one.email AS halted_by, resumed_at, other.email AS resumed_by
      FROM trading_halt halt JOIN operator one ON one.id = halted_by
        LEFT JOIN operator other ON other.id = resumed_by
      WHERE (NOT ${query.activeOnly} OR resumed_at IS NULL)
        AND (${query.before}::bigint IS NULL OR halt.id < ${query.before})
      ORDER BY halt.id DESC LIMIT ${query.limit}`,
  );
}
