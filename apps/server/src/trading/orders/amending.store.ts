import type { PositionEnding } from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { LoadExpiredRow, StoredPositionRow, WatchedPosition } from "./amending.sql-types.ts";

/** The columns of a position that a change sets; its meanings are those of the table. */
export type PositionState = {
  status: number;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  borrowed: Minor;
  reserved: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  /** A date. */
  interest_through: string | null;
  interest_paid: Minor;
  basis_closed: Minor;
  proceeds: Minor;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_quantity: Shares | null;
  closing_price: Price | null;
  closing_reason: ClosingReason | null;
  closing_filled: Shares;
  closing_value: bigint;
  expires_at: number | null;
  take_profit: Price | null;
  stop_loss: Price | null;
  ending: PositionEnding | null;
};

/** The exit that has placed a closing order. */
export type ClosingReason = "take_profit" | "stop_loss";

/** A position as it stands, with its customer's state and money, and the app's time in the database. */
export type StoredPosition = Narrowed<
  StoredPositionRow,
  {
    /** In the market's currency: what can be spent, what leverage may still lend, and what a gap left owing. */
    available: Minor;
    credit: Minor;
    shortfall: Minor;
  }
>;

/** Only where the position is that customer's own: another's is as if it did not exist. */
export function loadPositions(
  reader: Reader,
  wanted: readonly { customerId: bigint; positionId: bigint }[],
): Promise<StoredPosition[]> {
  return rows(
    reader,
    sql<StoredPosition>`SELECT p.id, p.customer_id, c.state AS customer_state, c.closing_barred_until, p.market, p.code, p.side,
        p.kind, p.time_in_force, p.leverage, p.status, p.revision, p.quantity, p.limit_price,
        p.stop_price, p.triggered_at, p.expires_at, p.opened, p.closed, p.open_price, p.close_value,
        p.cost, p.open_fee, p.margin, p.borrowed, p.reserved, p.margin_left, p.borrowed_left,
        p.collateral_left, p.interest_units, p.interest_through::text AS interest_through,
        p.interest_paid, p.basis_closed, p.proceeds, p.close_fee, p.stamp_duty, p.realised,
        p.closing_quantity, p.closing_price, p.closing_reason, p.closing_filled, p.closing_value,
        p.take_profit, p.stop_loss, p.ending, p.placed_at, p.opened_at, p.sellable_at,
        matched.feed AS matched_feed, matched.quote_sequence AS matched_sequence,
        money.available, money.credit, money.shortfall, moment.now,
        -- Counted, because an EXISTS may be planned as one look through everybody's positions.
        (SELECT count(*) > 0 FROM position_action_due d WHERE d.position_id = p.id) AS is_behind,
        (SELECT count(*) > 0 FROM margin_call m WHERE m.customer_id = p.customer_id
          AND m.market = p.market AND m.restored_at IS NULL) AS is_called
      FROM unnest(${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ positionId }) => positionId)}::bigint[]) AS i (customer_id, position_id)
      JOIN position p ON p.id = i.position_id AND p.customer_id = i.customer_id
      JOIN customer c ON c.id = p.customer_id
      LEFT JOIN LATERAL (SELECT f.feed, f.quote_sequence FROM fill f
        WHERE f.position_id = p.id ORDER BY f.number DESC LIMIT 1) matched ON true
      JOIN LATERAL (SELECT
          max(b.balance) FILTER (WHERE a.purpose = 'available') AS available,
          max(b.balance - b.floor) FILTER (WHERE a.purpose = 'margin_debt') AS credit,
          max(b.balance) FILTER (WHERE a.purpose = 'shortfall_debt') AS shortfall
        FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
        WHERE a.customer_id = p.customer_id AND a.currency = upper(p.market)) money ON true
      CROSS JOIN (SELECT app_now() AS now) moment`,
  );
}

/** What of a position decides which prices set something off. */
export type { WatchedPosition } from "./amending.sql-types.ts";

const watchedColumns = sql`id, customer_id, market, code, side, kind, status, revision, limit_price,
  stop_price, triggered_at, reserved, closing_price, closing_reason, take_profit, stop_loss,
  sellable_at`;

/** As the index has it. */
const watched = sql`(status IN (1, 3) OR reserved > 0
  OR (status = 0 AND (take_profit IS NOT NULL OR stop_loss IS NOT NULL)))`;

/** Everything that a price can set off, in the order of customer and id, from after a position on. */
export function loadWatched(
  reader: Reader,
  after: { customerId: bigint; positionId: bigint },
  limit: number,
): Promise<WatchedPosition[]> {
  return rows(
    reader,
    sql<WatchedPosition>`SELECT ${watchedColumns} FROM position
      WHERE ${watched} AND (customer_id, id) > (${after.customerId}, ${after.positionId})
      ORDER BY customer_id, id LIMIT ${limit}`,
  );
}

/** The same of one stock. */
export function loadWatchedOf(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<WatchedPosition[]> {
  return rows(
    reader,
    sql<WatchedPosition>`SELECT ${watchedColumns} FROM position
      WHERE ${watched} AND market = ${market} AND code = ${code}`,
  );
}

/** What should be cancelled by now, the longest overdue first. */
export function loadExpired(
  reader: Reader,
  limit: number,
): Promise<{ id: bigint; customer_id: bigint }[]> {
  return rows(
    reader,
    sql<LoadExpiredRow>`SELECT id, customer_id FROM position
      WHERE expires_at <= app_now() AND expires_at IS NOT NULL
        AND (status IN (1, 3) OR reserved > 0)
      ORDER BY expires_at, id LIMIT ${limit}`,
  );
}
