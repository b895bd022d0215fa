import type { OfferingForm } from "@sanshi/contract";
import type { MarketKey, Price } from "@sanshi/money";
import type { Terms } from "@sanshi/draw";
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
  AppliedRow,
  BundleRow,
  DraftRow,
  DueForWithdrawalRow,
  EarlierDrawsRow,
  FunnelRow,
  InsertDraftRow,
  LastWithdrawnAfterCloseRow,
  NextOfferingIdRow,
  OfferingIdRow,
  OfferingToReturnRow,
  SealedSeedRow,
  StoredOffering,
  UpdateDraftRow,
} from "./offerings.sql-types.ts";

export type { StoredOffering } from "./offerings.sql-types.ts";

const columns = sql`o.id, o.market, o.code, o.names, o.sponsor, o.prospectus, o.price_low, o.price_high,
  o.earnings_per_share, o.lot_size, o.issue_volume, o.quota_lots, o.min_lots, o.max_lots, o.rule, o.asks_money,
  o.cancellable, o.missed_most, o.missed_months, o.missed_days, o.opens_at, o.closes_at, o.priced_at, o.draws_at,
  o.pays_until, o.waiting_until, o.allocates_at, o.lists_at, o.terms, o.terms_hash, o.seed_commitment,
  o.published_at, o.price, o.root, o.root_at, o.entries, jsonb_array_length(o.checkpoints) AS checkpoints_done,
  o.result, o.seed, o.drawn_at, o.withdraws_at, o.withdrawal_reason, o.withdrawn_at, o.withdrawn_reason, o.listed_at,
  o.newcomer, o.beacon`;

export function findOffering(reader: Reader, id: bigint): Promise<StoredOffering | undefined> {
  return firstRow(
    reader,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.id = ${id}`,
  );
}

export function findOfferings(reader: Reader, ids: readonly bigint[]): Promise<StoredOffering[]> {
  return rows(
    reader,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.id = ANY (${[...ids]}::bigint[])`,
  );
}

/** Many subscribe at once; the close waits for all of them. */
export function lockForEntry(
  transaction: Transaction,
  id: bigint,
): Promise<StoredOffering | undefined> {
  return firstRow(
    transaction,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.id = ${id} FOR SHARE OF o`,
  );
}

/** The same of several, always in one order. */
export function lockForEntries(
  transaction: Transaction,
  ids: readonly bigint[],
): Promise<StoredOffering[]> {
  return rows(
    transaction,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.id = ANY (${[...ids]}::bigint[])
      ORDER BY o.id FOR SHARE OF o`,
  );
}

export function lockOffering(
  transaction: Transaction,
  id: bigint,
): Promise<StoredOffering | undefined> {
  return firstRow(
    transaction,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.id = ${id} FOR UPDATE OF o`,
  );
}

/** What can still be subscribed to, the first to close at the front; then what is over, the newest first. */
export function offeringsOf(
  reader: Reader,
  market: MarketKey,
  now: number,
  limit: number,
): Promise<StoredOffering[]> {
  return rows(
    reader,
    sql<StoredOffering>`SELECT ${columns} FROM offering o WHERE o.market = ${market}
      ORDER BY o.closes_at <= ${timestamp(now)} OR o.withdrawn_at IS NOT NULL,
        abs(extract(epoch FROM o.closes_at - ${timestamp(now)}::timestamptz)), o.id LIMIT ${limit}`,
  );
}

export function pageOfOfferings(
  reader: Reader,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<StoredOffering[]> {
  return rows(
    reader,
    sql<StoredOffering>`SELECT ${columns} FROM offering o
      WHERE ${before}::bigint IS NULL OR o.id < ${before}::bigint ORDER BY o.id DESC LIMIT ${limit}`,
  );
}

/** Of each offering how many subscribed and for how many lots; what was cancelled counts no more. */
export async function appliedTo(
  reader: Reader,
  ids: readonly bigint[],
): Promise<Map<bigint, { count: number; lots: number }>> {
  const found = await rows(
    reader,
    sql<Narrowed<AppliedRow, { lots: number }>>`
      SELECT offering_id, applicants AS count, lots::float8 AS lots
      FROM new_share_applied WHERE offering_id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(found.map(({ offering_id, count, lots }) => [offering_id, { count, lots }]));
}

export function funnelOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<
  Narrowed<FunnelRow, { count: number; lots: number; allotted: number; amount: string }>[]
> {
  return rows(
    reader,
    sql<Narrowed<FunnelRow, { count: number; lots: number; allotted: number; amount: string }>>`
      SELECT offering_id, status, waiting_place IS NOT NULL AS waits, count(*)::int AS count,
        coalesce(sum(lots), 0)::float8 AS lots, coalesce(sum(allotted_lots), 0)::float8 AS allotted,
        coalesce(sum(amount), 0)::text AS amount
      FROM new_share_subscription WHERE offering_id = ANY (${[...ids]}::bigint[]) GROUP BY 1, 2, 3`,
  );
}

/** With how far the app's clock is ahead of the real one, in milliseconds. */
export async function nextOfferingId(
  transaction: Transaction,
): Promise<{ id: bigint; aheadMs: number }> {
  const row = await firstRow(
    transaction,
    sql<
      Narrowed<NextOfferingIdRow, { id: bigint; ahead: number }>
    >`SELECT nextval('offering_id') AS id,
      (extract(epoch FROM app_now() - real_now()) * 1000)::float8 AS ahead`,
  );
  if (row === undefined) throw new Error("a sequence without a next number");
  return { id: row.id, aheadMs: row.ahead };
}

export type NewOffering = {
  id: bigint;
  form: OfferingForm;
  prices: { low: Price; high: Price; earnings: Price | null };
  lots: { quota: number; min: number; max: number };
  cancellable: boolean;
  missed: { most: number; months: number; days: number } | null;
  draw: { terms: Terms; termsHash: string; seedSealed: Buffer };
  proposalId: bigint | null;
  /** Its number, of one that the simulated market brings by itself. */
  newcomer: number | null;
  at: number;
};

/** False where the company has an offering already. */
export async function insertOffering(
  transaction: Transaction,
  { id, form, prices, lots, ...offering }: NewOffering,
): Promise<boolean> {
  const at = (text: string) => timestamp(Date.parse(text));
  const isFixed = prices.low === prices.high;
  const row = await firstRow(
    transaction,
    sql<OfferingIdRow>`INSERT INTO offering (id, market, code, names, sponsor, prospectus, price_low, price_high,
        earnings_per_share, lot_size, issue_volume, quota_lots, min_lots, max_lots, rule, asks_money, cancellable,
        missed_most, missed_months, missed_days, opens_at, closes_at, priced_at, draws_at, pays_until,
        waiting_until, allocates_at, lists_at, terms, terms_hash, seed_commitment, seed_sealed, proposal_id,
        newcomer, published_at, price)
      VALUES (${id}, ${form.type}, ${form.code}, ${JSON.stringify(form.names)}, ${form.sponsor},
        ${form.prospectus}, ${prices.low}, ${prices.high}, ${prices.earnings}, ${BigInt(form.lot)},
        ${BigInt(form.issue_volume)}, ${lots.quota}, ${lots.min}, ${lots.max}, ${form.rule}, ${form.asks_money},
        ${offering.cancellable}, ${offering.missed?.most ?? null}, ${offering.missed?.months ?? null},
        ${offering.missed?.days ?? null}, ${at(form.opens_at)}, ${at(form.closes_at)},
        ${form.priced_at === null ? null : at(form.priced_at)}, ${at(form.draws_at)}, ${at(form.pays_until)},
        ${at(form.waiting_until)}, ${at(form.allocates_at)}, ${at(form.lists_at)},
        ${JSON.stringify(offering.draw.terms)}, ${offering.draw.termsHash},
        ${offering.draw.terms.seed_commitment}, ${offering.draw.seedSealed}, ${offering.proposalId}, ${offering.newcomer},
        ${timestamp(offering.at)},
        ${isFixed ? prices.low : null})
      ON CONFLICT DO NOTHING RETURNING id`,
  );
  return row !== undefined;
}

export async function setPrice(transaction: Transaction, id: bigint, price: Price): Promise<void> {
  await sql`UPDATE offering SET price = ${price} WHERE id = ${id}`.execute(transaction);
}

type Withdrawal = { reason: Readonly<Record<"jp" | "cn" | "us", string>>; at: number };

/** From here on every entrant is told; those too who were not drawn, waived or missed. */
export async function setWithdrawn(
  transaction: Transaction,
  id: bigint,
  { reason, at }: Withdrawal,
): Promise<void> {
  await sql`UPDATE offering SET withdrawn_at = ${timestamp(at)}, withdrawn_reason = ${JSON.stringify(reason)},
      withdrawal_told_through = 0 WHERE id = ${id}`.execute(transaction);
}

/** Said to every entrant at once; it takes effect later. */
export async function announceWithdrawal(
  transaction: Transaction,
  id: bigint,
  { reason, at, takesEffectAt }: Withdrawal & { takesEffectAt: number },
): Promise<void> {
  await sql`UPDATE offering SET withdrawal_announced_at = ${timestamp(at)},
      withdraws_at = ${timestamp(takesEffectAt)}, withdrawal_reason = ${JSON.stringify(reason)},
      withdrawal_told_through = 0 WHERE id = ${id}`.execute(transaction);
}

export const withdrawalDue = (now: number) => sql`o.withdrawn_at IS NULL AND o.listed_at IS NULL
  AND (o.withdraws_at <= ${timestamp(now)}
    OR (o.price IS NULL AND o.newcomer IS NULL AND o.draws_at <= ${timestamp(now)}))`;

/** Announced, and their day is over; and those whose final price did not come before their draw. */
export function dueForWithdrawal(reader: Reader, now: number): Promise<DueForWithdrawalRow[]> {
  return rows(
    reader,
    sql<DueForWithdrawalRow>`SELECT o.id FROM offering o WHERE ${withdrawalDue(now)} ORDER BY o.id`,
  );
}

/** When an offering of the code was last withdrawn after its list had been closed. */
export async function lastWithdrawnAfterClose(
  reader: Reader,
  { type, code }: Pick<OfferingForm, "type" | "code">,
): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<LastWithdrawnAfterCloseRow, { at: number | null }>
    >`SELECT max(withdrawn_at) AS at FROM offering
      WHERE market = ${type} AND code = ${code} AND root IS NOT NULL AND withdrawn_at IS NOT NULL`,
  );
  return row?.at ?? null;
}

/** The draws of the code before this one, which were all withdrawn; the oldest first. */
export function earlierDraws(
  reader: Reader,
  { id, market, code }: Pick<StoredOffering, "id" | "market" | "code">,
): Promise<EarlierDrawsRow[]> {
  return rows(
    reader,
    sql<EarlierDrawsRow>`SELECT id, withdrawn_at, withdrawn_reason FROM offering
      WHERE market = ${market} AND code = ${code} AND id < ${id} AND root IS NOT NULL ORDER BY id`,
  );
}

export async function insertDraft(
  transaction: Transaction,
  draft: { form: OfferingForm; by: bigint; at: number },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertDraftRow>`INSERT INTO offering_draft (form, saved_at, saved_by)
      VALUES (${JSON.stringify(draft.form)}, ${timestamp(draft.at)}, ${draft.by}) RETURNING id`,
  );
  if (row === undefined) throw new Error("a draft was not kept");
  return row.id;
}

export async function updateDraft(
  transaction: Transaction,
  draft: { id: bigint; form: OfferingForm; by: bigint; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<UpdateDraftRow>`UPDATE offering_draft SET form = ${JSON.stringify(draft.form)},
      saved_at = ${timestamp(draft.at)}, saved_by = ${draft.by} WHERE id = ${draft.id} RETURNING id`,
  );
  return row !== undefined;
}

export function drafts(reader: Reader, limit: number): Promise<DraftRow[]> {
  return rows(
    reader,
    sql<DraftRow>`SELECT d.id, d.form, d.saved_at, p.email FROM offering_draft d
      JOIN operator p ON p.id = d.saved_by ORDER BY d.id DESC LIMIT ${limit}`,
  );
}

export function findDraft(reader: Reader, id: bigint): Promise<DraftRow | undefined> {
  return firstRow(
    reader,
    sql<DraftRow>`SELECT d.id, d.form, d.saved_at, p.email FROM offering_draft d
      JOIN operator p ON p.id = d.saved_by WHERE d.id = ${id}`,
  );
}

/** Once its content is published, the draft has served. */
export async function deleteDraft(transaction: Transaction, form: OfferingForm): Promise<void> {
  await sql`DELETE FROM offering_draft WHERE form = ${JSON.stringify(form)}::jsonb`.execute(
    transaction,
  );
}

export async function sealedSeed(reader: Reader, id: bigint): Promise<Buffer> {
  const row = await firstRow(
    reader,
    sql<SealedSeedRow>`SELECT seed_sealed FROM offering WHERE id = ${id}`,
  );
  if (row === undefined) throw new Error(`the offering ${id} is not there`);
  return row.seed_sealed;
}

export async function findBundle(reader: Reader, id: bigint): Promise<Buffer | null> {
  const row = await firstRow(
    reader,
    sql<BundleRow>`SELECT body FROM offering_bundle WHERE offering_id = ${id}`,
  );
  return row?.body ?? null;
}

export const hasToReturn = sql`o.withdrawn_at IS NOT NULL
  AND EXISTS (SELECT FROM new_share_subscription s WHERE s.offering_id = o.id AND s.status = 1)`;

/** Withdrawn, and not everything that was paid for them has been given back. */
export function offeringsToReturn(reader: Reader): Promise<OfferingToReturnRow[]> {
  return rows(
    reader,
    sql<OfferingToReturnRow>`SELECT o.id FROM offering o WHERE ${hasToReturn} ORDER BY o.id`,
  );
}
