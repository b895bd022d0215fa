import { setTimeout as sleep } from "node:timers/promises";
import type { MarketKey, Minor, PerShare, Price, Shares } from "@sanshi/money";
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
  ActionsBetweenRow,
  AppliedActionRow,
  DueAction,
  DuePositionsRow,
  GivenToVenueRow,
  HasUnappliedRow,
  HeldInstrument,
  KeepActionRow,
  LentSinceRow,
  LockedClosing,
  LockedExit,
  LockedPositionRow,
  LookThroughRow,
  MomentAfterFillsRow,
} from "./corporate-actions.sql-types.ts";

/** An action with the terms under which it is applied to everybody. */
export type NewAction = {
  market: MarketKey;
  code: string;
  exDate: string;
  number: number;
  kind: "split" | "dividend";
  numerator: bigint | null;
  denominator: bigint | null;
  perShare: PerShare | null;
  closeBefore: Price | null;
  effectiveAt: number;
};

/** Keeps the action unless it is known already, and answers its id: the first terms count. */
export async function keepAction(reader: Reader, action: NewAction): Promise<bigint> {
  await sql`INSERT INTO corporate_action (market, code, ex_date, number, kind, numerator, denominator,
      per_share, close_before, effective_at)
    VALUES (${action.market}, ${action.code}, ${action.exDate}, ${action.number}, ${action.kind},
      ${action.numerator}, ${action.denominator}, ${action.perShare}, ${action.closeBefore},
      ${timestamp(action.effectiveAt)})
    ON CONFLICT DO NOTHING`.execute(reader);
  const row = await firstRow(
    reader,
    sql<KeepActionRow>`SELECT id FROM corporate_action
      WHERE market = ${action.market} AND code = ${action.code} AND ex_date = ${action.exDate}
        AND number = ${action.number}`,
  );
  if (row === undefined) throw new Error("an action was not kept");
  return row.id;
}

export type { HeldInstrument } from "./corporate-actions.sql-types.ts";

/** Those of some stocks that anybody holds or has ordered; none of it was opened before `since`. */
export function heldInstruments(
  reader: Reader,
  stocks: readonly { market: MarketKey; code: string }[],
): Promise<HeldInstrument[]> {
  return rows(
    reader,
    // A fill is at a quote from before it was written: an hour is far more than any quote's age.
    sql<HeldInstrument>`WITH stock AS (
        SELECT DISTINCT market, code FROM unnest(${stocks.map(({ market }) => market)}::text[],
          ${stocks.map(({ code }) => code)}::text[]) AS s (market, code))
      SELECT market, code, min(began_at) - interval '1 hour' AS since
      FROM (SELECT market, code, opened_at AS began_at FROM position
          JOIN stock USING (market, code) WHERE ended_at IS NULL AND opened > 0
        UNION ALL SELECT market, code, coalesce(placed_at, 'epoch') FROM trade_order JOIN stock USING (market, code)
          WHERE ended_at IS NULL AND purpose = 'open' AND position_id IS NULL) held
      GROUP BY market, code`,
  );
}

export type LookThrough = Narrowed<LookThroughRow, { known: Buffer }>;

/** How far each market's actions have been looked through; see `keepLookThrough`. */
export function looksThrough(reader: Reader): Promise<LookThrough[]> {
  return rows(
    reader,
    sql<LookThrough>`SELECT market, looked_until, known FROM corporate_action_look`,
  );
}

/** Keeps that what the feed knew of a market until then is applied to everything; `known` is its hash. */
export async function keepLookThrough(
  reader: Reader,
  { market, looked_until, known }: LookThrough,
): Promise<void> {
  await sql`INSERT INTO corporate_action_look AS look (market, looked_until, known)
    VALUES (${market}, ${timestamp(looked_until)}, ${known})
    ON CONFLICT (market) DO UPDATE SET looked_until = EXCLUDED.looked_until, known = EXCLUDED.known
    WHERE EXCLUDED.looked_until > look.looked_until`.execute(reader);
}

export type DuePositions = Narrowed<
  DuePositionsRow,
  { customer_id: bigint; position_ids: string[] }
>;

/**
 * An order at a venue that answers later is of the scale that it was given there: before a split it is cancelled, and
 * the split waits until the venue says that it is. A dividend waits until all that the venue did before it is booked,
 * and nothing that was asked of it is unanswered; with `d` for the position that is due.
 */
const isAtVenue = sql`EXISTS (SELECT FROM venue_order v JOIN trade_order o ON o.id = v.order_id
    JOIN venue_line l ON l.venue = v.venue
  WHERE o.ended_at IS NULL AND (o.id = d.position_id OR o.position_id = d.position_id)
    AND (v.state <> 'working' OR v.request_id IS NOT NULL OR v.wants_cancel
      OR l.newest > l.received_through
      OR l.heard_at IS NULL
      OR l.heard_at <= (SELECT a.effective_at FROM corporate_action a WHERE a.id = d.action_id)
      OR EXISTS (SELECT FROM venue_report r WHERE r.order_id = o.id AND r.applied_at IS NULL)
      OR EXISTS (SELECT FROM position_action_due s JOIN corporate_action a ON a.id = s.action_id
        WHERE s.position_id = d.position_id AND a.kind = 'split')))`;

/** The positions, by customer, that some of these actions are still to be applied to. */
export function duePositions(
  reader: Reader,
  actionIds: readonly bigint[],
  customersMax: number,
): Promise<DuePositions[]> {
  return rows(
    reader,
    sql<DuePositions>`SELECT customer_id, array_agg(DISTINCT position_id::text) AS position_ids
      FROM position_action_due d WHERE action_id = ANY (${actionIds}::bigint[]) AND NOT ${isAtVenue}
      GROUP BY customer_id ORDER BY customer_id LIMIT ${customersMax}`,
  );
}

/** What waited for the venue to cancel its orders, and waits no more. */
export function freedPositions(reader: Reader, customersMax: number): Promise<DuePositions[]> {
  return rows(
    reader,
    sql<DuePositions>`SELECT customer_id, array_agg(DISTINCT position_id::text) AS position_ids
      FROM position_action_due d WHERE NOT ${isAtVenue}
      GROUP BY customer_id ORDER BY customer_id LIMIT ${customersMax}`,
  );
}

/** The kept actions that took effect from one moment on and before another. */
export async function actionsBetween(
  reader: Reader,
  { since, before }: { since: number; before: number },
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<ActionsBetweenRow>`SELECT id FROM corporate_action
      WHERE effective_at >= ${timestamp(since)} AND effective_at < ${timestamp(before)}`,
  );
  return found.map(({ id }) => id);
}

/** Whether one of the concerned actions is not kept yet, or a kept one is due on something. */
export async function hasUnapplied(
  reader: Reader,
  concerned: readonly {
    market: MarketKey;
    code: string;
    number: number;
    action: { exDate: string };
  }[],
  kept: readonly bigint[],
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HasUnappliedRow>`SELECT EXISTS (
        SELECT FROM unnest(${concerned.map(({ market }) => market)}::text[],
          ${concerned.map(({ code }) => code)}::text[],
          ${concerned.map(({ action }) => action.exDate)}::date[],
          ${concerned.map(({ number }) => number)}::int[]) AS w (market, code, ex_date, number)
        WHERE NOT EXISTS (SELECT FROM corporate_action a WHERE a.market = w.market AND a.code = w.code
          AND a.ex_date = w.ex_date AND a.number = w.number)
      ) OR EXISTS (
        SELECT FROM position_action_due d WHERE action_id = ANY (${kept}::bigint[]) AND NOT ${isAtVenue}
      ) AS is_unapplied`,
  );
  return row?.is_unapplied ?? false;
}

export type LockedPosition = LockedPositionRow & {
  /** Of its orders, those that a venue has which answers later. */
  atVenue: ReadonlySet<bigint>;
  closings: readonly LockedClosing[];
  exits: readonly LockedExit[];
};

/** Locked in the order of their ids: nobody changes them, or their orders, until the transaction ends. */
export async function lockPositions(
  transaction: Transaction,
  customerId: bigint,
  positionIds: readonly bigint[],
): Promise<LockedPosition[]> {
  // Before the positions, as whatever books what the venue reports.
  const given = await rows(
    transaction,
    sql<GivenToVenueRow>`SELECT order_id FROM venue_order WHERE order_id IN (
        SELECT id FROM trade_order WHERE customer_id = ${customerId} AND ended_at IS NULL
          AND (id = ANY (${positionIds}::bigint[]) OR position_id = ANY (${positionIds}::bigint[])))
      ORDER BY order_id FOR UPDATE`,
  );
  const atVenue = new Set(given.map(({ order_id: id }) => id));
  await sql`SELECT FROM position WHERE customer_id = ${customerId}
    AND id = ANY (${positionIds}::bigint[]) ORDER BY id FOR UPDATE`.execute(transaction);
  await sql`SELECT FROM trade_order WHERE customer_id = ${customerId} AND ended_at IS NULL
    AND (id = ANY (${positionIds}::bigint[]) OR position_id = ANY (${positionIds}::bigint[]))
    ORDER BY id FOR UPDATE`.execute(transaction);
  const locked = await rows(
    transaction,
    sql<LockedPositionRow>`SELECT id, market, code, revision, side, kind, status, quantity, limit_price,
        stop_price, triggered_at, do_not_reduce, take_profit, stop_loss, expires_at, opened_at, opened, closed, open_price, open_value,
        close_value, cost, open_fee, reserved, margin_left, borrowed_left, collateral_left,
        interest_units, interest_through::text AS interest_through, interest_paid, basis_closed,
        proceeds, realised, closing_shares, opening_works, ending, leverage, placed_at,
        (SELECT o.hold_price FROM trade_order o WHERE o.id = listed_position.id) AS hold_price,
        coalesce((SELECT own.lent FROM position own WHERE own.id = listed_position.id), 0) AS lent
      FROM listed_position WHERE customer_id = ${customerId} AND id = ANY (${positionIds}::bigint[])
        AND ended_at IS NULL
      ORDER BY id`,
  );
  const orders = await rows(
    transaction,
    sql<LockedClosing>`SELECT position_id, id, kind, quantity, filled, limit_price, stop_price,
        triggered_at, do_not_reduce, placed_at, trail_amount, trail_basis_points, trail_best FROM trade_order
      WHERE position_id = ANY (${positionIds}::bigint[]) AND purpose = 'close' AND ended_at IS NULL
      ORDER BY id`,
  );
  const exits = await rows(
    transaction,
    sql<LockedExit>`SELECT e.order_id, e.id, e.quantity, e.take_profit, e.stop_loss, e.trail_amount, e.trail_basis_points
      FROM order_exit e JOIN trade_order o ON o.id = e.order_id
      WHERE e.order_id = ANY (${positionIds}::bigint[]) AND o.ended_at IS NULL ORDER BY e.id`,
  );
  return locked.map((position) => ({
    ...position,
    atVenue,
    exits: exits.filter(({ order_id }) => order_id === position.id),
    closings: orders.filter(({ position_id }) => position_id === position.id),
  }));
}

/** A process runs ahead of the database until it has noticed a step of the machine's clock. */
const fillAheadMsMax = 2_000;

/**
 * The moment at which something happens to locked positions, in milliseconds since the epoch: by the database's clock,
 * as their fills have it, and later than each of those. What comes first in the records is by time alone, so a fill of
 * the same millisecond is waited for. Fails where one is further ahead.
 */
export async function momentAfterFills(
  transaction: Transaction,
  positionIds: readonly bigint[],
): Promise<number> {
  for (;;) {
    const row = await firstRow(
      transaction,
      sql<MomentAfterFillsRow>`SELECT date_trunc('milliseconds', app_now()) AS now,
        (SELECT max(filled_at) FROM fill WHERE position_id = ANY (${positionIds}::bigint[])) AS filled_at`,
    );
    if (row === undefined) throw new Error("the database did not return its time");
    const { now, filled_at: filledAt } = row;
    if (filledAt === null || filledAt < now) return now;
    if (filledAt - now > fillAheadMsMax) throw new Error("a fill is ahead of the clock");
    await sleep(filledAt - now + 1);
  }
}

export type { DueAction } from "./corporate-actions.sql-types.ts";

/** What is to be applied to these positions, in the order of the dates. */
export function dueActions(
  transaction: Transaction,
  positionIds: readonly bigint[],
): Promise<DueAction[]> {
  return rows(
    transaction,
    sql<DueAction>`SELECT d.position_id, a.id AS action_id, a.ex_date::text AS ex_date, a.kind,
        a.numerator, a.denominator, a.per_share, a.close_before, a.effective_at
      FROM position_action_due d JOIN corporate_action a ON a.id = d.action_id
      WHERE d.position_id = ANY (${positionIds}::bigint[]) AND NOT ${isAtVenue}
      ORDER BY a.effective_at, a.market, a.code, a.number, d.position_id`,
  );
}

/** What came and went of a position's lent shares since a moment: these were not lent then, or were. */
export async function lentSince(
  transaction: Transaction,
  positionId: bigint,
  since: number,
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<LentSinceRow>`SELECT coalesce(sum(quantity), 0)::bigint AS quantity FROM share_lending
      WHERE position_id = ${positionId} AND happened_at >= ${timestamp(since)}`,
  );
  return row?.quantity ?? 0n;
}

/** Fails where the action was applied to the position before. */
export async function markApplied(
  transaction: Transaction,
  applied: {
    positionId: bigint;
    actionId: bigint;
    before: Shares;
    after: Shares;
    amount: Minor;
    /** What of it was paid in place of a dividend. */
    equivalent: Minor;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO position_action (position_id, action_id, quantity_before, quantity_after,
      amount, equivalent, applied_at)
    VALUES (${applied.positionId}, ${applied.actionId}, ${applied.before}, ${applied.after},
      ${applied.amount}, ${applied.equivalent}, ${timestamp(applied.at)})`.execute(transaction);
}

/** Fails where the dividend has lowered the order before. */
export async function markLowered(
  transaction: Transaction,
  { orderId, actionId, at }: { orderId: bigint; actionId: bigint; at: number },
): Promise<void> {
  await sql`INSERT INTO order_reduction (order_id, action_id, applied_at)
    VALUES (${orderId}, ${actionId}, ${timestamp(at)})`.execute(transaction);
}

export type AppliedAction = Narrowed<
  AppliedActionRow,
  { quantity_before: Shares; quantity_after: Shares; amount: Minor; equivalent: Minor }
>;

export function appliedActions(reader: Reader, positionId: bigint): Promise<AppliedAction[]> {
  return rows(
    reader,
    sql<AppliedAction>`SELECT a.id AS action_id, a.market, a.ex_date::text AS ex_date, a.kind, a.numerator,
        a.denominator, a.per_share, d.quantity_before, d.quantity_after, d.amount, d.equivalent,
        d.applied_at
      FROM position_action d JOIN corporate_action a ON a.id = d.action_id
      WHERE d.position_id = ${positionId} ORDER BY a.effective_at, a.number`,
  );
}
