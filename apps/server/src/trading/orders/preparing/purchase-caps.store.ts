import type { MarketKey } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../../platform/sql/database.ts";
import type { BoughtInDayRow } from "./purchase-caps.sql-types.ts";

export type BoughtWanted = { customerId: bigint; market: MarketKey; code: string; since: number };

export type BoughtInDay = Narrowed<BoughtInDayRow, { ordinal: number; bought: bigint }>;

/**
 * How many shares of each stock its customer has bought since a moment, and waits to buy, by order and by block: the cap
 * counts both together, and what a venue is asked for as if it had agreed. What a venue busts gives room on the day of its trade alone.
 */
export function boughtInDay(
  reader: Reader,
  wanted: readonly BoughtWanted[],
): Promise<BoughtInDay[]> {
  return rows(
    reader,
    sql<BoughtInDay>`SELECT i.ordinal::int AS ordinal,
        (coalesce((SELECT sum(greatest(o.quantity, (SELECT r.quantity - v.busted FROM venue_order v
              JOIN venue_request r ON r.client_order_id = v.request_id
              WHERE v.order_id = o.id AND r.kind = 'replace')) - o.filled) FROM trade_order o
            WHERE o.customer_id = i.customer_id AND o.market = i.market AND o.code = i.code
              AND o.purpose = 'open' AND o.side = 'buy' AND o.ended_at IS NULL
              AND (o.expires_at IS NULL OR o.expires_at > i.since)), 0)
          + coalesce((SELECT sum(a.lots * b.lot_size) FROM block_application a
            JOIN block_offer b ON b.id = a.offer_id
            WHERE a.customer_id = i.customer_id AND a.status = 0
              AND b.market = i.market AND b.code = i.code), 0)
          + coalesce((SELECT sum(f.quantity) FROM position p JOIN fill f ON f.position_id = p.id
            WHERE p.customer_id = i.customer_id AND p.market = i.market AND p.code = i.code
              AND p.side = 'long' AND (p.ended_at IS NULL OR p.ended_at >= i.since)
              AND f.side = 'buy' AND f.filled_at >= i.since
              AND (f.reverses IS NULL OR EXISTS (SELECT FROM fill reversed
                WHERE reversed.position_id = f.position_id AND reversed.number = f.reverses
                  AND reversed.filled_at >= i.since))), 0))::bigint AS bought
      FROM unnest(${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ market }) => market)}::text[],
        ${wanted.map(({ code }) => code)}::text[],
        ${wanted.map(({ since }) => timestamp(since))}::timestamptz[])
        WITH ORDINALITY AS i (customer_id, market, code, since, ordinal)`,
  );
}

/** Until the transaction ends nobody else buys capped stocks for them; in the order of their ids. */
export async function lockPurchases(
  transaction: Transaction,
  customerIds: readonly bigint[],
): Promise<void> {
  const ids = [...new Set(customerIds)].toSorted((one, other) => (one < other ? -1 : 1));
  for (const id of ids) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('capped purchases ' || ${id}::text, 0))`.execute(
      transaction,
    );
  }
}
