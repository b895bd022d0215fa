import type { BlockOfferForm } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";
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
  BlockDraftRow,
  BlockFunnelRow,
  DueBlockRow,
  DueRow,
  InsertBlockDraftRow,
  InsertBlockOfferRow,
  LockQuotaRow,
  MadeAnyRow,
  StoredBlock,
  UpdateBlockDraftRow,
} from "./offers.sql-types.ts";

export type { StoredBlock } from "./offers.sql-types.ts";

const columns = sql`o.id, o.market, o.code, o.seller, o.seller_names, o.made_as, o.seller_position_id, o.consent_id, o.price,
  o.reference_price, o.band_low, o.band_high, o.band_rule, o.lot_size, o.quota_lots, o.min_lots, o.max_lots,
  o.invited_only, o.cancellable, o.opens_at, o.closes_at, o.settles_at, o.locked_until, o.published_at,
  o.sold_lots, o.unsold_because, o.sale_order_id, o.settled_at, o.withdrawn_at, o.withdrawn_reason, o.rule, q.left_lots,
  d.terms_hash, d.root, d.drawn_at`;
const offers = sql`block_offer o JOIN block_quota q ON q.offer_id = o.id
  LEFT JOIN block_draw d ON d.offer_id = o.id`;

export function findBlock(reader: Reader, id: bigint): Promise<StoredBlock | undefined> {
  return firstRow(reader, sql<StoredBlock>`SELECT ${columns} FROM ${offers} WHERE o.id = ${id}`);
}

export function findBlocks(reader: Reader, ids: readonly bigint[]): Promise<StoredBlock[]> {
  return rows(
    reader,
    sql<StoredBlock>`SELECT ${columns} FROM ${offers} WHERE o.id = ANY (${[...ids]}::bigint[])`,
  );
}

/**
 * Those who apply, cancel, settle or withdraw wait here for one another, in the order in which they come. Read
 * again afterwards: what was read before the wait is old.
 */
export async function lockQuota(transaction: Transaction, id: bigint): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<LockQuotaRow>`SELECT offer_id FROM block_quota WHERE offer_id = ${id} FOR UPDATE`,
  );
  return row !== undefined;
}

/** What can still be applied for, the first to close at the front; then what is over, the newest first. */
export function blocksOf(
  reader: Reader,
  market: MarketKey,
  now: number,
  limit: number,
): Promise<StoredBlock[]> {
  return rows(
    reader,
    sql<StoredBlock>`SELECT ${columns} FROM ${offers} WHERE o.market = ${market}
      ORDER BY o.closes_at <= ${timestamp(now)} OR o.withdrawn_at IS NOT NULL,
        abs(extract(epoch FROM o.closes_at - ${timestamp(now)}::timestamptz)), o.id LIMIT ${limit}`,
  );
}

export function pageOfBlocks(
  reader: Reader,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<StoredBlock[]> {
  return rows(
    reader,
    sql<StoredBlock>`SELECT ${columns} FROM ${offers}
      WHERE ${before}::bigint IS NULL OR o.id < ${before}::bigint ORDER BY o.id DESC LIMIT ${limit}`,
  );
}

export function funnelOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<Narrowed<BlockFunnelRow, { count: number; lots: number; frozen: string }>[]> {
  return rows(
    reader,
    sql<Narrowed<BlockFunnelRow, { count: number; lots: number; frozen: string }>>`
      SELECT offer_id, status, count(*)::int AS count, coalesce(sum(lots), 0)::float8 AS lots,
        coalesce(sum(cost + fee) FILTER (WHERE status = 0), 0)::text AS frozen
      FROM block_application WHERE offer_id = ANY (${[...ids]}::bigint[]) GROUP BY 1, 2`,
  );
}

const settlementDue = (
  now: number,
) => sql`o.settles_at <= ${timestamp(now)} AND o.settled_at IS NULL
  AND o.withdrawn_at IS NULL AND (o.rule = 'first_come' OR EXISTS (
    SELECT FROM block_draw d WHERE d.offer_id = o.id AND d.drawn_at IS NOT NULL))`;

export function isSettlementDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM block_offer o WHERE ${settlementDue(now)}) AS due`;
}

/** Whose window is over, that were drawn where they are, and that wait to be settled; a page at a time. */
export function dueForSettlement(
  reader: Reader,
  now: number,
  after: bigint,
): Promise<DueBlockRow[]> {
  return rows(
    reader,
    sql<DueBlockRow>`SELECT o.id, o.market, o.code, c.expires_at FROM block_offer o
      LEFT JOIN block_sale_consent c ON c.id = o.consent_id
      WHERE ${settlementDue(now)} AND o.id > ${after} ORDER BY o.id LIMIT 100`,
  );
}

export type NewBlock = {
  market: MarketKey;
  code: string;
  seller: StoredBlock["seller"];
  /** Of a customer who sells, by the customer's own consent. */
  sold: { consentId: bigint; positionId: bigint } | null;
  sellerNames: Readonly<Record<"jp" | "cn" | "us", string>>;
  madeAs: string | null;
  price: Price;
  reference: Price;
  band: { low: Price; high: Price; rule: string };
  lot: Shares;
  lots: { quota: number; min: number; max: number };
  /** Taken by the simulated market's other institutions. */
  othersLots: number;
  rule: StoredBlock["rule"];
  invitedOnly: boolean;
  cancellable: boolean;
  opensAt: number;
  closesAt: number;
  settlesAt: number;
  lockedUntil: number;
  proposalId: bigint | null;
  at: number;
};

/** Whether the simulated market has made an offer of a market's yet. */
export async function madeAny(reader: Reader, market: MarketKey): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<MadeAnyRow>`SELECT id FROM block_offer WHERE market = ${market} AND made_as IS NOT NULL LIMIT 1`,
  );
  return row !== undefined;
}

/** Null where another process has made the same one. */
export async function insertBlock(
  transaction: Transaction,
  block: NewBlock,
): Promise<bigint | null> {
  const { lots, band } = block;
  const row = await firstRow(
    transaction,
    sql<InsertBlockOfferRow>`INSERT INTO block_offer (market, code, seller, seller_names,
        seller_position_id, consent_id, made_as, price, reference_price, band_low, band_high, band_rule, lot_size, quota_lots, min_lots,
        max_lots, others_lots, rule, invited_only, cancellable, opens_at, closes_at, settles_at, locked_until, proposal_id,
        published_at)
      VALUES (${block.market}, ${block.code}, ${block.seller}, ${JSON.stringify(block.sellerNames)},
        ${block.sold?.positionId ?? null}, ${block.sold?.consentId ?? null}, ${block.madeAs}, ${block.price}, ${block.reference}, ${band.low}, ${band.high}, ${band.rule}, ${block.lot}, ${lots.quota}, ${lots.min}, ${lots.max},
        ${block.othersLots}, ${block.rule}, ${block.invitedOnly}, ${block.cancellable}, ${timestamp(block.opensAt)}, ${timestamp(block.closesAt)},
        ${timestamp(block.settlesAt)}, ${timestamp(block.lockedUntil)}, ${block.proposalId},
        ${timestamp(block.at)})
      ON CONFLICT (made_as) DO NOTHING RETURNING id`,
  );
  if (row === undefined) return null;
  await sql`INSERT INTO block_quota (offer_id, left_lots) VALUES (${row.id}, ${lots.quota - block.othersLots})`.execute(
    transaction,
  );
  return row.id;
}

/** What the seller delivers; of a customer who sells with the order that it is sold by. */
export async function setSold(
  transaction: Transaction,
  id: bigint,
  { lots, orderId }: { lots: number; orderId: bigint | null },
): Promise<void> {
  await sql`UPDATE block_offer SET sold_lots = ${lots}, sale_order_id = ${orderId}
    WHERE id = ${id}`.execute(transaction);
}

/** No more than these lots, which were filled before. */
export async function setUnsold(
  transaction: Transaction,
  id: bigint,
  sold: { lots: number; unsoldBecause: NonNullable<StoredBlock["unsold_because"]> },
): Promise<void> {
  await sql`UPDATE block_offer SET sold_lots = ${sold.lots}, unsold_because = ${sold.unsoldBecause}
    WHERE id = ${id}`.execute(transaction);
}

export async function setSettled(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE block_offer SET settled_at = ${timestamp(at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

export async function setWithdrawn(
  transaction: Transaction,
  id: bigint,
  { reason, at }: { reason: Readonly<Record<"jp" | "cn" | "us", string>>; at: number },
): Promise<void> {
  await sql`UPDATE block_offer SET withdrawn_at = ${timestamp(at)},
      withdrawn_reason = ${JSON.stringify(reason)} WHERE id = ${id}`.execute(transaction);
}

export async function insertDraft(
  transaction: Transaction,
  draft: { form: BlockOfferForm; by: bigint; at: number },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertBlockDraftRow>`INSERT INTO block_offer_draft (form, saved_at, saved_by)
      VALUES (${JSON.stringify(draft.form)}, ${timestamp(draft.at)}, ${draft.by}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a draft was not kept");
  return row.id;
}

export async function updateDraft(
  transaction: Transaction,
  draft: { id: bigint; form: BlockOfferForm; by: bigint; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<UpdateBlockDraftRow>`UPDATE block_offer_draft SET form = ${JSON.stringify(draft.form)},
      saved_at = ${timestamp(draft.at)}, saved_by = ${draft.by} WHERE id = ${draft.id} RETURNING id`,
  );
  return row !== undefined;
}

export function drafts(reader: Reader, limit: number): Promise<BlockDraftRow[]> {
  return rows(
    reader,
    sql<BlockDraftRow>`SELECT d.id, d.form, d.saved_at, p.email FROM block_offer_draft d
      JOIN operator p ON p.id = d.saved_by ORDER BY d.id DESC LIMIT ${limit}`,
  );
}

export function findDraft(reader: Reader, id: bigint): Promise<BlockDraftRow | undefined> {
  return firstRow(
    reader,
    sql<BlockDraftRow>`SELECT d.id, d.form, d.saved_at, p.email FROM block_offer_draft d
      JOIN operator p ON p.id = d.saved_by WHERE d.id = ${id}`,
  );
}

/** Once its content is published, the draft has served. */
export async function deleteDraft(transaction: Transaction, form: BlockOfferForm): Promise<void> {
  await sql`DELETE FROM block_offer_draft WHERE form = ${JSON.stringify(form)}::jsonb`.execute(
    transaction,
  );
}
