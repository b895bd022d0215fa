import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";

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
      closed = ${to.closed}, open_price = ${to.openPrice}, close_value = ${to.closeValue},
      margin_left = ${to.marginLeft}, borrowed_left = ${to.borrowedLeft},
      collateral_left = ${to.collateralLeft}, interest_units = ${to.interestUnits},
      interest_through = ${to.interestThrough}::date, interest_paid = ${to.interestPaid},
      basis_closed = ${to.basisClosed}, proceeds = ${to.proceeds}, realised = ${to.realised},
      closing_shares = ${to.closingShares}, ending = ${to.ending},
      ended_at = CASE WHEN ${to.status === "closed"} THEN ${timestamp(now)}::timestamptz END
    WHERE id = ${before.id}`.execute(transaction);
  const lent = to.opened - to.closed - (before.opened - before.closed);
  if (before.side !== "short" || lent === 0n) return;
  await sql`INSERT INTO share_loan (position_id, number, market, code, quantity, happened_at)
    VALUES (${before.id}, ${before.revision + 1}, ${before.market}, ${before.code}, ${lent},
      ${timestamp(now)})`.execute(transaction);
}
