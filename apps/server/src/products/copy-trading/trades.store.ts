import type { MarketKey, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../platform/sql/database.ts";
import type { GrownRow, PoolTrade, TradedRow } from "./trades.sql-types.ts";

export type { PoolTrade } from "./trades.sql-types.ts";

/** Both halves have an index that begins with the customer; all of them together have none. */
const positionsOf = (poolId: bigint) => sql`(SELECT id, market, code FROM position
    WHERE customer_id = ${poolId} AND ended_at IS NULL
  UNION ALL SELECT id, market, code FROM position WHERE customer_id = ${poolId} AND ended_at IS NOT NULL)`;

/** A pool's fills, the newest `limit`, behind the place where a page ended. */
export function tradesOf(
  reader: Reader,
  poolId: bigint,
  { behind, limit }: { behind: readonly [bigint, bigint, number] | undefined; limit: number },
): Promise<PoolTrade[]> {
  const rest =
    behind === undefined
      ? sql``
      : sql`AND (f.filled_at, f.position_id, f.number) < ('epoch'::timestamptz
          + ${behind[0]}::bigint * interval '1 microsecond', ${behind[1]}::bigint, ${behind[2]}::int)`;
  return rows(
    reader,
    sql<PoolTrade>`SELECT f.position_id, f.number, p.market, p.code, f.side, f.price, f.quantity, f.amount,
        f.fee, f.profit, f.feed, f.quote_sequence, f.bid, f.ask, f.filled_at,
        (extract(epoch FROM f.filled_at) * 1000000)::bigint::text AS filled_microseconds
      FROM ${positionsOf(poolId)} p JOIN fill f ON f.position_id = p.id
      WHERE true ${rest}
      ORDER BY f.filled_at DESC, f.position_id DESC, f.number DESC LIMIT ${limit}`,
  );
}

export type Traded = Narrowed<TradedRow, { traded: Minor; fees: Minor; spread: Minor }>;

/** What a pool has traded between two moments, and what of it went to fees and to the distance from the middle. */
export async function tradedBetween(
  reader: Reader,
  poolId: bigint,
  { from, to }: { from: number; to: number },
): Promise<Traded> {
  const row = await firstRow(
    reader,
    sql<Traded>`SELECT coalesce(sum(f.amount), 0)::bigint AS traded,
        coalesce(sum(f.fee), 0)::bigint AS fees,
        coalesce(sum(round(f.amount::numeric * (f.ask - f.bid) / nullif(f.ask + f.bid, 0))), 0)::bigint
          AS spread
      FROM ${positionsOf(poolId)} p JOIN fill f ON f.position_id = p.id
      WHERE f.filled_at > ${timestamp(from)} AND f.filled_at <= ${timestamp(to)}`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

/** By how many shares each of an account's open positions has grown since a moment; below zero where it shrank. */
export async function grownSince(
  reader: Reader,
  customerId: bigint,
  { market, since }: { market: MarketKey; since: number },
): Promise<ReadonlyMap<bigint, bigint>> {
  const found = await rows(
    reader,
    sql<Narrowed<GrownRow, { grown: bigint }>>`
      SELECT p.id, sum(CASE WHEN (f.side = 'buy') = (p.side = 'long') THEN f.quantity ELSE -f.quantity END)::bigint
        AS grown
      FROM position p JOIN fill f ON f.position_id = p.id
      WHERE p.customer_id = ${customerId} AND p.ended_at IS NULL AND p.market = ${market}
        AND f.filled_at > ${timestamp(since)} GROUP BY p.id`,
  );
  return new Map(found.map(({ id, grown }) => [id, grown]));
}
