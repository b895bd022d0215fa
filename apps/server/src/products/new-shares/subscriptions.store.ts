import type { MarketKey, Minor } from "@sanshi/money";
import type { Entry } from "@sanshi/draw";
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
  DueOfferingRow,
  EntryRow,
  FreeLotsRow,
  HasSubscribedRow,
  MissedRow,
  NextSubscriptionIdRow,
  StoredSubscription,
  ToTellRow,
  WaitingRow,
} from "./subscriptions.sql-types.ts";

export type { StoredSubscription } from "./subscriptions.sql-types.ts";

const columns = sql`s.id, s.offering_id, s.customer_id, s.number, s.lots, s.nonce, s.subscribed_at,
  s.signature, s.status, s.allotted_lots, s.waiting_place, s.amount, s.pay_until, s.paid_at`;

export async function nextSubscriptionId(transaction: Transaction): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<
      Narrowed<NextSubscriptionIdRow, { id: bigint }>
    >`SELECT nextval('new_share_subscription_id') AS id`,
  );
  if (row === undefined) throw new Error("a sequence without a next number");
  return row.id;
}

export async function hasSubscribed(
  reader: Reader,
  offeringId: bigint,
  customerId: bigint,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasSubscribedRow>`SELECT EXISTS (SELECT FROM new_share_subscription
      WHERE offering_id = ${offeringId} AND customer_id = ${customerId} AND status <> 7) AS it`,
  );
  return row?.it === true;
}

/** When this market's payments were missed or waived, the newest first. */
export async function missedPayments(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<number[]> {
  const found = await rows(
    reader,
    sql<Narrowed<MissedRow, { ended_at: number }>>`
      SELECT s.ended_at FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE s.customer_id = ${customerId} AND o.market = ${market} AND s.status IN (5, 6)
      ORDER BY s.ended_at DESC LIMIT 10`,
  );
  return found.map(({ ended_at }) => ended_at);
}

/** Undefined where the customer has one already: of two at once one comes second. */
export async function insertSubscription(
  transaction: Transaction,
  subscription: {
    id: bigint;
    offeringId: bigint;
    customerId: bigint;
    number: string;
    lots: number;
    nonce: string;
    signature: string;
    at: number;
  },
): Promise<StoredSubscription | undefined> {
  const { id, offeringId, customerId, number, lots, nonce, signature, at } = subscription;
  return firstRow(
    transaction,
    sql<StoredSubscription>`INSERT INTO new_share_subscription AS s
        (id, offering_id, customer_id, number, lots, nonce, subscribed_at, signature)
      VALUES (${id}, ${offeringId}, ${customerId}, ${number}, ${lots}, ${nonce}, ${timestamp(at)},
        ${signature})
      ON CONFLICT (offering_id, customer_id) WHERE status <> 7 DO NOTHING RETURNING ${columns}`,
  );
}

export function findOwn(
  reader: Reader,
  offeringId: bigint,
  customerId: bigint,
): Promise<StoredSubscription | undefined> {
  return firstRow(
    reader,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s
      WHERE s.offering_id = ${offeringId} AND s.customer_id = ${customerId}
      ORDER BY s.status = 7, s.id DESC LIMIT 1`,
  );
}

export function findSubscription(
  reader: Reader,
  id: bigint,
): Promise<StoredSubscription | undefined> {
  return firstRow(
    reader,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s WHERE s.id = ${id}`,
  );
}

/** Locked until the transaction ends: of those who end it the second finds it ended. */
export function lockSubscription(
  transaction: Transaction,
  id: bigint,
): Promise<StoredSubscription | undefined> {
  return firstRow(
    transaction,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s WHERE s.id = ${id}
      FOR UPDATE OF s`,
  );
}

export function subscriptionsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<StoredSubscription[]> {
  return rows(
    reader,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s
      JOIN offering o ON o.id = s.offering_id
      WHERE s.customer_id = ${customerId} AND o.market = ${market} ORDER BY s.id DESC LIMIT ${limit}`,
  );
}

export async function setPaid(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE new_share_subscription SET status = 1, paid_at = ${timestamp(at)}
    WHERE id = ${id}`.execute(transaction);
}

export async function setEnded(
  transaction: Transaction,
  { id, status, at, tell }: { id: bigint; status: number; at: number; tell: boolean },
): Promise<void> {
  await sql`UPDATE new_share_subscription SET status = ${status}, ended_at = ${timestamp(at)},
    tell = ${tell} WHERE id = ${id}`.execute(transaction);
}

/** The list of entries in the order of their numbers, which are of one length. */
export function entriesOf(reader: Reader, offeringId: bigint): Promise<Entry[]> {
  return rows(
    reader,
    sql<EntryRow>`SELECT number, lots, nonce FROM new_share_subscription
      WHERE offering_id = ${offeringId} AND status <> 7 ORDER BY number COLLATE "C"`,
  );
}

/** Of a withdrawn offering: everything that has not ended, to be released. */
export function lockUnended(
  transaction: Transaction,
  offeringId: bigint,
): Promise<StoredSubscription[]> {
  return rows(
    transaction,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s
      WHERE s.offering_id = ${offeringId} AND s.status IN (0, 1, 4) ORDER BY s.id FOR UPDATE OF s`,
  );
}

export async function releaseUnpaid(
  transaction: Transaction,
  offeringId: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE new_share_subscription SET status = 7, ended_at = ${timestamp(at)}, tell = true
    WHERE offering_id = ${offeringId} AND status IN (0, 4)`.execute(transaction);
}

/** Those whose deadline has passed go to the waiting list; another process's are skipped. */
export async function missDeadlines(transaction: Transaction, now: number): Promise<number> {
  const missed =
    await sql`UPDATE new_share_subscription SET status = 6, ended_at = ${timestamp(now)}, tell = true
    WHERE id IN (SELECT id FROM new_share_subscription
      WHERE status = 4 AND pay_until <= ${timestamp(now)} ORDER BY id LIMIT 1000
      FOR UPDATE SKIP LOCKED)`.execute(transaction);
  return Number(missed.numAffectedRows ?? 0n);
}

/** Offerings that have lots to give and somebody who waits for them. */
export function offeringsWithFreeLots(reader: Reader, now: number): Promise<DueOfferingRow[]> {
  return rows(
    reader,
    sql<DueOfferingRow>`SELECT o.id FROM offering o
      WHERE o.drawn_at IS NOT NULL AND o.listed_at IS NULL AND o.withdrawn_at IS NULL
        AND o.waiting_until > ${timestamp(now)}
        AND EXISTS (SELECT FROM new_share_subscription s
          WHERE s.offering_id = o.id AND s.status = 3 AND s.waiting_place IS NOT NULL)
        AND EXISTS (SELECT FROM new_share_subscription s
          WHERE s.offering_id = o.id AND s.status IN (5, 6))
      ORDER BY o.id`,
  );
}

/** Of the quota, what nobody has now: not allotted, waived or missed. */
export async function freeLots(
  reader: Reader,
  { id, quota_lots: quota }: { id: bigint; quota_lots: number },
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<FreeLotsRow, { taken: number }>>`
      SELECT coalesce(sum(allotted_lots), 0)::float8 AS taken FROM new_share_subscription
      WHERE offering_id = ${id} AND status IN (1, 2, 4)`,
  );
  return quota - (row?.taken ?? 0);
}

export function waitingFor(
  reader: Reader,
  offeringId: bigint,
  limit: number,
): Promise<WaitingRow[]> {
  return rows(
    reader,
    sql<WaitingRow>`SELECT id, lots FROM new_share_subscription
      WHERE offering_id = ${offeringId} AND status = 3 AND waiting_place IS NOT NULL
      ORDER BY waiting_place LIMIT ${limit}`,
  );
}

export async function allotFromWaiting(
  transaction: Transaction,
  given: { id: bigint; lots: number; amount: Minor; payUntil: number },
): Promise<void> {
  await sql`UPDATE new_share_subscription SET status = 4, allotted_lots = ${given.lots},
      amount = ${given.amount}, pay_until = ${timestamp(given.payUntil)}, tell = true
    WHERE id = ${given.id}`.execute(transaction);
}

/** Whom to tell next what became of their subscription, each once. */
export function lockToTell(transaction: Transaction, limit: number): Promise<ToTellRow[]> {
  return rows(
    transaction,
    sql<ToTellRow>`SELECT s.id, s.customer_id, s.number, s.status, s.allotted_lots, s.waiting_place,
        s.amount, s.pay_until, o.id AS offering_id, o.market, o.code, o.names, o.lot_size, o.root,
        o.terms_hash, o.withdrawn_reason
      FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE s.tell ORDER BY s.id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`,
  );
}

export async function setTold(transaction: Transaction, ids: readonly bigint[]): Promise<void> {
  await sql`UPDATE new_share_subscription SET tell = false
    WHERE id = ANY (${[...ids]}::bigint[])`.execute(transaction);
}
