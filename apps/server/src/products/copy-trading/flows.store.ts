import type { Minor } from "@sanshi/money";
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
  BuyAllRow,
  DecidedFollowing,
  EndableRow,
  ProductsToSettleRow,
  WaitingFlowsRow,
} from "./flows.sql-types.ts";
import { followingColumns } from "./followings.store.ts";

export type { DecidedFollowing } from "./flows.sql-types.ts";

/** What of an amount can be a unit's number: far beyond any, and a worthless unit buys nothing. */
const unitsMax = 10n ** 17n;

type BoughtInAll = Narrowed<BuyAllRow, { paid_in: Minor; units: bigint; owed: Minor }>;

/** Everybody who asked in time buys at one value: what they paid, their units, and what these come to. */
export async function buyAll(
  transaction: Transaction,
  productId: bigint,
  bought: {
    askedBefore: number;
    unitValue: bigint;
    number: number;
    at: number;
    lockedUntil: number;
  },
): Promise<BoughtInAll> {
  const { unitValue } = bought;
  const row = await firstRow(
    transaction,
    sql<BoughtInAll>`WITH bought AS (
        UPDATE copy_following f SET bought_number = ${bought.number}, bought_at = ${timestamp(bought.at)},
          units = div(f.amount::numeric * 1000000000000, ${unitValue}::bigint)::bigint,
          locked_until = ${timestamp(bought.lockedUntil)},
          to_notify = CASE WHEN f.customer_id IS NULL THEN NULL ELSE 'bought' END
        WHERE f.product_id = ${productId} AND f.status = 0 AND f.units = 0 AND f.proceeds IS NULL
          AND f.asked_at < ${timestamp(bought.askedBefore)}
          AND div(f.amount::numeric * 1000000000000, ${unitValue}::bigint) BETWEEN 1 AND ${unitsMax}::bigint
        RETURNING f.amount, f.units
      )
      SELECT coalesce(sum(amount), 0)::bigint AS paid_in, coalesce(sum(units), 0)::bigint AS units,
        coalesce(sum(div(units::numeric * ${unitValue}::bigint, 1000000000000)), 0)::bigint AS owed
      FROM bought`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

/** Money that buys nothing any more is to go back; the house's own too where everybody's does. */
export async function returnAll(
  transaction: Transaction,
  productId: bigint,
  returned: { askedBefore: number | null; whose: "everybody" | "customers"; at: number },
): Promise<void> {
  const before = returned.askedBefore === null ? null : timestamp(returned.askedBefore);
  await sql`UPDATE copy_following f SET end_asked_at = ${timestamp(returned.at)}, end_cause = 'returned',
      proceeds = f.amount, to_notify = NULL
    WHERE f.product_id = ${productId} AND f.status = 0 AND f.units = 0 AND f.proceeds IS NULL
      AND (${before}::timestamptz IS NULL OR f.asked_at < ${before}::timestamptz)
      AND (${returned.whose === "everybody"} OR f.customer_id IS NOT NULL)`.execute(transaction);
}

/** What ends at a valuation, in the order in which it was asked for; the house's own is the last. */
export function toEnd(
  reader: Reader,
  productId: bigint,
  /** Null where everybody's units are sold, whatever was asked for. */
  askedBefore: number | null,
): Promise<EndableRow[]> {
  const before = askedBefore === null ? null : timestamp(askedBefore);
  return rows(
    reader,
    sql<EndableRow>`SELECT f.id, f.units FROM copy_following f
      WHERE f.product_id = ${productId} AND f.status = 0 AND f.units > 0 AND f.proceeds IS NULL
        AND (${before}::timestamptz IS NULL OR f.end_asked_at < ${before}::timestamptz)
      ORDER BY f.customer_id IS NULL, f.end_asked_at, f.id`,
  );
}

/** From now on their units are sold, and what they brought is owed to them. */
export async function decideEnds(
  transaction: Transaction,
  ended: readonly { id: bigint; proceeds: Minor }[],
  number: number,
): Promise<void> {
  await sql`UPDATE copy_following f SET proceeds = e.proceeds, ended_number = ${number}::int
    FROM unnest(${ended.map(({ id }) => id)}::bigint[],
      ${ended.map(({ proceeds }) => proceeds)}::bigint[]) AS e (id, proceeds)
    WHERE f.id = e.id`.execute(transaction);
}

type WaitingFlows = Narrowed<WaitingFlowsRow, { comes: Minor; goes: Minor }>;

/** What of a product waits for a valuation: the money that comes, and what the units that go are worth at a value. */
export async function waitingFlows(
  reader: Reader,
  productId: bigint,
  { askedBefore, unitValue }: { askedBefore: number; unitValue: bigint },
): Promise<WaitingFlows> {
  const before = timestamp(askedBefore);
  const row = await firstRow(
    reader,
    sql<WaitingFlows>`SELECT
        coalesce(sum(f.amount) FILTER (WHERE f.units = 0 AND f.asked_at < ${before}), 0)::bigint AS comes,
        coalesce(sum(div(f.units::numeric * ${unitValue}::bigint, 1000000000000))
          FILTER (WHERE f.end_asked_at < ${before}), 0)::bigint AS goes
      FROM copy_following f WHERE f.product_id = ${productId} AND f.status = 0 AND f.proceeds IS NULL
        AND (f.units = 0 OR f.end_asked_at IS NOT NULL)`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

/** Who waits for a valuation that has to wait itself is told so, once each. */
export async function notifySuspended(
  transaction: Transaction,
  productId: bigint,
  askedBefore: number,
): Promise<void> {
  const before = timestamp(askedBefore);
  await sql`UPDATE copy_following SET to_notify = 'suspended'
    WHERE id IN (SELECT min(f.id) FROM copy_following f
      WHERE f.product_id = ${productId} AND f.status = 0 AND f.proceeds IS NULL AND f.customer_id IS NOT NULL
        AND f.to_notify IS NULL
        AND (f.units = 0 AND f.asked_at < ${before} OR f.units > 0 AND f.end_asked_at < ${before})
      GROUP BY f.customer_id)`.execute(transaction);
}

const isToPay = sql`status = 0 AND proceeds IS NOT NULL`;

/** Whether `productsToSettle` finds any. */
export const hasToSettle = sql`EXISTS (SELECT FROM copy_following WHERE ${isToPay})
    OR EXISTS (SELECT FROM copy_following WHERE to_notify IS NOT NULL)`;

/** Where something is decided and not paid, or not told yet. */
export async function productsToSettle(reader: Reader): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<
      Narrowed<ProductsToSettleRow, { product_id: bigint }>
    >`SELECT product_id FROM copy_following WHERE ${isToPay}
      UNION SELECT product_id FROM copy_following WHERE to_notify IS NOT NULL ORDER BY product_id`,
  );
  return found.map(({ product_id: id }) => id);
}

const decided = sql`SELECT ${followingColumns}, f.to_notify, bought.unit_value AS bought_value,
    ended.unit_value AS ended_value
  FROM copy_following f
  LEFT JOIN copy_valuation bought ON bought.product_id = f.product_id AND bought.number = f.bought_number
  LEFT JOIN copy_valuation ended ON ended.product_id = f.product_id AND ended.number = f.ended_number`;

/** The next that are to be told of something; another process takes others. */
export function lockToNotify(
  transaction: Transaction,
  productId: bigint,
  limit: number,
): Promise<DecidedFollowing[]> {
  return rows(
    transaction,
    sql<DecidedFollowing>`${decided}
      WHERE f.product_id = ${productId} AND f.to_notify IS NOT NULL
      ORDER BY f.id LIMIT ${limit} FOR UPDATE OF f SKIP LOCKED`,
  );
}

export async function setNotified(transaction: Transaction, ids: readonly bigint[]): Promise<void> {
  await sql`UPDATE copy_following SET to_notify = NULL WHERE id = ANY (${[...ids]}::bigint[])`.execute(
    transaction,
  );
}

/** The next that are to be paid; another process takes others. */
export function lockToPay(
  transaction: Transaction,
  productId: bigint,
  limit: number,
): Promise<DecidedFollowing[]> {
  return rows(
    transaction,
    sql<DecidedFollowing>`${decided}
      WHERE f.product_id = ${productId} AND f.status = 0 AND f.proceeds IS NOT NULL AND f.to_notify IS NULL
      ORDER BY f.id LIMIT ${limit} FOR UPDATE OF f SKIP LOCKED`,
  );
}

export async function setPaid(
  transaction: Transaction,
  ids: readonly bigint[],
  at: number,
): Promise<void> {
  await sql`UPDATE copy_following SET status = 1, ended_at = ${timestamp(at)}
    WHERE id = ANY (${[...ids]}::bigint[])`.execute(transaction);
}
