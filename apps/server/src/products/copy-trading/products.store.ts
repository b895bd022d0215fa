import type { CopyProductForm, ReasonSentences, SuspensionCause } from "@sanshi/contract";
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
import { holderStands } from "./consents.store.ts";
import { hasToSettle } from "./flows.store.ts";
import type {
  DueRow,
  FlowsRow,
  MadeAlreadyRow,
  NextProductIdRow,
  PoolAccountRow,
  ProductIdRow,
  StoredProduct,
} from "./products.sql-types.ts";

export type { StoredProduct } from "./products.sql-types.ts";

const columns = sql`p.id, p.market, p.strategy, p.names, p.issuer, p.minimum, p.capacity, p.deadline,
  p.lock_up_days, p.management_basis_points, p.performance_basis_points, p.seed, p.valued_at_minute,
  p.cut_off_minutes, p.credit_limit, p.pool_id, p.published_at, p.closed_at, p.winds_down_at, p.wind_down_reason,
  p.stopped_at, p.stopped_why, p.ended_at, p.units, p.unit_value, p.high_water, p.fee_fraction,
  p.valuations, p.valued_at, p.valued_for, p.suspended_for, p.suspended_why, p.consent_id, p.made_as`;

export function productsOf(
  reader: Reader,
  market: MarketKey,
  limit: number,
): Promise<StoredProduct[]> {
  return rows(
    reader,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p WHERE p.market = ${market}
      ORDER BY p.ended_at IS NOT NULL, p.id DESC LIMIT ${limit}`,
  );
}

export function newestProducts(
  reader: Reader,
  { below, limit }: { below: bigint | null; limit: number },
): Promise<StoredProduct[]> {
  return rows(
    reader,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p
      WHERE ${below}::bigint IS NULL OR p.id < ${below}::bigint ORDER BY p.id DESC LIMIT ${limit}`,
  );
}

export function findProduct(reader: Reader, id: bigint): Promise<StoredProduct | undefined> {
  return firstRow(
    reader,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p WHERE p.id = ${id}`,
  );
}

export function findProducts(reader: Reader, ids: readonly bigint[]): Promise<StoredProduct[]> {
  return rows(
    reader,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p WHERE p.id = ANY (${[...ids]}::bigint[])`,
  );
}

/** Whoever follows, ends or values waits for one another: so capacity and units are exact. */
export function lockProduct(
  transaction: Transaction,
  id: bigint,
): Promise<StoredProduct | undefined> {
  return firstRow(
    transaction,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p WHERE p.id = ${id} FOR UPDATE OF p`,
  );
}

/** Everything that is still valued, in the order of their ids. */
export function liveProducts(reader: Reader): Promise<StoredProduct[]> {
  return rows(
    reader,
    sql<StoredProduct>`SELECT ${columns} FROM copy_product p WHERE p.ended_at IS NULL ORDER BY p.id`,
  );
}

/**
 * Whether a pool is to be looked after at `now`: it is to be valued for a moment that has come, the orders for one whose
 * cut-off has come are not all placed, nobody stands behind it, or a follower is to be paid or told.
 *
 * @param now milliseconds since the epoch
 * @param days when the days begin on which each market trades around now, in the same
 */
export function isAnyPoolDue(
  now: number,
  days: Readonly<Record<MarketKey, readonly number[]>>,
): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM copy_product p WHERE p.ended_at IS NULL AND (
        EXISTS (SELECT FROM unnest(CASE p.market WHEN 'jpy' THEN ${listOf(days.jpy)}::bigint[]
              WHEN 'usd' THEN ${listOf(days.usd)}::bigint[] ELSE ${listOf(days.cny)}::bigint[] END) AS begins
            CROSS JOIN LATERAL (SELECT timestamptz 'epoch' + begins * interval '1 millisecond'
              + p.valued_at_minute * interval '1 minute' AS at) valuation
          WHERE CASE WHEN valuation.at <= ${timestamp(now)}::timestamptz
            THEN valuation.at > coalesce(p.valued_for, p.published_at)
            ELSE valuation.at <= ${timestamp(now)}::timestamptz + p.cut_off_minutes * interval '1 minute'
              AND NOT EXISTS (SELECT FROM copy_decision
                WHERE product_id = p.id AND due_at = valuation.at AND done_at IS NOT NULL) END)
        OR p.winds_down_at IS NULL AND p.consent_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM copy_consent c JOIN customer h ON h.id = c.customer_id
          WHERE c.id = p.consent_id AND ${holderStands})))
    OR ${hasToSettle} AS due`;
}

/** As one text: the driver takes longer over each part of a list than the database over all of them. */
function listOf(days: readonly number[]): string {
  return `{${days.join(",")}}`;
}

export async function nextProductId(transaction: Transaction): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<Narrowed<NextProductIdRow, { id: bigint }>>`SELECT nextval('copy_product_id') AS id`,
  );
  if (row === undefined) throw new Error("a sequence without a next number");
  return row.id;
}

export async function insertProduct(
  transaction: Transaction,
  product: {
    id: bigint;
    form: CopyProductForm;
    minimum: Minor;
    capacity: Minor;
    seed: Minor;
    creditLimit: Minor;
    unitValue: bigint;
    poolId: bigint;
    proposalId: bigint | null;
    /** What it is to the simulated market that offers it by itself. */
    madeAs: string | null;
    /** Of a customer whose account it mirrors. */
    consentId: bigint | null;
    at: number;
  },
): Promise<void> {
  const {
    id,
    form,
    minimum,
    capacity,
    seed,
    creditLimit,
    unitValue,
    poolId,
    proposalId,
    madeAs,
    consentId,
    at,
  } = product;
  await sql`INSERT INTO copy_product (id, market, strategy, names, issuer, minimum, capacity, deadline,
      lock_up_days, management_basis_points, performance_basis_points, seed, valued_at_minute,
      cut_off_minutes, credit_limit, pool_id, proposal_id, made_as, consent_id, published_at, unit_value, high_water)
    VALUES (${id}, ${form.type}, ${form.strategy}, ${JSON.stringify(form.names)}::jsonb, ${form.issuer},
      ${minimum}, ${capacity}, ${timestamp(Date.parse(form.deadline))}, ${form.lock_up_days},
      ${form.management_basis_points}, ${form.performance_basis_points}, ${seed},
      ${form.valued_at_minute}, ${form.cut_off_minutes}, ${creditLimit}, ${poolId}, ${proposalId}, ${madeAs}, ${consentId},
      ${timestamp(at)}, ${unitValue}, ${unitValue})`.execute(transaction);
}

/** What of the simulated market's own is there; whoever asks at the same moment waits for this transaction. */
export async function madeAlready(transaction: Transaction): Promise<ReadonlySet<string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('simulated strategies', 0))`.execute(
    transaction,
  );
  const found = await rows(
    transaction,
    sql<MadeAlreadyRow>`SELECT made_as FROM copy_product WHERE made_as IS NOT NULL`,
  );
  return new Set(found.flatMap(({ made_as: madeAs }) => (madeAs === null ? [] : [madeAs])));
}

export async function setClosed(transaction: Transaction, id: bigint, at: number): Promise<void> {
  await sql`UPDATE copy_product SET closed_at = ${timestamp(at)} WHERE id = ${id}`.execute(
    transaction,
  );
}

export async function setWindingDown(
  transaction: Transaction,
  id: bigint,
  { at, windsDownAt, reason }: { at: number; windsDownAt: number; reason: ReasonSentences },
): Promise<void> {
  await sql`UPDATE copy_product SET closed_at = coalesce(closed_at, ${timestamp(at)}),
      winds_down_at = ${timestamp(windsDownAt)}, wind_down_reason = ${JSON.stringify(reason)}::jsonb
    WHERE id = ${id}`.execute(transaction);
}

/** A strategy that failed decides no more; what it holds goes on being valued. */
export async function setStopped(
  transaction: Transaction,
  id: bigint,
  { at, why }: { at: number; why: string },
): Promise<void> {
  await sql`UPDATE copy_product SET stopped_at = ${timestamp(at)}, stopped_why = ${why},
      closed_at = coalesce(closed_at, ${timestamp(at)})
    WHERE id = ${id} AND stopped_at IS NULL`.execute(transaction);
}

export async function setSuspended(
  transaction: Transaction,
  id: bigint,
  suspended: { dueAt: number; cause: SuspensionCause } | null,
): Promise<void> {
  const due = suspended === null ? null : timestamp(suspended.dueAt);
  await sql`UPDATE copy_product SET suspended_for = ${due}::timestamptz,
      suspended_why = ${suspended?.cause ?? null}
    WHERE id = ${id}`.execute(transaction);
}

export async function saveValued(
  transaction: Transaction,
  id: bigint,
  left: {
    units: bigint;
    unitValue: bigint;
    highWater: bigint;
    feeFraction: bigint;
    dueAt: number;
    at: number;
    hasEnded: boolean;
  },
): Promise<void> {
  await sql`UPDATE copy_product SET units = ${left.units}, unit_value = ${left.unitValue},
      high_water = ${left.highWater}, fee_fraction = ${left.feeFraction}, valuations = valuations + 1,
      valued_at = ${timestamp(left.at)}, valued_for = ${timestamp(left.dueAt)}, suspended_for = NULL,
      suspended_why = NULL, ended_at = ${left.hasEnded ? timestamp(left.at) : null}::timestamptz
    WHERE id = ${id}`.execute(transaction);
}

export type Flows = Narrowed<
  FlowsRow,
  { paid_in: Minor; house_units: bigint; waits_in: Minor; waits_out: bigint }
>;

/** What followers have in these products by what they paid, the house's units, and what waits for the next valuation. */
export async function flowsOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Flows>> {
  const found = await rows(
    reader,
    sql<Flows>`SELECT product_id,
        count(DISTINCT customer_id)::int AS followers,
        coalesce(sum(amount) FILTER (WHERE customer_id IS NOT NULL), 0)::bigint AS paid_in,
        coalesce(sum(units) FILTER (WHERE customer_id IS NULL), 0)::bigint AS house_units,
        coalesce(sum(amount) FILTER (WHERE units = 0 AND end_asked_at IS NULL), 0)::bigint AS waits_in,
        coalesce(sum(units) FILTER (WHERE end_asked_at IS NOT NULL), 0)::bigint AS waits_out
      FROM copy_following WHERE status = 0 AND proceeds IS NULL AND product_id = ANY (${[...ids]}::bigint[])
      GROUP BY product_id`,
  );
  return new Map(found.map((flows) => [flows.product_id, flows]));
}

/** What every one of its holders' units come to, each rounded down: what the pool owes. */
export async function owedTo(reader: Reader, productId: bigint, unitValue: bigint): Promise<Minor> {
  const row = await firstRow(
    reader,
    sql<Narrowed<ProductIdRow, { owed: Minor }>>`
      SELECT coalesce(sum(div(units::numeric * ${unitValue}::bigint, 1000000000000)), 0)::bigint AS owed
      FROM copy_following WHERE product_id = ${productId} AND status = 0 AND proceeds IS NULL`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row.owed;
}

export async function poolAccount(reader: Reader, poolId: bigint): Promise<string> {
  const row = await firstRow(
    reader,
    sql<PoolAccountRow>`SELECT account FROM customer WHERE id = ${poolId}`,
  );
  if (row === undefined) throw new Error("a product without a pool");
  return row.account;
}
