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
  WithdrawalToTellRow,
  DueOfferingRow,
  EnteredRow,
  EntrantRow,
  EntrantsToTellRow,
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

export async function nextSubscriptionIds(
  transaction: Transaction,
  count: number,
): Promise<bigint[]> {
  const found = await rows(
    transaction,
    sql<Narrowed<NextSubscriptionIdRow, { id: bigint }>>`
      SELECT nextval('new_share_subscription_id') AS id FROM generate_series(1, ${count}::int)`,
  );
  return found.map(({ id }) => id);
}

type Asked = {
  customerId: bigint;
  offeringId: bigint;
  /** The same on every account of a person; null where nothing may be kept of the ID's number. */
  identity: Buffer | null;
};

/** By which account somebody has a subscription. */
export type EnteredBy = "this_account" | "another_account";

/** Who of these has a subscription to the offering that stands beside them, by the place in the list. */
export async function subscribedAmong(
  reader: Reader,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, EnteredBy>> {
  const found = await rows(
    reader,
    sql<Narrowed<HasSubscribedRow, { place: number; is_own: boolean }>>`
      SELECT place::int, own.id IS NOT NULL AS is_own
      FROM unnest(${asked.map(({ customerId }) => customerId)}::bigint[],
        ${asked.map(({ offeringId }) => offeringId)}::bigint[],
        ${asked.map(({ identity }) => identity)}::bytea[])
        WITH ORDINALITY AS sent (customer_id, offering_id, identity, place)
      LEFT JOIN new_share_subscription own ON own.offering_id = sent.offering_id
        AND own.customer_id = sent.customer_id AND own.status <> 7
      LEFT JOIN new_share_subscription person ON person.offering_id = sent.offering_id
        AND person.identity = sent.identity AND person.status <> 7
      WHERE own.id IS NOT NULL OR person.id IS NOT NULL`,
  );
  return new Map(
    found.map(({ place, is_own }) => [place - 1, is_own ? "this_account" : "another_account"]),
  );
}

/**
 * Of each customer when a market's payments were missed or waived, on whichever of the person's accounts, the newest
 * first and no more than so many. What came from the waiting list, for somebody who had not been drawn, counts for
 * nothing, nor what a restriction or an announced withdrawal barred.
 */
export async function missedPayments(
  reader: Reader,
  customers: readonly Pick<Asked, "customerId" | "identity">[],
  { market, most }: { market: MarketKey; most: number },
): Promise<Map<bigint, number[]>> {
  const found = await rows(
    reader,
    sql<Narrowed<MissedRow, { customer_id: bigint; ended_at: number }>>`
      SELECT sent.customer_id, missed.ended_at
      FROM unnest(${customers.map(({ customerId }) => customerId)}::bigint[],
        ${customers.map(({ identity }) => identity)}::bytea[]) AS sent (customer_id, identity)
      CROSS JOIN LATERAL (SELECT s.ended_at FROM new_share_subscription s
        JOIN offering o ON o.id = s.offering_id
        WHERE (s.customer_id = sent.customer_id OR s.identity = sent.identity) AND o.market = ${market}
          AND s.status IN (5, 6) AND s.waiting_place IS NULL AND NOT s.missed_restricted
          AND (o.withdrawal_announced_at IS NULL OR s.ended_at < o.withdrawal_announced_at)
        ORDER BY s.ended_at DESC LIMIT ${most}) missed
      ORDER BY sent.customer_id, missed.ended_at DESC`,
  );
  const byCustomer = new Map<bigint, number[]>();
  for (const { customer_id, ended_at } of found) {
    byCustomer.set(customer_id, [...(byCustomer.get(customer_id) ?? []), ended_at]);
  }
  return byCustomer;
}

export type NewSubscription = Asked & {
  id: bigint;
  number: string;
  lots: number;
  nonce: string;
  signature: string;
  at: number;
};

/**
 * Answers those that were written: of two of one customer, or of one person's accounts, the second is not. In the
 * order in which all processes write, whichever of the two indexes they meet at.
 */
export function insertSubscriptions(
  transaction: Transaction,
  made: readonly NewSubscription[],
): Promise<StoredSubscription[]> {
  return rows(
    transaction,
    sql<StoredSubscription>`INSERT INTO new_share_subscription AS s
        (id, offering_id, customer_id, number, lots, nonce, subscribed_at, signature, identity)
      SELECT * FROM unnest(${made.map(({ id }) => id)}::bigint[],
          ${made.map(({ offeringId }) => offeringId)}::bigint[],
          ${made.map(({ customerId }) => customerId)}::bigint[],
          ${made.map(({ number }) => number)}::text[], ${made.map(({ lots }) => lots)}::int[],
          ${made.map(({ nonce }) => nonce)}::text[],
          ${made.map(({ at }) => timestamp(at))}::timestamptz[],
          ${made.map(({ signature }) => signature)}::text[],
          ${made.map(({ identity }) => identity)}::bytea[])
          AS sent (id, offering_id, customer_id, number, lots, nonce, subscribed_at, signature, identity)
      ORDER BY sent.offering_id, sent.identity, sent.customer_id
      ON CONFLICT DO NOTHING RETURNING ${columns}`,
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

/** What these customers have entered of these offerings; cancelled entries are left out. */
export function enteredBy(
  reader: Reader,
  customerIds: readonly bigint[],
  offeringIds: readonly bigint[],
): Promise<EnteredRow[]> {
  return rows(
    reader,
    sql<EnteredRow>`SELECT s.customer_id, ${columns}
      FROM unnest(${[...customerIds]}::bigint[]) AS asked (customer_id)
      JOIN new_share_subscription s ON s.customer_id = asked.customer_id
        AND s.offering_id = ANY (${[...offeringIds]}::bigint[]) AND s.status <> 7`,
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

/** Of a withdrawn offering: the next whose money is to be given back. */
export function lockPaid(
  transaction: Transaction,
  offeringId: bigint,
  limit: number,
): Promise<StoredSubscription[]> {
  return rows(
    transaction,
    sql<StoredSubscription>`SELECT ${columns} FROM new_share_subscription s
      WHERE s.offering_id = ${offeringId} AND s.status = 1 ORDER BY s.id LIMIT ${limit} FOR UPDATE OF s`,
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

export const deadlineMissed = (now: number) =>
  sql`s.status = 4 AND s.pay_until <= ${timestamp(now)} AND o.withdraws_at IS NULL`;

/**
 * Those whose deadline has passed go to the waiting list; another process's are skipped. Of what will be withdrawn
 * nobody pays any more, and so nobody misses it.
 */
export async function missDeadlines(executor: Reader, now: number): Promise<number> {
  const missed =
    await sql`UPDATE new_share_subscription s SET status = 6, ended_at = ${timestamp(now)}, tell = true,
      missed_restricted = c.state IN ('frozen', 'banned')
    FROM customer c WHERE c.id = s.customer_id AND s.id IN (SELECT s.id FROM new_share_subscription s
      JOIN offering o ON o.id = s.offering_id WHERE ${deadlineMissed(now)} ORDER BY s.id LIMIT 1000
      FOR UPDATE OF s SKIP LOCKED)`.execute(executor);
  return Number(missed.numAffectedRows ?? 0n);
}

export const hasFreeLots = (now: number) => sql`o.drawn_at IS NOT NULL AND o.listed_at IS NULL
  AND o.withdraws_at IS NULL AND o.withdrawn_at IS NULL AND o.waiting_until > ${timestamp(now)}
  AND EXISTS (SELECT FROM new_share_subscription s
    WHERE s.offering_id = o.id AND s.status = 3 AND s.waiting_place IS NOT NULL)
  AND EXISTS (SELECT FROM new_share_subscription s WHERE s.offering_id = o.id AND s.status IN (5, 6))`;

/** Offerings that have lots to give and somebody who waits for them. */
export function offeringsWithFreeLots(reader: Reader, now: number): Promise<DueOfferingRow[]> {
  return rows(
    reader,
    sql<DueOfferingRow>`SELECT o.id FROM offering o WHERE ${hasFreeLots(now)} ORDER BY o.id`,
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

/** An offering whose entrants are still to be told that its list is published; another process's is skipped. */
export async function lockEntrantsToTell(
  transaction: Transaction,
): Promise<Narrowed<EntrantsToTellRow, { through: bigint }> | undefined> {
  return firstRow(
    transaction,
    sql<Narrowed<EntrantsToTellRow, { through: bigint }>>`
      SELECT id, entrants_told_through AS through, market, code, names, root FROM offering
      WHERE entrants_told_through IS NOT NULL ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
}

/** The next entrants of a list: whoever cancelled before the close is not in it. */
export function entrantsAfter(
  transaction: Transaction,
  { offeringId, through, limit }: { offeringId: bigint; through: bigint; limit: number },
): Promise<EntrantRow[]> {
  return rows(
    transaction,
    sql<EntrantRow>`SELECT s.id, s.customer_id, s.number FROM new_share_subscription s
      JOIN offering o ON o.id = s.offering_id
      WHERE s.offering_id = ${offeringId} AND s.id > ${through}
        AND (s.status <> 7 OR s.ended_at > o.root_at)
      ORDER BY s.id LIMIT ${limit}`,
  );
}

/** An offering of whose withdrawal entrants are still to be told; another process's is skipped. */
export async function lockWithdrawalToTell(
  transaction: Transaction,
): Promise<Narrowed<WithdrawalToTellRow, { through: bigint }> | undefined> {
  return firstRow(
    transaction,
    sql<Narrowed<WithdrawalToTellRow, { through: bigint }>>`
      SELECT id, withdrawal_told_through AS through, code, names, withdraws_at, withdrawal_reason, withdrawn_reason
      FROM offering WHERE withdrawal_told_through IS NOT NULL ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
}

/** Who got nothing, waived or missed: their entry does not end with the offering. */
export function endedEntrantsAfter(
  transaction: Transaction,
  { offeringId, through, limit }: { offeringId: bigint; through: bigint; limit: number },
): Promise<EntrantRow[]> {
  return rows(
    transaction,
    sql<EntrantRow>`SELECT id, customer_id, number FROM new_share_subscription
      WHERE offering_id = ${offeringId} AND id > ${through} AND status IN (3, 5, 6) ORDER BY id LIMIT ${limit}`,
  );
}

/** Null where all were told. */
export async function setWithdrawalTold(
  transaction: Transaction,
  offeringId: bigint,
  through: bigint | null,
): Promise<void> {
  await sql`UPDATE offering SET withdrawal_told_through = ${through} WHERE id = ${offeringId}`.execute(
    transaction,
  );
}

/** Null where all were told. */
export async function setEntrantsTold(
  transaction: Transaction,
  offeringId: bigint,
  through: bigint | null,
): Promise<void> {
  await sql`UPDATE offering SET entrants_told_through = ${through} WHERE id = ${offeringId}`.execute(
    transaction,
  );
}

/** Whom to tell next what became of their subscription, each once. */
export function lockToTell(transaction: Transaction, limit: number): Promise<ToTellRow[]> {
  return rows(
    transaction,
    sql<ToTellRow>`SELECT s.id, s.customer_id, s.number, s.status, s.allotted_lots, s.waiting_place,
        s.amount, s.pay_until, s.position_id, o.id AS offering_id, o.market, o.code, o.names, o.lot_size, o.root,
        o.terms_hash, o.withdrawn_reason
      FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE s.tell ORDER BY s.id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`,
  );
}

export async function setTold(transaction: Transaction, ids: readonly bigint[]): Promise<void> {
  await sql`UPDATE new_share_subscription SET tell = false
    WHERE id = ANY (${[...ids]}::bigint[])`.execute(transaction);
}
