import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ListedRow, ToListRow } from "./listing.sql-types.ts";

export const listingDue = (now: number) => sql`o.drawn_at IS NOT NULL AND o.listed_at IS NULL
  AND o.withdraws_at IS NULL AND o.withdrawn_at IS NULL AND o.lists_at <= ${timestamp(now)}
  AND NOT EXISTS (SELECT FROM new_share_subscription s WHERE s.offering_id = o.id AND s.status = 4)`;
export const isToDeliver = sql`s.status = 1 AND o.listed_at IS NOT NULL`;

/** Drawn, and their day has come; whoever has not paid by now has missed the deadline. */
export function dueForListing(reader: Reader, now: number): Promise<ToListRow[]> {
  return rows(
    reader,
    sql<ToListRow>`SELECT o.id FROM offering o WHERE ${listingDue(now)} ORDER BY o.lists_at, o.id`,
  );
}

/** From here on it is neither withdrawn nor paid for. */
export async function setListed(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE offering SET listed_at = ${timestamp(at)} WHERE id = ${id}`.execute(transaction);
}

export type ToDeliver = Narrowed<
  ListedRow,
  { amount: Minor; paid_at: number; price: Price; market: MarketKey; quantity: Shares }
>;

/** What was paid for of listed offerings and is no position yet; what another process has is skipped. */
export function lockToDeliver(transaction: Transaction, limit: number): Promise<ToDeliver[]> {
  return rows(
    transaction,
    sql<ToDeliver>`SELECT s.id, s.customer_id, s.amount, s.paid_at, o.id AS offering_id, o.market, o.code,
        o.price, (s.allotted_lots * o.lot_size)::bigint AS quantity
      FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE ${isToDeliver} ORDER BY s.customer_id, s.id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`,
  );
}

export async function setDelivered(
  transaction: Transaction,
  delivered: readonly { id: bigint; positionId: bigint }[],
): Promise<void> {
  await sql`UPDATE new_share_subscription s SET status = 2, position_id = d.position_id, tell = true
    FROM unnest(${delivered.map(({ id }) => id)}::bigint[],
      ${delivered.map(({ positionId }) => positionId)}::bigint[]) AS d (id, position_id)
    WHERE s.id = d.id`.execute(transaction);
}
