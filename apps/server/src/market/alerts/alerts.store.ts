import type { AlertKind } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
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
  AlertedInstrument,
  CustomersToScaleRow,
  DeletedAlert,
  DueScalingRow,
  InsertAlertRow,
  MarkFiredRow,
  StoredAlert,
} from "./alerts.sql-types.ts";

export type { StoredAlert } from "./alerts.sql-types.ts";

const columns = sql`id, customer_id, market, code, kind, value, created_at, scale_of`;

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
    sql<InsertAlertRow>`INSERT INTO price_alert (customer_id, market, code, kind, value, created_at,
        scale_of)
      VALUES (${alert.customerId}, ${alert.market}, ${alert.code}, ${alert.kind}, ${alert.value},
        ${timestamp(alert.at)}, ${timestamp(alert.at)})
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

/** Everybody's that wait for a price of a stock; answers their ids. */
export async function deleteWaitingOf(
  transaction: Transaction,
  { market, code }: { market: MarketKey; code: string },
): Promise<bigint[]> {
  const deleted = await rows(
    transaction,
    sql<DeletedAlert>`DELETE FROM price_alert WHERE market = ${market} AND code = ${code} AND fired_at IS NULL
      RETURNING id`,
  );
  return deleted.map(({ id }) => id);
}

export type { AlertedInstrument } from "./alerts.sql-types.ts";

/** Every stock that somebody waits for a price of, in the prices of `since` at the earliest. */
export function alertedInstruments(reader: Reader): Promise<AlertedInstrument[]> {
  return rows(
    reader,
    sql<AlertedInstrument>`SELECT market, code, min(scale_of) AS since FROM price_alert
      WHERE fired_at IS NULL GROUP BY market, code`,
  );
}

/** Customers with alerts that some of these splits are still to be applied to. */
export async function customersToScale(
  reader: Reader,
  actionIds: readonly bigint[],
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<
      Narrowed<CustomersToScaleRow, { customer_id: bigint }>
    >`SELECT DISTINCT customer_id FROM price_alert_split_due
      WHERE action_id = ANY (${actionIds}::bigint[]) ORDER BY customer_id LIMIT ${limit}`,
  );
  return found.map((row) => row.customer_id);
}

type DueScaling = Narrowed<DueScalingRow, { numerator: bigint; denominator: bigint }>;

/**
 * In the order of the splits, and of each those first whose level moves towards the others: so no two
 * of them ever stand at the same.
 */
export function dueScalings(transaction: Transaction, customerId: bigint): Promise<DueScaling[]> {
  return rows(
    transaction,
    sql<DueScaling>`SELECT p.id, p.market, p.code, p.kind, p.value, a.numerator, a.denominator,
        a.effective_at
      FROM price_alert_split_due d JOIN price_alert p ON p.id = d.alert_id
      JOIN corporate_action a ON a.id = d.action_id
      WHERE d.customer_id = ${customerId}
      ORDER BY a.effective_at, a.number,
        CASE WHEN a.numerator >= a.denominator THEN p.value ELSE -p.value END`,
  );
}

/** One that says then what another says already is not needed any more. */
export async function scaleAlert(
  transaction: Transaction,
  { id, value, effective_at }: Pick<DueScaling, "id" | "value" | "effective_at">,
): Promise<void> {
  await sql`DELETE FROM price_alert other USING price_alert p
    WHERE p.id = ${id} AND other.id <> p.id AND other.fired_at IS NULL AND other.value = ${value}
      AND other.customer_id = p.customer_id AND other.market = p.market AND other.code = p.code
      AND other.kind = p.kind AND other.scale_of >= ${timestamp(effective_at)}`.execute(
    transaction,
  );
  await sql`UPDATE price_alert SET value = ${value}, scale_of = ${timestamp(effective_at)}
    WHERE id = ${id} AND fired_at IS NULL`.execute(transaction);
}

/** Tells every process, at the commit, to look at this alert again. */
export async function announceChange(
  transaction: Transaction,
  channel: string,
  id: bigint,
): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${id.toString()})`.execute(transaction);
}

type Firing = { id: bigint; at: number; price: bigint; feed: string; sequence: bigint };

/** Answers those that still waited: of several processes that reach an alert, one gets it. */
export async function markFired(
  transaction: Transaction,
  firings: readonly Firing[],
): Promise<bigint[]> {
  // Locked in one order, so that two processes with the same alerts wait instead of locking each other out.
  const fired = await rows(
    transaction,
    sql<MarkFiredRow>`WITH reached AS (
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
