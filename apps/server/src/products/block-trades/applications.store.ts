import type { MarketKey, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  AppliedLotsRow,
  DueRow,
  InvitationCountRow,
  InvitationRow,
  InvitationUsesRow,
  InvitedToRow,
  LiveApplicationsRow,
  OfferApplicationRow,
  OfferIdRow,
  StoredApplication,
  UnlockableRow,
} from "./applications.sql-types.ts";

export type { StoredApplication } from "./applications.sql-types.ts";

const columns = sql`a.id, a.offer_id, a.customer_id, a.lots, a.cost, a.fee, a.applied_at, a.status,
  a.filled_lots, a.failure, a.position_id, a.ended_at, a.released_at, a.number, a.nonce, a.signature,
  a.drawn_lots`;

/** What a customer has applied for already, cancelled applications left out. */
export async function appliedLots(
  reader: Reader,
  offerId: bigint,
  customerId: bigint,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<AppliedLotsRow, { lots: number }>>`
      SELECT coalesce(sum(lots), 0)::int AS lots FROM block_application
      WHERE offer_id = ${offerId} AND customer_id = ${customerId} AND status <> 3`,
  );
  return row?.lots ?? 0;
}

/** Whether another account of a person has an entry in the list of an offer that is drawn. */
export async function isPersonEntered(
  reader: Reader,
  offerId: bigint,
  { customerId, identity }: { customerId: bigint; identity: Buffer },
): Promise<boolean> {
  const found = await firstRow(
    reader,
    sql<OfferIdRow>`SELECT offer_id FROM block_application
      WHERE offer_id = ${offerId} AND identity = ${identity} AND status <> 3
        AND customer_id <> ${customerId} LIMIT 1`,
  );
  return found !== undefined;
}

/** How many of a customer's have not ended. */
export async function liveApplications(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<LiveApplicationsRow, { count: number }>>`
      SELECT count(*)::int AS count FROM block_application a JOIN block_offer o ON o.id = a.offer_id
      WHERE a.customer_id = ${customerId} AND a.status = 0 AND o.market = ${market}`,
  );
  return row?.count ?? 0;
}

export async function insertApplication(
  transaction: Transaction,
  application: {
    offerId: bigint;
    customerId: bigint;
    lots: number;
    cost: Minor;
    fee: Minor;
    /** Its place in the list of an offer that is drawn. */
    entry: { number: string; nonce: string; signature: string; identity: Buffer | null } | null;
    at: number;
  },
): Promise<StoredApplication> {
  const { offerId, customerId, lots, cost, fee, entry, at } = application;
  const row = await firstRow(
    transaction,
    sql<StoredApplication>`INSERT INTO block_application AS a (offer_id, customer_id, lots, cost, fee, applied_at,
        number, nonce, signature, identity)
      VALUES (${offerId}, ${customerId}, ${lots}, ${cost}, ${fee}, ${timestamp(at)},
        ${entry?.number ?? null}, ${entry?.nonce ?? null}, ${entry?.signature ?? null},
        ${entry?.identity ?? null}) RETURNING ${columns}`,
  );
  if (row === undefined) throw new Error("an application was not kept");
  return row;
}

export function findApplication(
  reader: Reader,
  id: bigint,
): Promise<StoredApplication | undefined> {
  return firstRow(
    reader,
    sql<StoredApplication>`SELECT ${columns} FROM block_application a WHERE a.id = ${id}`,
  );
}

export function applicationsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<StoredApplication[]> {
  return rows(
    reader,
    sql<StoredApplication>`SELECT ${columns} FROM block_application a
      JOIN block_offer o ON o.id = a.offer_id
      WHERE a.customer_id = ${customerId} AND o.market = ${market}
      ORDER BY a.status = 0 DESC, a.id DESC LIMIT ${limit}`,
  );
}

/** Those that wait for an offer's settlement, in the order in which they came; of a page at a time. */
export function openApplications(
  transaction: Transaction,
  offerId: bigint,
  limit: number,
): Promise<StoredApplication[]> {
  return rows(
    transaction,
    sql<StoredApplication>`SELECT ${columns} FROM block_application a
      WHERE a.offer_id = ${offerId} AND a.status = 0 ORDER BY a.id LIMIT ${limit} FOR UPDATE OF a`,
  );
}

/** What was filled of an offer so far. */
export async function filledLots(reader: Reader, offerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<AppliedLotsRow, { lots: number }>>`
      SELECT coalesce(sum(filled_lots), 0)::int AS lots FROM block_application
      WHERE offer_id = ${offerId}`,
  );
  return row?.lots ?? 0;
}

/** What the draw gave. */
export async function drawnLots(reader: Reader, offerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<AppliedLotsRow, { lots: number }>>`
      SELECT coalesce(sum(drawn_lots), 0)::int AS lots FROM block_application
      WHERE offer_id = ${offerId} AND status = 0`,
  );
  return row?.lots ?? 0;
}

/** What waits to be settled. */
export async function waitingLots(reader: Reader, offerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<AppliedLotsRow, { lots: number }>>`
      SELECT coalesce(sum(lots), 0)::int AS lots FROM block_application
      WHERE offer_id = ${offerId} AND status = 0`,
  );
  return row?.lots ?? 0;
}

export async function setFilled(
  transaction: Transaction,
  filled: { id: bigint; lots: number; positionId: bigint; at: number },
): Promise<void> {
  await sql`UPDATE block_application SET status = 1, filled_lots = ${filled.lots},
      position_id = ${filled.positionId}, ended_at = ${timestamp(filled.at)}
    WHERE id = ${filled.id}`.execute(transaction);
}

export async function setFailed(
  transaction: Transaction,
  failed: { id: bigint; failure: NonNullable<StoredApplication["failure"]>; at: number },
): Promise<void> {
  await sql`UPDATE block_application SET status = 2, failure = ${failed.failure},
      ended_at = ${timestamp(failed.at)} WHERE id = ${failed.id}`.execute(transaction);
}

/** Its lots can be applied for again: the table's trigger gives them back. */
export async function setCancelled(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE block_application SET status = 3, ended_at = ${timestamp(at)}
    WHERE id = ${id}`.execute(transaction);
}

const unlockable = (now: number) =>
  sql`a.status = 1 AND a.released_at IS NULL AND o.locked_until <= ${timestamp(now)}`;

export function isAnyUnlockable(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM block_application a JOIN block_offer o ON o.id = a.offer_id
    WHERE ${unlockable(now)}) AS due`;
}

/** Filled ones whose lock-up is over, each told to one process. */
export function lockUnlockable(
  transaction: Transaction,
  now: number,
  limit: number,
): Promise<UnlockableRow[]> {
  return rows(
    transaction,
    sql<UnlockableRow>`SELECT a.id, a.customer_id, a.position_id, o.market, o.code
      FROM block_application a JOIN block_offer o ON o.id = a.offer_id
      WHERE ${unlockable(now)}
      ORDER BY a.id LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED`,
  );
}

export async function setReleased(
  transaction: Transaction,
  ids: readonly bigint[],
  at: number,
): Promise<void> {
  await sql`UPDATE block_application SET released_at = ${timestamp(at)}
    WHERE id = ANY (${[...ids]}::bigint[])`.execute(transaction);
}

export function pageOfApplications(
  reader: Reader,
  offerId: bigint,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<OfferApplicationRow[]> {
  return rows(
    reader,
    sql<OfferApplicationRow>`SELECT ${columns}, c.account FROM block_application a
      JOIN customer c ON c.id = a.customer_id
      WHERE a.offer_id = ${offerId} AND (${before}::bigint IS NULL OR a.id < ${before}::bigint)
      ORDER BY a.id DESC LIMIT ${limit}`,
  );
}

export function findInvitation(
  reader: Reader,
  offerId: bigint,
  customerId: bigint,
): Promise<InvitationRow | undefined> {
  return firstRow(
    reader,
    sql<InvitationRow>`SELECT password_hash FROM block_invitation
      WHERE offer_id = ${offerId} AND customer_id = ${customerId}`,
  );
}

/** Of these offers, those to which the customer is invited. */
export async function invitedTo(
  reader: Reader,
  customerId: bigint,
  offerIds: readonly bigint[],
): Promise<Set<bigint>> {
  const found = await rows(
    reader,
    sql<InvitedToRow>`SELECT offer_id FROM block_invitation
      WHERE customer_id = ${customerId} AND offer_id = ANY (${[...offerIds]}::bigint[])`,
  );
  return new Set(found.map(({ offer_id }) => offer_id));
}

/** Invites, or gives another password to who was invited before. */
export async function keepInvitation(
  transaction: Transaction,
  invited: { offerId: bigint; customerId: bigint; passwordHash: string; by: bigint; at: number },
): Promise<void> {
  const { offerId, customerId, passwordHash, by, at } = invited;
  await sql`INSERT INTO block_invitation (offer_id, customer_id, password_hash, invited_at, invited_by)
    VALUES (${offerId}, ${customerId}, ${passwordHash}, ${timestamp(at)}, ${by})
    ON CONFLICT (offer_id, customer_id) DO UPDATE SET password_hash = excluded.password_hash,
      invited_at = excluded.invited_at, invited_by = excluded.invited_by`.execute(transaction);
}

export async function recordUse(
  executor: Reader,
  use: { offerId: bigint; customerId: bigint; applicationId: bigint | null; at: number },
): Promise<void> {
  await sql`INSERT INTO block_invitation_use (offer_id, customer_id, used_at, application_id)
    VALUES (${use.offerId}, ${use.customerId}, ${timestamp(use.at)}, ${use.applicationId})`.execute(
    executor,
  );
}

export function invitationsOf(
  reader: Reader,
  offerId: bigint,
  limit: number,
): Promise<Narrowed<InvitationUsesRow, { applications: number; wrong_passwords: number }>[]> {
  return rows(
    reader,
    sql<Narrowed<InvitationUsesRow, { applications: number; wrong_passwords: number }>>`
      SELECT c.account, i.invited_at, p.email, count(u.application_id)::int AS applications,
        (count(u.id) - count(u.application_id))::int AS wrong_passwords, max(u.used_at) AS last_used_at
      FROM block_invitation i JOIN customer c ON c.id = i.customer_id
      JOIN operator p ON p.id = i.invited_by
      LEFT JOIN block_invitation_use u ON u.offer_id = i.offer_id AND u.customer_id = i.customer_id
      WHERE i.offer_id = ${offerId} GROUP BY c.account, i.invited_at, p.email
      ORDER BY i.invited_at DESC LIMIT ${limit}`,
  );
}

export async function countInvitations(
  reader: Reader,
  offerIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const found = await rows(
    reader,
    sql<Narrowed<InvitationCountRow, { count: number }>>`SELECT offer_id, count(*)::int AS count
      FROM block_invitation WHERE offer_id = ANY (${[...offerIds]}::bigint[]) GROUP BY 1`,
  );
  return new Map(found.map(({ offer_id, count }) => [offer_id, count]));
}
