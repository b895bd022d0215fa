import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CountWatchedRow, HasWatchedRow, WatchedStock } from "./watchlist.sql-types.ts";

export type { WatchedStock } from "./watchlist.sql-types.ts";

/** Newest first. */
export function listWatched(
  reader: Reader,
  customerId: bigint,
  market: MarketKey | null,
): Promise<WatchedStock[]> {
  return rows(
    reader,
    sql<WatchedStock>`SELECT market AS type, code FROM watched_stock
      WHERE customer_id = ${customerId} AND (${market}::text IS NULL OR market = ${market}::text)
      ORDER BY watched_at DESC, id DESC`,
  );
}

export async function hasWatched(
  reader: Reader,
  customerId: bigint,
  { type, code }: WatchedStock,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasWatchedRow>`SELECT 1 AS found FROM watched_stock
      WHERE customer_id = ${customerId} AND market = ${type} AND code = ${code}`,
  );
  return row !== undefined;
}

/** Makes the customer's parallel changes wait for one another: a count alone would let two through. */
export async function lockWatchlist(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('watchlist', ${customerId}))`.execute(
    transaction,
  );
}

export async function countWatched(transaction: Transaction, customerId: bigint): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<CountWatchedRow>`SELECT count(*)::int AS count FROM watched_stock
      WHERE customer_id = ${customerId}`,
  );
  return row?.count ?? 0;
}

export async function insertWatched(
  transaction: Transaction,
  customerId: bigint,
  { type, code }: WatchedStock,
  at: number,
): Promise<void> {
  await sql`INSERT INTO watched_stock (customer_id, market, code, watched_at)
    VALUES (${customerId}, ${type}, ${code}, ${timestamp(at)})
    ON CONFLICT (customer_id, market, code) DO NOTHING`.execute(transaction);
}

export async function deleteWatched(
  transaction: Transaction,
  customerId: bigint,
  { type, code }: WatchedStock,
): Promise<void> {
  await sql`DELETE FROM watched_stock
    WHERE customer_id = ${customerId} AND market = ${type} AND code = ${code}`.execute(transaction);
}
