import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import {
  rows,
  rowsWithKeptPlan,
  sql,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../../platform/sql/database.ts";
import type { PositionState } from "../../positions/positions.ts";
import type {
  DueRow,
  LoadExpiredRow,
  StoredPositionRow,
  WatchedPositionRow,
  WorkingClosingRow,
} from "./positions.sql-types.ts";

/** What a change sets of the opening order that works; the meanings are those of `trade_order`. */
export type OpeningState = {
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  reserved: Minor;
  expires_at: number | null;
};

/** What a change sets of a position and of the order that opens it. */
export type StoredState = OpeningState & PositionState;

/** The exit that has placed a closing order. */
export type ClosingReason = "take_profit" | "stop_loss";

/** A closing order that works on a position; `quantity` is the whole order's, what is filled included. */
export type WorkingClosing = Omit<WorkingClosingRow, "position_id"> & {
  /** What of the best price that it follows is written down; left out where all of it is. */
  trail_kept?: Price | null;
};

/**
 * A position as it stands, with the orders that work on it, its customer's state and money, and the app's
 * time in the database. An order to open without a fill is one of which nothing is opened yet.
 */
export type StoredPosition = StoredFigures & { closings: readonly WorkingClosing[] };

type StoredFigures = Narrowed<
  StoredPositionRow,
  {
    /** In the market's currency: what can be spent, what leverage may still lend, what a gap left owing, and what is owed on credit loans. */
    available: Minor;
    credit: Minor;
    shortfall: Minor;
    loan: Minor;
    /** Of an order to open that works, its exits for parts: id, shares, take-profit, stop-loss, and how far it trails. */
    exits: [string, string, string | null, string | null, string | null, number | null][] | null;
  }
>;

/**
 * By the id of a position, or of an order that works on it, which is `asked_id`. Only where it is that
 * customer's own: another's is as if it did not exist.
 */
export async function loadPositions(
  reader: Reader,
  wanted: readonly Wanted[],
): Promise<StoredPosition[]> {
  return withClosings(reader, await rows(reader, positionsSql(wanted)));
}

/** The same for one, in the caller's transaction; undefined where that customer has no such position or order. */
export async function loadPosition(
  transaction: Transaction,
  wanted: Wanted,
): Promise<StoredPosition | undefined> {
  const query = positionsSql([wanted]).compile(transaction);
  const found = await rowsWithKeptPlan(transaction, "orders-load", query);
  const [position] = await withClosings(transaction, found);
  return position;
}

type Wanted = { customerId: bigint; positionId: bigint };

function positionsSql(wanted: readonly Wanted[]): RawBuilder<StoredFigures> {
  return sql<StoredFigures>`SELECT i.asked_id, p.id, p.customer_id, c.state AS customer_state, c.closing_barred_until, p.market, p.code, p.side,
        p.kind, p.time_in_force, p.leverage, p.status, p.revision, p.quantity, p.limit_price,
        (SELECT o.hold_price FROM trade_order o WHERE o.id = p.id) AS hold_price,
        p.stop_price, p.triggered_at, p.expires_at, p.opened, p.closed, p.open_price, p.open_value, p.close_value,
        p.cost, p.open_fee, p.margin, p.borrowed, p.reserved, p.margin_left, p.borrowed_left,
        p.collateral_left, p.interest_units, p.interest_through::text AS interest_through,
        p.opening_works, p.interest_paid, p.basis_closed, p.proceeds, p.close_fee, p.stamp_duty, p.realised,
        p.closing_shares, p.take_profit, p.stop_loss, p.ending, p.placed_at, p.opened_at, p.sellable_at,
        p.newest_lot, p.newest_lot_on::text AS newest_lot_on, p.do_not_reduce, p.extended_hours,
        CASE WHEN p.opening_works THEN (SELECT json_agg(json_build_array(e.id::text, e.quantity::text,
          e.take_profit::text, e.stop_loss::text, e.trail_amount::text, e.trail_basis_points) ORDER BY e.id) FROM order_exit e WHERE e.order_id = p.id)
          END AS exits,
        matched.feed AS matched_feed, matched.quote_sequence AS matched_sequence,
        money.available, money.credit, money.shortfall, money.loan, moment.now,
        -- Counted, because an EXISTS may be planned as one look through everybody's positions.
        (SELECT count(*) > 0 FROM position_action_due d WHERE d.position_id = p.id) AS is_behind,
        -- A halt whose end is not written down has lasted until its time or until now: whoever decides may have
        -- heard of its end before this was read. One that lets closings through does not hold them up.
        (SELECT max(coalesce(h.resumed_at, CASE WHEN NOT (h.closing_allowed AND p.status = 'closing')
            THEN least(h.until_at, moment.now) END))
          FROM trading_halt h WHERE (h.market IS NULL OR h.market = p.market)
          AND (h.code IS NULL OR h.code = p.code)) AS last_resumed_at,
        (SELECT count(*) > 0 FROM margin_call m WHERE m.customer_id = p.customer_id
          AND m.market = p.market AND m.restored_at IS NULL) AS is_called
      FROM unnest(${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ positionId }) => positionId)}::bigint[]) AS i (customer_id, asked_id)
      CROSS JOIN LATERAL (SELECT * FROM listed_position p WHERE p.id = coalesce(
          (SELECT o.position_id FROM trade_order o WHERE o.id = i.asked_id), i.asked_id)
        AND p.customer_id = i.customer_id OFFSET 0) p
      JOIN customer c ON c.id = p.customer_id
      LEFT JOIN LATERAL (SELECT f.feed, f.quote_sequence FROM fill f
        WHERE f.position_id = p.id ORDER BY f.number DESC LIMIT 1) matched ON true
      JOIN LATERAL (SELECT
          max(b.balance) FILTER (WHERE a.purpose = 'available') AS available,
          max(b.balance - b.floor) FILTER (WHERE a.purpose = 'margin_debt') AS credit,
          max(b.balance) FILTER (WHERE a.purpose = 'shortfall_debt') AS shortfall,
          coalesce(sum(b.balance) FILTER (WHERE a.purpose IN ('loan_debt', 'loan_interest_debt')), 0)::bigint
            AS loan
        FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
        WHERE a.customer_id = p.customer_id AND a.currency = upper(p.market)) money ON true
      CROSS JOIN (SELECT app_now() AS now) moment`;
}

/**
 * Read after their positions: whatever changes an order makes a new revision of its position, so that what was
 * decided on newer orders than the position's is decided again.
 */
async function withClosings<Position extends { id: bigint; closing_shares: Shares }>(
  reader: Reader,
  positions: readonly Position[],
): Promise<(Position & { closings: readonly WorkingClosing[] })[]> {
  const closing = positions.filter(({ closing_shares: waiting }) => waiting > 0n);
  if (closing.length === 0) return positions.map((position) => ({ ...position, closings: [] }));
  const orders = await workingClosings(
    reader,
    closing.map(({ id }) => id),
  );
  const byPosition = Map.groupBy(orders, ({ position_id }) => position_id);
  return positions.map((position) => ({
    ...position,
    closings: byPosition.get(position.id) ?? [],
  }));
}

/** The closing orders that work on these positions, of each the oldest first. */
export function workingClosings(
  reader: Reader,
  positionIds: readonly bigint[],
): Promise<WorkingClosingRow[]> {
  return rows(
    reader,
    sql<WorkingClosingRow>`SELECT position_id, o.id, origin, kind, time_in_force, quantity, limit_price,
        stop_price, trail_amount, trail_basis_points, trail_best, revision, triggered_at, o.filled,
        o.filled_value, expires_at, extended_hours, closing_group, g.filled AS group_filled, g.filled_value AS group_value
      FROM trade_order o LEFT JOIN closing_group g ON g.id = o.closing_group
      WHERE position_id = ANY (${[...positionIds]}::bigint[]) AND purpose = 'close' AND ended_at IS NULL
      ORDER BY position_id, placed_at NULLS FIRST, o.id`,
  );
}

/** What of a position decides which prices set something off. */
export type WatchedPosition = WatchedPositionRow & {
  closings: readonly Pick<
    WorkingClosing,
    | "id"
    | "origin"
    | "kind"
    | "trail_amount"
    | "trail_basis_points"
    | "trail_best"
    | "trail_kept"
    | "revision"
    | "time_in_force"
    | "limit_price"
    | "stop_price"
    | "triggered_at"
    | "expires_at"
    | "extended_hours"
  >[];
};

const watchedColumns = sql`p.id, p.customer_id, p.market, p.code, p.side, p.kind, p.status, p.revision,
  p.time_in_force, p.expires_at, p.limit_price, p.stop_price, p.triggered_at, p.opening_works, p.closing_shares, p.take_profit,
  p.stop_loss, p.sellable_at, p.extended_hours`;

/** Positions with a way out, as the index has them, and orders to open; a part of one may be filled. */
const isWatched = sql`ended_at IS NULL
  AND (closing_shares > 0 OR take_profit IS NOT NULL OR stop_loss IS NOT NULL)`;
const waitsToOpen = sql`purpose = 'open' AND ended_at IS NULL`;

export function isAnyWatched(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM position WHERE ${isWatched})
    OR EXISTS (SELECT FROM trade_order WHERE ${waitsToOpen}) AS due`;
}

/** Everything that a price can set off, in the order of customer and id, from after a position on. */
export async function loadWatched(
  reader: Reader,
  after: { customerId: bigint; positionId: bigint },
  limit: number,
): Promise<WatchedPosition[]> {
  const found = await rows(
    reader,
    sql<WatchedPositionRow>`SELECT ${watchedColumns} FROM (
        (SELECT customer_id, id FROM position
          WHERE ${isWatched} AND (customer_id, id) > (${after.customerId}, ${after.positionId})
          ORDER BY customer_id, id LIMIT ${limit})
        UNION
        (SELECT customer_id, id FROM trade_order
          WHERE ${waitsToOpen} AND (customer_id, id) > (${after.customerId}, ${after.positionId})
          ORDER BY customer_id, id LIMIT ${limit})
        ORDER BY customer_id, id LIMIT ${limit}
      ) watched
      CROSS JOIN LATERAL (SELECT * FROM listed_position p WHERE p.id = watched.id OFFSET 0) p
      ORDER BY watched.customer_id, watched.id`,
  );
  return withClosings(reader, found);
}

/** The same of one stock. */
export async function loadWatchedOf(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<WatchedPosition[]> {
  const found = await rows(
    reader,
    sql<WatchedPositionRow>`SELECT ${watchedColumns} FROM (
        SELECT id FROM position WHERE ${isWatched} AND market = ${market} AND code = ${code}
        UNION SELECT id FROM trade_order WHERE ${waitsToOpen} AND market = ${market} AND code = ${code}
      ) watched
      CROSS JOIN LATERAL (SELECT * FROM listed_position p WHERE p.id = watched.id OFFSET 0) p`,
  );
  return withClosings(reader, found);
}

/** Orders that should be cancelled by now, the longest overdue first. */
const expired = sql`expires_at <= app_now() AND expires_at IS NOT NULL AND state = 'working'`;

export function isAnyExpired(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM trade_order WHERE ${expired}) AS due`;
}

export function loadExpired(
  reader: Reader,
  limit: number,
): Promise<{ id: bigint; customer_id: bigint }[]> {
  return rows(
    reader,
    sql<LoadExpiredRow>`SELECT id, customer_id FROM trade_order WHERE ${expired} ORDER BY expires_at LIMIT ${limit}`,
  );
}
