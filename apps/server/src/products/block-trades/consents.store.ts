import type { MarketKey, Price, Shares } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  ConsentRow,
  HeldToSellRow,
  LiveConsentRow,
  LiveConsentsRow,
  LockConsentRow,
} from "./consents.sql-types.ts";

export type { ConsentRow } from "./consents.sql-types.ts";

const columns = sql`c.id, c.customer_id, c.position_id, c.market, c.code, c.quantity, c.floor_price,
  c.discount_most, c.lock_up_days, c.expires_at, c.nonce, c.signature, c.consented_at, c.revoked_at,
  o.id AS offer_id, o.sold_lots, o.unsold_because, o.lot_size, o.settled_at, o.withdrawn_at`;
const consents = sql`block_sale_consent c LEFT JOIN block_offer o ON o.consent_id = c.id`;

type HeldToSell = Narrowed<HeldToSellRow, { quantity: Shares; is_free: boolean }>;

/**
 * What is told of a customer's position before the customer consents to its sale. What is held for a block could not
 * be squared off: a trade of one day is not free for it, nor what may turn out to be one's whose process was killed.
 */
export function heldToSell(
  reader: Reader,
  customerId: bigint,
  positionId: bigint,
): Promise<HeldToSell | undefined> {
  return firstRow(
    reader,
    sql<HeldToSell>`
      SELECT market, code, side, opened, closed, opened_at, sellable_at, newest_lot, newest_lot_on::text,
        opened - closed AS quantity, state = 'holding' AND side = 'long' AND leverage = 1
        AND closing_shares = 0 AND take_profit IS NULL AND stop_loss IS NULL AND sellable_at <= app_now()
        AND NOT EXISTS (SELECT FROM trade_order o
          WHERE (o.position_id = p.id OR o.id = p.id) AND o.ended_at IS NULL)
        AND NOT EXISTS (SELECT FROM intraday_trade t
          WHERE t.customer_id = p.customer_id AND t.market = p.market AND t.code = p.code
            AND (t.state = 'submitted' OR t.state = 'trading' AND t.position_id = p.id)) AS is_free
      FROM position p WHERE id = ${positionId} AND customer_id = ${customerId} AND ended_at IS NULL`,
  );
}

export async function insertConsent(
  transaction: Transaction,
  consent: {
    customerId: bigint;
    positionId: bigint;
    market: MarketKey;
    code: string;
    quantity: Shares;
    floorPrice: Price;
    discountMost: number;
    lockUpDays: number;
    expiresAt: number;
    nonce: string;
    signature: string;
    at: number;
  },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<LockConsentRow>`INSERT INTO block_sale_consent (customer_id, position_id, market, code, quantity,
        floor_price, discount_most, lock_up_days, expires_at, nonce, signature, consented_at)
      VALUES (${consent.customerId}, ${consent.positionId}, ${consent.market}, ${consent.code},
        ${consent.quantity}, ${consent.floorPrice}, ${consent.discountMost}, ${consent.lockUpDays},
        ${timestamp(consent.expiresAt)}, ${consent.nonce}, ${consent.signature}, ${timestamp(consent.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a consent was not kept");
  return row.id;
}

/** Whoever revokes it and whoever publishes an offer of it wait here for one another. */
export async function lockConsent(transaction: Transaction, id: bigint): Promise<void> {
  await sql`SELECT id FROM block_sale_consent WHERE id = ${id} FOR UPDATE`.execute(transaction);
}

export function findConsent(reader: Reader, id: bigint): Promise<ConsentRow | undefined> {
  return firstRow(reader, sql<ConsentRow>`SELECT ${columns} FROM ${consents} WHERE c.id = ${id}`);
}

export function consentsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<ConsentRow[]> {
  return rows(
    reader,
    sql<ConsentRow>`SELECT ${columns} FROM ${consents}
      WHERE c.customer_id = ${customerId} AND c.market = ${market} ORDER BY c.id DESC LIMIT ${limit}`,
  );
}

/** Of several consents of a customer at once each counts those before it. */
export async function lockGiver(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT FROM customer WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(transaction);
}

/** How many of a customer's can still be offered. */
export async function liveConsents(
  reader: Reader,
  customerId: bigint,
  now: number,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<LiveConsentsRow, { count: number }>>`SELECT count(*)::int AS count FROM ${consents}
      WHERE c.customer_id = ${customerId} AND c.revoked_at IS NULL AND o.id IS NULL
        AND c.expires_at > ${timestamp(now)}`,
  );
  return row?.count ?? 0;
}

export function pageOfConsents(
  reader: Reader,
  { before, limit, now }: { before: bigint | null; limit: number; now: number },
): Promise<LiveConsentRow[]> {
  return rows(
    reader,
    sql<LiveConsentRow>`SELECT c.id, c.market, c.code, c.quantity, c.floor_price, c.discount_most,
        c.lock_up_days, c.expires_at, c.consented_at, s.account
      FROM ${consents} JOIN customer s ON s.id = c.customer_id
      WHERE c.revoked_at IS NULL AND o.id IS NULL AND c.expires_at > ${timestamp(now)}
        AND (${before}::bigint IS NULL OR c.id < ${before}::bigint) ORDER BY c.id DESC LIMIT ${limit}`,
  );
}

export async function setRevoked(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE block_sale_consent SET revoked_at = ${timestamp(at)} WHERE id = ${id}`.execute(
    transaction,
  );
}
