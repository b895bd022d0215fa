import type { AlertKind } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";

export type StoredAlert = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  kind: AlertKind;
  value: bigint;
  created_at: number;
};

const columns = sql`id, customer_id, market, code, kind, value, created_at`;

/** Newest first. */
export function listWaiting(reader: Reader, customerId: bigint): Promise<StoredAlert[]> {
  return rows(
    reader,
    sql<StoredAlert>`SELECT ${columns} FROM price_alert
      WHERE customer_id = ${customerId} AND fired_at IS NULL ORDER BY id DESC`,
  );
}

/** Of everybody. */
export function loadAllWaiting(reader: Reader): Promise<StoredAlert[]> {
  return rows(
    reader,
    sql<StoredAlert>`SELECT ${columns} FROM price_alert WHERE fired_at IS NULL
      ORDER BY value DESC, id DESC`,
  );
}

export function findWaiting(reader: Reader, id: bigint): Promise<StoredAlert | undefined> {
  return firstRow(
    reader,
    sql<StoredAlert>`SELECT ${columns} FROM price_alert WHERE id = ${id} AND fired_at IS NULL`,
  );
}

/** Makes the customer's parallel additions wait for one another: a count alone would let two through. */
export async function lockAlerts(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('alerts', ${customerId}))`.execute(
    transaction,
  );
}

export async function insertAlert(
  transaction: Transaction,
  alert: {
    customerId: bigint;
    market: MarketKey;
    code: string;
    kind: AlertKind;
    value: bigint;
    at: number;
  },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<{ id: bigint }>`INSERT INTO price_alert (customer_id, market, code, kind, value, created_at)
      VALUES (${alert.customerId}, ${alert.market}, ${alert.code}, ${alert.kind}, ${alert.value},
        ${timestamp(alert.at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("an alert was not kept");
  return row.id;
}

/** Answers whether one was waiting. */
export async function deleteWaiting(
  transaction: Transaction,
  customerId: bigint,
  id: bigint,
): Promise<boolean> {
  const result = await sql`DELETE FROM price_alert
    WHERE id = ${id} AND customer_id = ${customerId} AND fired_at IS NULL`.execute(transaction);
  return result.numAffectedRows === 1n;
}

/** Tells every process, at the commit, to look at this alert again. */
export async function announceChange(
  transaction: Transaction,
  channel: string,
  id: bigint,
): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${id.toString()})`.execute(transaction);
}

export type Firing = { id: bigint; at: number; price: bigint; feed: string; sequence: bigint };

/** Answers those that still waited: of several processes that reach an alert, one gets it. */
export async function markFired(
  transaction: Transaction,
  firings: readonly Firing[],
): Promise<bigint[]> {
  // Locked in one order, so that two processes with the same alerts wait instead of locking each other out.
  const fired = await rows(
    transaction,
    sql<{ id: bigint }>`WITH reached AS (
        SELECT * FROM unnest(${firings.map(({ id }) => id)}::bigint[],
          ${firings.map(({ at }) => timestamp(at))}::timestamptz[],
          ${firings.map(({ price }) => price)}::bigint[],
          ${firings.map(({ feed }) => feed)}::text[],
          ${firings.map(({ sequence }) => sequence)}::bigint[])
          AS r (id, at, price, feed, sequence)
      ), locked AS (
        SELECT a.id FROM price_alert a JOIN reached USING (id)
        WHERE a.fired_at IS NULL ORDER BY a.id FOR UPDATE OF a
      )
      UPDATE price_alert a
      SET fired_at = r.at, fired_price = r.price, feed = r.feed, quote_sequence = r.sequence
      FROM reached r JOIN locked USING (id)
      WHERE a.id = r.id AND a.fired_at IS NULL
      RETURNING a.id`,
  );
  return fired.map(({ id }) => id);
}
