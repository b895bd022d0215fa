import type { CustomerEvent } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import { rows, sql, timestamp, type Reader, type Narrowed } from "../../platform/sql/database.ts";
import type {
  FiredAlertRow,
  MessagesSinceRow,
  MovementRow,
  RepliesSinceRow,
} from "./missed-events.sql-types.ts";

type MissedEvent = { at: number; event: CustomerEvent };
type Since = { from: number; limit: number };

/**
 * What happened to a customer from `from` on (milliseconds), as the records have it: no event is kept for its
 * own sake. Of each kind the newest `limit`.
 */
export async function eventsSince(
  reader: Reader,
  customerId: bigint,
  since: Since,
): Promise<MissedEvent[]> {
  const [moved, sent, replied, fired] = await Promise.all([
    movementsSince(reader, customerId, since),
    messagesSince(reader, customerId, since),
    repliesSince(reader, customerId, since),
    alertsSince(reader, customerId, since),
  ]);
  return [...moved, ...sent, ...replied, ...fired];
}

type Movement = Narrowed<MovementRow, { market: MarketKey; code: string }>;

/** The newest postings of available money: whatever a customer does or suffers moves it. */
async function movementsSince(
  reader: Reader,
  customerId: bigint,
  { from, limit }: Since,
): Promise<MissedEvent[]> {
  const found = await rows(
    reader,
    sql<Movement>`SELECT p.kind, p.happened_at, stock.id AS position_id, stock.market, stock.code,
        (fill.side = 'buy') = (stock.side = 'long') AS opens, fill.price, fill.quantity
      FROM ledger_account a
      CROSS JOIN LATERAL (
        SELECT newest.kind, newest.cause_id, newest.happened_at FROM ledger_posting newest
        WHERE newest.account_id = a.id AND newest.version IS NOT NULL
        ORDER BY newest.version DESC LIMIT ${limit}
      ) p
      LEFT JOIN LATERAL (SELECT l.id, l.market, l.code, l.side FROM listed_position l
        WHERE l.id = p.cause_id AND l.customer_id = a.customer_id
          AND p.kind IN ('order_filled', 'position_closed', 'order_released', 'stock_end_settled') OFFSET 0) stock ON true
      LEFT JOIN fill ON fill.position_id = stock.id AND fill.filled_at = p.happened_at
        AND p.kind IN ('order_filled', 'position_closed', 'stock_end_settled')
      WHERE a.customer_id = ${customerId} AND a.purpose = 'available'
        AND p.happened_at >= ${timestamp(from)}
      ORDER BY p.happened_at DESC LIMIT ${limit}`,
  );
  return found.map((movement) => ({ at: movement.happened_at, event: eventOf(movement) }));
}

function eventOf({
  kind,
  position_id,
  market,
  code,
  opens,
  price,
  quantity,
}: Movement): CustomerEvent {
  if (position_id === null) return { kind: "balance_changed" };
  const stock = { id: position_id.toString(), type: market, code };
  if (kind === "order_released") return { kind: "order_cancelled", ...stock };
  if (price === null || quantity === null) return { kind: "balance_changed" };
  return {
    kind: opens === true ? "order_filled" : "position_closed",
    ...stock,
    price: formatPrice(price, settlementCurrency(market)),
    quantity: formatShares(quantity),
  };
}

async function messagesSince(
  reader: Reader,
  customerId: bigint,
  { from, limit }: Since,
): Promise<MissedEvent[]> {
  const found = await rows(
    reader,
    sql<MessagesSinceRow>`SELECT * FROM (
        SELECT id, kind, sent_at FROM message WHERE customer_id = ${customerId}
        ORDER BY id DESC LIMIT ${limit}
      ) newest WHERE sent_at >= ${timestamp(from)}`,
  );
  return found.map(({ id, kind, sent_at: at }) => ({
    at,
    event: { kind: "message", id: id.toString(), about: kind },
  }));
}

async function repliesSince(
  reader: Reader,
  customerId: bigint,
  { from, limit }: Since,
): Promise<MissedEvent[]> {
  const found = await rows(
    reader,
    sql<RepliesSinceRow>`SELECT id, sent_at FROM (
        SELECT id, author, sent_at FROM service_message WHERE customer_id = ${customerId}
        ORDER BY id DESC LIMIT ${limit}
      ) newest WHERE author IS NOT NULL AND sent_at >= ${timestamp(from)}`,
  );
  return found.map(({ id, sent_at: at }) => ({
    at,
    event: { kind: "service_message", id: id.toString() },
  }));
}

type FiredAlert = Narrowed<FiredAlertRow, { fired_price: Price }>;

async function alertsSince(
  reader: Reader,
  customerId: bigint,
  { from, limit }: Since,
): Promise<MissedEvent[]> {
  const found = await rows(
    reader,
    sql<FiredAlert>`SELECT id, market, code, fired_at, fired_price FROM price_alert
      WHERE customer_id = ${customerId} AND fired_at >= ${timestamp(from)}
      ORDER BY fired_at DESC LIMIT ${limit}`,
  );
  return found.map(({ id, market: type, code, fired_at: at, fired_price }) => ({
    at,
    event: {
      kind: "price_alert",
      id: id.toString(),
      type,
      code,
      price: formatPrice(fired_price, settlementCurrency(type)),
    },
  }));
}
