import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { FoldPoolsRow, LentAllRow, LentRow } from "./positions.sql-types.ts";

/**
 * Keeps what interest has accrued where nobody changed the position since it was read; answers how many were
 * kept. The revision grows, so that a closing that was decided on the older figures is decided again.
 */
export async function keepInterest(
  reader: Reader,
  accrued: readonly {
    id: bigint;
    revision: number;
    interestUnits: bigint;
    interestThrough: string | null;
  }[],
): Promise<number> {
  const saved = await rows(
    reader,
    sql`UPDATE position p SET interest_units = a.units, interest_through = a.through,
        revision = p.revision + 1
      FROM unnest(${accrued.map(({ id }) => id)}::bigint[],
        ${accrued.map(({ revision }) => revision)}::int[],
        ${accrued.map(({ interestUnits }) => interestUnits)}::bigint[],
        ${accrued.map(({ interestThrough }) => interestThrough)}::date[])
        AS a (id, revision, units, through)
      WHERE p.id = a.id AND p.revision = a.revision
      RETURNING p.id`,
  );
  return saved.length;
}

/** Shares that a customer was allotted, and so holds without an order. */
export type AllottedPosition = {
  id: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  quantity: Shares;
  price: Price;
  cost: Minor;
  /** Where it was bought with a fee. */
  fee?: Minor;
  /** When they can be sold at the earliest. */
  sellableAt: number;
  /** Locked up until it is unlocked. */
  isLocked?: boolean;
};

/** Makes positions of what was allotted, all of it the customer's own money. */
export async function beginAllotted(
  transaction: Transaction,
  allotted: readonly AllottedPosition[],
  at: number,
): Promise<void> {
  await sql`INSERT INTO position (id, customer_id, market, code, side, leverage, revision, opened, open_price,
      open_value, cost, open_fee, margin, borrowed, margin_left, borrowed_left, collateral_left, state, opened_at,
      sellable_at)
    SELECT id, customer_id, market, code, 'long', 1, 0, quantity, price, price * quantity, cost, fee, cost, 0, cost, 0, 0,
      CASE WHEN is_locked THEN 'locked' ELSE 'holding' END, ${timestamp(at)}, 'epoch'::timestamptz + sellable * interval '1 millisecond'
    FROM unnest(${allotted.map(({ id }) => id)}::bigint[],
      ${allotted.map(({ customerId }) => customerId)}::bigint[],
      ${allotted.map(({ market }) => market)}::text[], ${allotted.map(({ code }) => code)}::text[],
      ${allotted.map(({ quantity }) => quantity)}::bigint[],
      ${allotted.map(({ price }) => price)}::bigint[], ${allotted.map(({ cost }) => cost)}::bigint[],
      ${allotted.map(({ sellableAt }) => sellableAt)}::bigint[],
      ${allotted.map(({ fee = 0n }) => fee)}::bigint[],
      ${allotted.map(({ isLocked = false }) => isLocked)}::boolean[])
      AS a (id, customer_id, market, code, quantity, price, cost, sellable, fee, is_locked)`.execute(
    transaction,
  );
}

/**
 * Makes the position that goes on in another company's shares with what the old one has of its customer: since when it
 * is held, from when it may be sold, its leverage, and whether it is locked up.
 */
export async function beginExchanged(
  transaction: Transaction,
  oldId: bigint,
  begun: {
    id: bigint;
    code: string;
    received: Shares;
    openPrice: Price;
    cost: Minor;
    margin: Minor;
    borrowed: Minor;
    collateral: Minor;
    /** The last day whose interest is paid; null where nothing is lent. */
    through: string | null;
  },
): Promise<void> {
  const { received, openPrice } = begun;
  await sql`INSERT INTO position (id, customer_id, market, code, side, leverage, revision, opened, open_price,
      open_value, cost, open_fee, margin, borrowed, margin_left, borrowed_left, collateral_left,
      interest_through, state, opened_at, sellable_at, do_not_reduce)
    SELECT ${begun.id}, customer_id, market, ${begun.code}, side, leverage, 0, ${received}, ${openPrice},
      ${openPrice * received}, ${begun.cost}, 0, ${begun.margin}, ${begun.borrowed}, ${begun.margin},
      ${begun.borrowed}, ${begun.collateral}, ${begun.through}::date, 'holding', opened_at, sellable_at,
      do_not_reduce
    FROM position WHERE id = ${oldId}`.execute(transaction);
  await sql`INSERT INTO share_loan (position_id, number, market, code, quantity, happened_at)
    SELECT id, 0, market, code, opened, app_now() FROM position
    WHERE id = ${begun.id} AND side = 'short'`.execute(transaction);
}

/** A position as its caller has locked it. */
export type LockedBefore = {
  id: bigint;
  revision: number;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  opened: Shares;
  closed: Shares;
};

/** What a corporate action sets of it. */
export type Adjustment = {
  status: string;
  takeProfit: Price | null;
  stopLoss: Price | null;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
  openValue: bigint | null;
  closeValue: bigint;
  marginLeft: Minor;
  borrowedLeft: Minor;
  collateralLeft: Minor;
  interestUnits: bigint;
  interestThrough: string | null;
  interestPaid: Minor;
  basisClosed: Minor;
  proceeds: Minor;
  realised: Minor;
  closingShares: Shares;
  ending: string | null;
};

/**
 * The revision grows, so that an order that was decided on the old figures is decided again. What a
 * short has borrowed follows its shares.
 */
export async function adjustPosition(
  transaction: Transaction,
  before: LockedBefore,
  to: Adjustment,
  now: number,
): Promise<void> {
  await sql`UPDATE position SET revision = revision + 1, state = ${to.status},
      take_profit = ${to.takeProfit}, stop_loss = ${to.stopLoss}, opened = ${to.opened},
      closed = ${to.closed}, open_price = ${to.openPrice}, open_value = ${to.openValue}, close_value = ${to.closeValue},
      margin_left = ${to.marginLeft}, borrowed_left = ${to.borrowedLeft},
      collateral_left = ${to.collateralLeft}, interest_units = ${to.interestUnits},
      interest_through = ${to.interestThrough}::date, interest_paid = ${to.interestPaid},
      basis_closed = ${to.basisClosed}, proceeds = ${to.proceeds}, realised = ${to.realised},
      closing_shares = ${to.closingShares}, ending = ${to.ending},
      -- A split takes effect before its day's trading: whatever it changes was bought on a day before.
      newest_lot = CASE WHEN opened = ${to.opened} THEN newest_lot END,
      newest_lot_on = CASE WHEN opened = ${to.opened} THEN newest_lot_on END,
      -- What is lent follows its shares, a fraction of one comes back.
      lent = div(lent::numeric * ${to.opened - to.closed}::bigint, greatest(opened - closed, 1))::bigint,
      ended_at = CASE WHEN ${to.status === "closed"} THEN ${timestamp(now)}::timestamptz END
    WHERE id = ${before.id}`.execute(transaction);
  const lent = to.opened - to.closed - (before.opened - before.closed);
  if (before.side !== "short" || lent === 0n) return;
  await sql`INSERT INTO share_loan (position_id, number, market, code, quantity, happened_at)
    VALUES (${before.id}, ${before.revision + 1}, ${before.market}, ${before.code}, ${lent},
      ${timestamp(now)})`.execute(transaction);
}

/** What was locked can be sold again; what has ended meanwhile, by a split for instance, stays as it is. */
export async function unlockPositions(
  transaction: Transaction,
  ids: readonly bigint[],
): Promise<void> {
  await sql`UPDATE position SET state = 'holding', revision = revision + 1
    WHERE id = ANY (${[...ids]}::bigint[]) AND state = 'locked'`.execute(transaction);
}

/**
 * Holds a position back for a sale that its customer consented to: it is neither sold otherwise nor lent until it is
 * returned. False where it is not held freely: paid in full, nothing works on it, and so many shares of it are left.
 */
export async function lockForSale(
  transaction: Transaction,
  held: { customerId: bigint; positionId: bigint; quantity: Shares; until: number },
): Promise<boolean> {
  const locked = await sql`UPDATE position SET state = 'locked', lent = 0, revision = revision + 1,
      sellable_at = ${timestamp(held.until)}
    WHERE id = ${held.positionId} AND customer_id = ${held.customerId} AND state = 'holding' AND ended_at IS NULL
      AND side = 'long' AND leverage = 1 AND closing_shares = 0 AND opened - closed >= ${held.quantity}
      AND NOT EXISTS (SELECT FROM trade_order o
        WHERE (o.position_id = position.id OR o.id = position.id) AND o.ended_at IS NULL)
      AND take_profit IS NULL AND stop_loss IS NULL AND sellable_at <= app_now()`.execute(
    transaction,
  );
  return locked.numAffectedRows === 1n;
}

/** What was held back for a sale can be sold again at once. */
export async function returnFromSale(
  transaction: Transaction,
  positionId: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE position SET state = 'holding', revision = revision + 1,
      sellable_at = least(sellable_at, ${timestamp(at)}::timestamptz)
    WHERE id = ${positionId} AND state = 'locked'`.execute(transaction);
}

/**
 * Lends shares of a position that are neither lent nor being sold; undefined where it has not so many. The revision
 * grows, so that a closing that was decided on the older figures is decided again.
 */
export async function lendOut(
  transaction: Transaction,
  lending: { customerId: bigint; positionId: bigint; quantity: Shares },
): Promise<LentRow | undefined> {
  return firstRow(
    transaction,
    sql<LentRow>`UPDATE position SET lent = lent + ${lending.quantity}, revision = revision + 1
      WHERE id = ${lending.positionId} AND customer_id = ${lending.customerId} AND ${isLendable}
        AND opened - closed - closing_shares - lent >= ${lending.quantity}
      RETURNING ${lentColumns}`,
  );
}

const isLendable = sql`ended_at IS NULL AND side = 'long' AND leverage = 1
  AND state IN ('holding', 'closing')`;
const lentColumns = sql`id, customer_id, market, code, lent`;

export type { LentRow } from "./positions.sql-types.ts";

/** Lends all that these positions have left; what has nothing left is not answered. */
export function lendAllOf(
  transaction: Transaction,
  positionIds: readonly bigint[],
): Promise<LentAllRow[]> {
  return rows(
    transaction,
    sql<LentAllRow>`WITH free AS (
        SELECT id, opened - closed - closing_shares - lent AS quantity FROM position
        WHERE id = ANY (${[...positionIds]}::bigint[]) AND ${isLendable}
          AND opened - closed - closing_shares > lent
        ORDER BY id FOR UPDATE
      )
      UPDATE position p SET lent = p.lent + free.quantity, revision = p.revision + 1
      FROM free WHERE p.id = free.id
      RETURNING p.id, p.customer_id, p.market, p.code, p.lent, free.quantity`,
  );
}

/** Recalls what is lent of a position; undefined where nothing is. */
export async function recallLent(
  transaction: Transaction,
  recalled: { customerId: bigint; positionId: bigint; quantity: Shares },
): Promise<LentRow | undefined> {
  return firstRow(
    transaction,
    sql<LentRow>`UPDATE position SET lent = lent - ${recalled.quantity}, revision = revision + 1
      WHERE id = ${recalled.positionId} AND customer_id = ${recalled.customerId}
        AND lent >= ${recalled.quantity}
      RETURNING ${lentColumns}`,
  );
}

/** Nobody opens, closes or adjusts the shorts of a stock until the transaction ends. */
export async function lockShorts(
  transaction: Transaction,
  { market, code }: { market: MarketKey; code: string },
): Promise<void> {
  await sql`SELECT FROM position WHERE market = ${market} AND code = ${code} AND ended_at IS NULL
      AND (leverage > 1 OR side = 'short') AND side = 'short'
    ORDER BY id FOR UPDATE`.execute(transaction);
}

/**
 * Adds to what shorts owe for the shares that they borrowed, in the units of their interest: it is paid with it when
 * they are closed. They are locked, so that none was closed meanwhile, which has paid what it owed.
 */
export async function chargeBorrowing(
  transaction: Transaction,
  charges: readonly { positionId: bigint; units: bigint }[],
): Promise<void> {
  const charged = await sql`WITH charged AS (
      SELECT p.id, c.units FROM unnest(${charges.map(({ positionId }) => positionId)}::bigint[],
        ${charges.map(({ units }) => units)}::bigint[]) AS c (id, units)
      JOIN position p ON p.id = c.id WHERE p.ended_at IS NULL AND p.side = 'short'
      ORDER BY p.id FOR UPDATE OF p
    ), kept AS (
      INSERT INTO position_charge (position_id, units, charged_at)
      SELECT id, units, app_now() FROM charged
    )
    UPDATE position p SET interest_units = p.interest_units + charged.units, revision = p.revision + 1
    FROM charged WHERE p.id = charged.id`.execute(transaction);
  if (charged.numAffectedRows !== BigInt(charges.length)) {
    throw new Error("a short was closed while it was charged");
  }
}

/**
 * A position that is squared off on its day: it can be closed at once, and bears interest only if it is carried
 * over the night. False where it is not held as it was opened.
 */
export async function markForTheDay(
  transaction: Transaction,
  /** `through` is the last day that bears interest of what is closed on the day. */
  position: { id: bigint; customerId: bigint; through: string },
): Promise<boolean> {
  const marked = await sql`UPDATE position SET sellable_at = opened_at, revision = revision + 1,
      interest_through = ${position.through}::date
    WHERE id = ${position.id} AND customer_id = ${position.customerId} AND ended_at IS NULL`.execute(
    transaction,
  );
  return marked.numAffectedRows === 1n;
}

/**
 * Adds to what a position owes, in the units of its interest: it is paid with it as it is closed. False where it is
 * closed already, and has paid what it owed.
 */
export async function chargeWithInterest(
  transaction: Transaction,
  charge: { positionId: bigint; units: bigint },
): Promise<boolean> {
  const charged = await sql`WITH charged AS (
      UPDATE position SET interest_units = interest_units + ${charge.units}, revision = revision + 1
      WHERE id = ${charge.positionId} AND ended_at IS NULL RETURNING id
    )
    INSERT INTO position_charge (position_id, units, charged_at)
    SELECT id, ${charge.units}, app_now() FROM charged`.execute(transaction);
  return charged.numAffectedRows === 1n;
}

/** What a reversed trade leaves of a position. */
export type ReversedFigures = {
  opened: Shares;
  closed: Shares;
  openPrice: Price;
  openValue: bigint;
  closeValue: bigint;
  cost: Minor;
  openFee: Minor;
  margin: Minor;
  marginLeft: Minor;
  basisClosed: Minor;
  proceeds: Minor;
  closeFee: Minor;
  stampDuty: Minor;
  realised: Minor;
};

/**
 * A trade of it was busted: what was closed by it is held again, by the code that the stock has by now, and what is held
 * no more ends it. The caller has locked it; the revision grows by the fills that tell of it.
 */
export async function reversePosition(
  transaction: Transaction,
  id: bigint,
  to: ReversedFigures,
  { fills, code, now }: { fills: number; code: string; now: number },
): Promise<void> {
  const isOver = to.opened === to.closed;
  await sql`UPDATE position SET revision = revision + ${fills}, opened = ${to.opened}, closed = ${to.closed},
      open_price = ${to.openPrice}, code = CASE WHEN ${isOver} THEN code ELSE ${code} END,
      open_value = CASE WHEN open_value IS NOT NULL THEN ${to.openValue}::bigint END, close_value = ${to.closeValue}, cost = ${to.cost},
      open_fee = ${to.openFee}, margin = ${to.margin}, margin_left = ${to.marginLeft},
      basis_closed = ${to.basisClosed}, proceeds = ${to.proceeds}, close_fee = ${to.closeFee},
      stamp_duty = ${to.stampDuty}, realised = ${to.realised},
      newest_lot = CASE WHEN newest_lot > 0 AND ${to.opened}::bigint > 0 THEN least(newest_lot, ${to.opened}::bigint) END,
      newest_lot_on = CASE WHEN ${to.opened}::bigint > 0 THEN newest_lot_on END,
      state = CASE WHEN ${isOver} THEN 'closed' WHEN state = 'locked' THEN 'locked' WHEN closing_shares > 0 THEN 'closing' ELSE 'holding' END,
      ended_at = CASE WHEN ${isOver} THEN coalesce(ended_at, ${timestamp(now)}::timestamptz) END,
      ending = CASE WHEN NOT ${isOver} THEN NULL WHEN ended_at IS NULL THEN 'busted' ELSE ending END
    WHERE id = ${id}`.execute(transaction);
}

/**
 * Adds what was lent and given back since the last time to the totals. Readers see it before or after, never half.
 * False where another process is at it.
 */
export async function foldPools(transaction: Reader): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<Narrowed<FoldPoolsRow, { taken: boolean }>>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('share pools', 0)) AS taken`,
  );
  if (row?.taken !== true) return false;
  await sql`SELECT share_pool_fold_increments()`.execute(transaction);
  return true;
}
