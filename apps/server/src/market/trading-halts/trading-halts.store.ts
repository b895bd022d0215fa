import type { HaltRole, MarketRuleReason, ReasonSentences } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { HaltedPart } from "./trading-halts.rules.ts";
import type {
  BarredUntilRow,
  DueRow,
  InsertHaltRow,
  IsHaltedRow,
  ListedHalt,
  NextHoldersRow,
  StoredHalt,
  Telling,
  WasHaltedByRuleRow,
  WidelyHaltedMsRow,
} from "./trading-halts.sql-types.ts";

export type { StoredHalt } from "./trading-halts.sql-types.ts";

const columns = sql`halt.id, market, code, closing_allowed, reason, texts, halted_at, halted_role,
  until_at, resumed_at`;

export function loadActiveHalts(reader: Reader): Promise<StoredHalt[]> {
  return rows(
    reader,
    sql<StoredHalt>`SELECT ${columns} FROM trading_halt halt WHERE resumed_at IS NULL`,
  );
}

/** Those in force, and of those that have ended the newest. */
export function publicHalts(reader: Reader, endedMax: number): Promise<StoredHalt[]> {
  return rows(
    reader,
    sql<StoredHalt>`(SELECT ${columns} FROM trading_halt halt WHERE resumed_at IS NULL ORDER BY id DESC)
      UNION ALL
      (SELECT ${columns} FROM trading_halt halt WHERE resumed_at IS NOT NULL
        ORDER BY resumed_at DESC, id DESC LIMIT ${endedMax})`,
  );
}

/** Null where the same part is halted already. */
export async function insertHalt(
  executor: Reader,
  halt: HaltedPart & {
    closingAllowed: boolean;
    reason: string;
    texts: ReasonSentences | null;
    until: number | null;
    /** Null: a rule of the market. */
    by: bigint | null;
    role: HaltRole;
    at: number;
  },
): Promise<bigint | null> {
  const row = await firstRow(
    executor,
    sql<InsertHaltRow>`INSERT INTO trading_halt
        (market, code, closing_allowed, reason, words, texts, until_at, halted_at, halted_by, halted_role)
      VALUES (${halt.market}, ${halt.code}, ${halt.closingAllowed}, ${halt.reason},
        ${halt.texts?.us ?? ""}, ${halt.texts === null ? null : JSON.stringify(halt.texts)}::jsonb,
        ${halt.until === null ? null : timestamp(halt.until)}::timestamptz, ${timestamp(halt.at)},
        ${halt.by}, ${halt.role})
      ON CONFLICT (market, code, (halted_by IS NULL)) WHERE resumed_at IS NULL
      DO NOTHING RETURNING id`,
  );
  if (row === undefined) return null;
  await notifyHolders(executor, [row.id], "halted");
  return row.id;
}

/** Whether a rule has halted a part for a reason since a moment. */
export async function wasHaltedByRule(
  executor: Reader,
  { market, code }: HaltedPart,
  reason: MarketRuleReason,
  since: number,
): Promise<boolean> {
  const row = await firstRow(
    executor,
    sql<WasHaltedByRuleRow>`SELECT id FROM trading_halt
      WHERE market = ${market} AND code IS NOT DISTINCT FROM ${code} AND halted_by IS NULL
        AND reason = ${reason} AND halted_at >= ${timestamp(since)} LIMIT 1`,
  );
  return row !== undefined;
}

/** The newest end of what stopped closing too and began before a moment, where it is over. */
export async function barredUntil(
  reader: Reader,
  { market, code }: { market: string; code: string },
  { before, at }: { before: number; at: number },
): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<BarredUntilRow>`SELECT max(coalesce(resumed_at, until_at)) AS ended FROM trading_halt
      WHERE NOT closing_allowed AND (market IS NULL OR market = ${market}) AND (code IS NULL OR code = ${code})
        AND halted_at < ${timestamp(before)} AND coalesce(resumed_at, until_at) <= ${timestamp(at)}`,
  );
  return row?.ended ?? null;
}

/** Locked until the transaction ends: of two who end it, one does. */
export function findHalt(executor: Reader, id: bigint): Promise<StoredHalt | undefined> {
  return firstRow(
    executor,
    sql<StoredHalt>`SELECT ${columns} FROM trading_halt halt WHERE id = ${id} FOR UPDATE`,
  );
}

/** Whether operators have halted just this part. */
export async function isHalted(reader: Reader, { market, code }: HaltedPart): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsHaltedRow>`SELECT id FROM trading_halt WHERE market IS NOT DISTINCT FROM ${market}::text
      AND code IS NOT DISTINCT FROM ${code}::text AND halted_by IS NOT NULL AND resumed_at IS NULL`,
  );
  return row !== undefined;
}

/** Until the transaction ends nobody else halts more than a stock's opening orders: the sum holds between them. */
export async function lockWideHalts(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('wide halts'))`.execute(transaction);
}

/**
 * For how many milliseconds operators have widely halted a part since a moment, as a whole or with a part that it
 * lies in or that is a market of it; what overlaps counts once, what is in force as long as it may hold.
 */
export async function widelyHaltedMs(
  reader: Reader,
  { market, code }: HaltedPart,
  { since, except, at }: { since: number; except: bigint | null; at: number },
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<WidelyHaltedMsRow>`SELECT coalesce(sum(extract(epoch FROM upper(span) - lower(span))), 0)::float8 * 1000 AS ms
      FROM unnest((SELECT range_agg(tstzrange(greatest(halted_at, ${timestamp(since)}), ends)) FROM (
        SELECT halted_at, CASE WHEN id = ${except}::bigint THEN least(until_at, ${timestamp(at)})
            ELSE coalesce(resumed_at, until_at, ${timestamp(at)}) END AS ends
          FROM trading_halt WHERE halted_by IS NOT NULL AND (code IS NULL OR NOT closing_allowed)
            AND (market IS NULL OR ${market}::text IS NULL OR market = ${market}::text)
            AND (code IS NULL OR code = ${code}::text)) halt
        WHERE ends > greatest(halted_at, ${timestamp(since)}))) AS span`,
  );
  return Math.round(row?.ms ?? 0);
}

export async function endHalt(
  executor: Reader,
  { id, by, at }: { id: bigint; by: bigint; at: number },
): Promise<void> {
  await sql`UPDATE trading_halt SET resumed_at = ${timestamp(at)}, resumed_by = ${by}
    WHERE id = ${id}`.execute(executor);
  await notifyHolders(executor, [id], "resumed");
}

/** Nobody is told of its end: another takes its place. */
export async function endReplacedHalt(
  transaction: Transaction,
  { market, code, by, at }: HaltedPart & { by: bigint; at: number },
): Promise<void> {
  await sql`UPDATE trading_halt SET resumed_at = ${timestamp(at)}, resumed_by = ${by}
    WHERE market IS NOT DISTINCT FROM ${market} AND code IS NOT DISTINCT FROM ${code} AND halted_by IS NOT NULL AND resumed_at IS NULL`.execute(
    transaction,
  );
}

/** Ends those whose time is over; returns how many. */
export async function endExpiredHalts(executor: Reader, at: number): Promise<number> {
  const ended = await sql`WITH ended AS (
      UPDATE trading_halt SET resumed_at = until_at
      WHERE resumed_at IS NULL AND until_at <= ${timestamp(at)} RETURNING id
    )
    INSERT INTO trading_halt_telling (halt_id, what) SELECT id, 'resumed' FROM ended`.execute(
    executor,
  );
  return Number(ended.numAffectedRows ?? 0n);
}

/** Whether a halt's time is over, or somebody is to be told of one or of its end. */
export function isHaltDue(at: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM trading_halt WHERE resumed_at IS NULL AND until_at <= ${timestamp(at)})
    OR EXISTS (SELECT FROM trading_halt_telling WHERE NOT finished) AS due`;
}

async function notifyHolders(
  executor: Reader,
  ids: readonly bigint[],
  what: "halted" | "resumed",
): Promise<void> {
  await sql`INSERT INTO trading_halt_telling (halt_id, what)
    SELECT unnest(${[...ids]}::bigint[]), ${what}`.execute(executor);
}

export type { Telling } from "./trading-halts.sql-types.ts";

/** One that is not finished; what another process works on is left to it. */
export function lockNotification(transaction: Transaction): Promise<Telling | undefined> {
  return firstRow(
    transaction,
    sql<Telling>`SELECT ${columns}, telling.what, telling.told_through
      FROM trading_halt_telling telling JOIN trading_halt halt ON halt.id = telling.halt_id
      WHERE NOT telling.finished ORDER BY telling.halt_id, telling.what LIMIT 1
      FOR UPDATE OF telling SKIP LOCKED`,
  );
}

/**
 * The next customers who hold or wait for what the halt is about, by their ids. Whoever came after its end is
 * not concerned, however late the others are told.
 */
export async function nextHolders(
  transaction: Transaction,
  { market, code, resumed_at: endedAt, told_through: after }: Telling,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    transaction,
    sql<NextHoldersRow>`SELECT DISTINCT customer_id FROM listed_position
      WHERE ended_at IS NULL AND customer_id > ${after}
        AND (${market}::text IS NULL OR market = ${market}::text)
        AND (${code}::text IS NULL OR code = ${code}::text)
        AND (${endedAt === null} OR placed_at < ${timestamp(endedAt ?? 0)})
      ORDER BY customer_id LIMIT ${limit}`,
  );
  return found.map(({ customer_id }) => customer_id);
}

export async function markTold(
  transaction: Transaction,
  telling: Pick<Telling, "id" | "what">,
  through: bigint | null,
): Promise<void> {
  await sql`UPDATE trading_halt_telling SET finished = ${through === null},
      told_through = coalesce(${through}::bigint, told_through)
    WHERE halt_id = ${telling.id} AND what = ${telling.what}`.execute(transaction);
}

export type { ListedHalt } from "./trading-halts.sql-types.ts";

export function listHalts(
  reader: Reader,
  query: { activeOnly: boolean; before: bigint | null; limit: number },
): Promise<ListedHalt[]> {
  return rows(
    reader,
    sql<ListedHalt>`SELECT ${columns}, one.email AS halted_by, other.email AS resumed_by
      FROM trading_halt halt LEFT JOIN operator one ON one.id = halted_by
        LEFT JOIN operator other ON other.id = resumed_by
      WHERE (NOT ${query.activeOnly} OR resumed_at IS NULL)
        AND (${query.before}::bigint IS NULL OR halt.id < ${query.before})
      ORDER BY halt.id DESC LIMIT ${query.limit}`,
  );
}
