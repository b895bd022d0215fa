import type { MarketKey, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CountLiveRow, FollowerIdRow, StoredFollowing } from "./followings.sql-types.ts";

export type { StoredFollowing } from "./followings.sql-types.ts";

/** With `f` for the following. */
export const followingColumns = sql`f.id, f.product_id, f.customer_id, f.status, f.amount, f.stop_percent, f.asked_at, f.units,
  f.bought_number, f.bought_at, f.locked_until, f.end_asked_at, f.end_cause, f.stop_reached_at, f.ended_number,
  f.ended_at, f.proceeds`;

export async function insertFollowing(
  transaction: Transaction,
  following: {
    productId: bigint;
    customerId: bigint | null;
    amount: Minor;
    stopPercent: number | null;
    at: number;
  },
): Promise<StoredFollowing> {
  const { productId, customerId, amount, stopPercent, at } = following;
  const row = await firstRow(
    transaction,
    sql<StoredFollowing>`INSERT INTO copy_following AS f
        (product_id, customer_id, amount, stop_percent, asked_at)
      VALUES (${productId}, ${customerId}, ${amount}, ${stopPercent}, ${timestamp(at)})
      RETURNING ${followingColumns}`,
  );
  if (row === undefined) throw new Error("a following was not kept");
  return row;
}

export function findFollowing(reader: Reader, id: bigint): Promise<StoredFollowing | undefined> {
  return firstRow(
    reader,
    sql<StoredFollowing>`SELECT ${followingColumns} FROM copy_following f WHERE f.id = ${id}`,
  );
}

export function followingsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<StoredFollowing[]> {
  return rows(
    reader,
    sql<StoredFollowing>`SELECT ${followingColumns} FROM copy_following f
      JOIN copy_product p ON p.id = f.product_id
      WHERE f.customer_id = ${customerId} AND p.market = ${market}
      ORDER BY f.status, f.id DESC LIMIT ${limit}`,
  );
}

/** Of a customer in all markets, what has not ended. */
export async function countLive(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountLiveRow>`SELECT count(*)::int AS live FROM copy_following
      WHERE customer_id = ${customerId} AND status = 0`,
  );
  return row?.live ?? 0;
}

export async function setEndAsked(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE copy_following SET end_asked_at = ${timestamp(at)}, end_cause = 'customer'
    WHERE id = ${id} AND status = 0 AND end_asked_at IS NULL`.execute(transaction);
}

/** Everybody's units are sold at the first valuation from a moment on, whatever their lock-up. */
export async function setAllEnding(
  transaction: Transaction,
  productId: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE copy_following SET end_asked_at = ${timestamp(at)}, end_cause = 'wind_down'
    WHERE product_id = ${productId} AND status = 0 AND units > 0 AND end_asked_at IS NULL`.execute(
    transaction,
  );
}

/** Those whose stop a value has reached for the first time; from their lock-up on their units are sold. */
export async function reachStops(
  transaction: Transaction,
  productId: bigint,
  { unitValue, number, at }: { unitValue: bigint; number: number; at: number },
): Promise<void> {
  await sql`UPDATE copy_following f SET stop_reached_at = ${timestamp(at)}, end_cause = 'stop',
    end_asked_at = greatest(f.locked_until, ${timestamp(at)}), to_notify = 'stop_reached'
    WHERE f.product_id = ${productId} AND f.status = 0 AND f.units > 0 AND f.stop_percent IS NOT NULL
      AND f.end_asked_at IS NULL AND f.bought_number < ${number}
      AND div(f.units::numeric * ${unitValue}::bigint, 1000000000000) * 100
        <= f.amount::numeric * (100 - f.stop_percent)`.execute(transaction);
}

/** Whoever has something in a product, a page at a time. */
export async function followersOf(
  reader: Reader,
  productId: bigint,
  { after, limit }: { after: bigint; limit: number },
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<FollowerIdRow>`SELECT DISTINCT customer_id AS id FROM copy_following
      WHERE product_id = ${productId} AND status = 0 AND customer_id > ${after}
      ORDER BY customer_id LIMIT ${limit}`,
  );
  return found.flatMap(({ id }) => (id === null ? [] : [id]));
}
