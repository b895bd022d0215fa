import type { OrderKind } from "@sanshi/contract";
import { marketKeys, type MarketKey, type Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
} from "../../platform/sql/database.ts";
import type {
  ClosedPartRow,
  ClosingOrderRecord,
  EndedPositionRow,
  FillRecord,
  HeldPositionsOfRow,
  HoldsClosablePositionsRow,
  PositionRecord,
  RealisedProfitRow,
  RealisedSinceRow,
  RecentFill,
  StockFillRecord,
  TradingSumsRow,
  WaitingExit,
} from "./portfolio.sql-types.ts";

export type { PositionRecord } from "./portfolio.sql-types.ts";

const columns = sql`id, market, code, side, kind, time_in_force, leverage, status, quantity,
  limit_price, stop_price, triggered_at, expires_at, take_profit, stop_loss, opened, closed,
  open_price, close_value, cost, open_fee, margin, reserved, opening_works, basis_closed, margin_left,
  borrowed_left, collateral_left, interest_units, interest_through::text AS interest_through,
  interest_paid, ending, do_not_reduce, extended_hours, close_fee, stamp_duty, realised, closing_shares, placed_at, opened_at, sellable_at, newest_lot,
  newest_lot_on::text AS newest_lot_on, ended_at,
  coalesce((SELECT own.lent FROM position own WHERE own.id = listed_position.id), 0) AS lent`;

/**
 * Whether the customer holds anything, long or short, in any market, that the house lets go of: what an
 * operator's halt or a bar on the account keeps from being closed is not held against them.
 */
export async function holdsClosablePositions(reader: Reader, customerId: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<HoldsClosablePositionsRow>`SELECT EXISTS (SELECT FROM position
      WHERE customer_id = ${customerId} AND ended_at IS NULL
        AND NOT EXISTS (SELECT FROM customer
          WHERE id = ${customerId} AND closing_barred_until > app_now())
        AND NOT EXISTS (SELECT FROM trading_halt halt
          WHERE halt.resumed_at IS NULL AND NOT halt.closing_allowed AND halt.until_at > app_now()
            AND (halt.market IS NULL OR halt.market = position.market)
            AND (halt.code IS NULL OR halt.code = position.code))) AS held`,
  );
  return row?.held ?? false;
}

/** Held and waiting, of one market or of all, the newest first. */
export function livePositions(
  reader: Reader,
  customerId: bigint,
  markets: readonly MarketKey[],
): Promise<PositionRecord[]> {
  return rows(
    reader,
    sql<PositionRecord>`SELECT ${columns} FROM listed_position
      WHERE customer_id = ${customerId} AND market = ANY (${[...markets]}::text[])
        AND ended_at IS NULL
      ORDER BY id DESC`,
  );
}

/** Everything that some customers hold. */
export function heldPositionsOf(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<(PositionRecord & { customer_id: bigint })[]> {
  return rows(
    reader,
    sql<HeldPositionsOfRow>`SELECT customer_id, ${columns} FROM listed_position
      WHERE customer_id = ANY (${[...customerIds]}::bigint[]) AND ended_at IS NULL AND opened > 0`,
  );
}

export type { ClosingOrderRecord } from "./portfolio.sql-types.ts";

/** The closing orders that work on these positions, of each the oldest first. */
export async function closingOrdersOf(
  reader: Reader,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<bigint, ClosingOrderRecord[]>> {
  const closing = positions.filter(({ closing_shares: waiting }) => waiting > 0n);
  if (closing.length === 0) return new Map();
  const found = await rows(
    reader,
    sql<ClosingOrderRecord>`SELECT position_id, id, origin, kind, quantity, filled, limit_price, stop_price,
        trail_amount, trail_basis_points, trail_best, do_not_reduce, extended_hours,
        time_in_force, triggered_at, expires_at
      FROM trade_order WHERE position_id = ANY (${closing.map(({ id }) => id)}::bigint[])
        AND purpose = 'close' AND ended_at IS NULL
      ORDER BY position_id, placed_at NULLS FIRST, id`,
  );
  return Map.groupBy(found, ({ position_id }) => position_id);
}

/** Of the orders among these that still open, their exits for parts, in the order in which they were asked. */
export async function waitingExitsOf(
  reader: Reader,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<bigint, WaitingExit[]>> {
  const opening = positions.filter(({ opening_works: works }) => works);
  if (opening.length === 0) return new Map();
  const found = await rows(
    reader,
    sql<WaitingExit>`SELECT order_id, quantity, take_profit, stop_loss, trail_amount, trail_basis_points FROM order_exit
      WHERE order_id = ANY (${opening.map(({ id }) => id)}::bigint[]) AND quantity > 0
      ORDER BY order_id, id`,
  );
  return Map.groupBy(found, ({ order_id }) => order_id);
}

/** Of the closed ones among these, what each closing order has closed; nothing of those that one order has closed. */
export async function closedPartsOf(
  reader: Reader,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<bigint, ClosedPartRecord[]>> {
  const closed = positions.filter(({ status }) => status === "closed");
  if (closed.length === 0) return new Map();
  const found = await rows(
    reader,
    sql<ClosedPartRecord>`SELECT f.position_id, sum(f.quantity)::bigint AS quantity,
        sum(f.price * f.quantity)::bigint AS value,
        -- What was closed at the market at once is kept as its fill alone.
        coalesce((SELECT o.kind FROM trade_order o WHERE o.id = f.order_id), 'market') AS kind
      FROM fill f JOIN position p ON p.id = f.position_id
      WHERE f.position_id = ANY (${closed.map(({ id }) => id)}::bigint[])
        AND f.side = CASE p.side WHEN 'long' THEN 'sell' ELSE 'buy' END
      GROUP BY f.position_id, f.order_id HAVING sum(f.quantity) > 0
      ORDER BY f.position_id, min(f.number)`,
  );
  const parts = Map.groupBy(found, ({ position_id }) => position_id);
  return new Map([...parts].filter(([, all]) => all.length > 1));
}

export type ClosedPartRecord = Narrowed<
  ClosedPartRow,
  { quantity: bigint; value: bigint; kind: OrderKind }
>;

export type { WaitingExit } from "./portfolio.sql-types.ts";

const microsecondsOf = (column: "ended_at" | "filled_at") =>
  sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint`;
const momentOf = (microseconds: bigint) =>
  sql`('epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond')`;

export type EndedPosition = Narrowed<EndedPositionRow, { ended_microseconds: bigint }>;

/** Closed, cancelled and rejected, the newest `limit`, behind the place where a page ended. */
export function endedPositions(
  reader: Reader,
  customerId: bigint,
  {
    market,
    behind,
    limit,
  }: { market: MarketKey; behind?: readonly [bigint, bigint] | undefined; limit: number },
): Promise<EndedPosition[]> {
  const rest =
    behind === undefined
      ? sql``
      : sql`AND (ended_at, id) < (${momentOf(behind[0])}, ${behind[1]}::bigint)`;
  return rows(
    reader,
    sql<EndedPosition>`SELECT ${columns}, ${microsecondsOf("ended_at")} AS ended_microseconds
      FROM listed_position
      WHERE customer_id = ${customerId} AND market = ${market} AND ended_at IS NOT NULL ${rest}
      ORDER BY ended_at DESC, id DESC LIMIT ${limit}`,
  );
}

/** Profit or loss of everything that was sold in a market, parts of held positions included. */
export async function realisedProfit(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<Minor> {
  const row = await firstRow(
    reader,
    // In two parts, because each has its own index.
    sql<Narrowed<RealisedProfitRow, { total: Minor }>>`SELECT (
        (SELECT coalesce(sum(realised), 0) FROM position
          WHERE customer_id = ${customerId} AND market = ${market} AND ended_at IS NULL)
        + (SELECT coalesce(sum(realised), 0) FROM position
          WHERE customer_id = ${customerId} AND market = ${market} AND ended_at IS NOT NULL)
      )::bigint AS total`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row.total;
}

/** Only where it is that customer's own: another's is as if it did not exist. */
export function findPosition(
  reader: Reader,
  customerId: bigint,
  id: bigint,
): Promise<PositionRecord | undefined> {
  return firstRow(
    reader,
    sql<PositionRecord>`SELECT ${columns} FROM listed_position
      WHERE id = ${id} AND customer_id = ${customerId}`,
  );
}

export type { RecentFill } from "./portfolio.sql-types.ts";

/** Fills of these positions since a moment; a closing fill is one that has a profit. */
export function fillsSince(
  reader: Reader,
  positionIds: readonly bigint[],
  since: number,
): Promise<RecentFill[]> {
  return rows(
    reader,
    sql<RecentFill>`SELECT position_id, profit IS NOT NULL AS closes, quantity, amount,
        coalesce(traded_at, filled_at) AS traded_at
      FROM fill WHERE position_id = ANY (${[...positionIds]}::bigint[])
        AND filled_at >= ${timestamp(since)}`,
  );
}

/** Closed since a moment, in all markets. */
export function closedSince(
  reader: Reader,
  customerId: bigint,
  since: number,
): Promise<PositionRecord[]> {
  return rows(
    reader,
    sql<PositionRecord>`SELECT ${columns} FROM listed_position
      WHERE customer_id = ${customerId} AND market = ANY (${[...marketKeys]}::text[])
        AND opened > 0 AND ended_at >= ${timestamp(since)}`,
  );
}

export type TradingSums = Narrowed<
  TradingSumsRow,
  { realised: Minor; fees: Minor; stamp_duty: Minor; interest_paid: Minor; dividends: Minor }
>;

/** What everything that a customer ever traded has brought and cost, per market. */
export function tradingSums(reader: Reader, customerId: bigint): Promise<TradingSums[]> {
  const ofThose = (which: RawBuilder<unknown>) => sql`
    SELECT market, realised, open_fee + close_fee AS fees, stamp_duty, interest_paid,
      (SELECT coalesce(sum(d.amount), 0) FROM position_action d
        JOIN corporate_action a ON a.id = d.action_id
        WHERE d.position_id = position.id AND a.kind = 'dividend') AS dividends
    FROM position WHERE customer_id = ${customerId} AND ${which}`;
  return rows(
    reader,
    // In two parts, because what is live and what has ended have indexes of their own.
    sql<TradingSums>`SELECT market, sum(realised)::bigint AS realised, sum(fees)::bigint AS fees,
        sum(stamp_duty)::bigint AS stamp_duty, sum(interest_paid)::bigint AS interest_paid,
        sum(dividends)::bigint AS dividends
      FROM (${ofThose(sql`ended_at IS NULL`)} UNION ALL ${ofThose(sql`ended_at IS NOT NULL`)}) everything
      GROUP BY market`,
  );
}

/** Profit of what was closed since a moment of each market. */
export function realisedSince(
  reader: Reader,
  customerId: bigint,
  since: readonly { market: MarketKey; from: number }[],
): Promise<{ market: MarketKey; realised: Minor }[]> {
  const earliest = Math.min(...since.map(({ from }) => from));
  return rows(
    reader,
    sql<Narrowed<RealisedSinceRow, { realised: Minor }>>`
      SELECT p.market, sum(f.profit)::bigint AS realised
      FROM unnest(${since.map(({ market }) => market)}::text[],
        ${since.map(({ from }) => timestamp(from))}::timestamptz[]) AS day (market, start)
      JOIN position p ON p.market = day.market AND p.customer_id = ${customerId}
        AND (p.ended_at IS NULL AND p.closed > 0 OR p.ended_at >= ${timestamp(earliest)})
      JOIN fill f ON f.position_id = p.id AND f.filled_at >= day.start
        AND coalesce(f.traded_at, f.filled_at) >= day.start AND f.profit IS NOT NULL
      GROUP BY p.market`,
  );
}

export type { FillRecord } from "./portfolio.sql-types.ts";

export const fillsShownMax = 1_000;

export function fillsOf(reader: Reader, positionId: bigint): Promise<FillRecord[]> {
  return rows(
    reader,
    sql<FillRecord>`SELECT number, side, price, quantity, amount, fee, fee_items, levels, feed,
        quote_sequence, bid, ask, quote_at,
        coalesce(traded_at, filled_at) AS traded_at
      FROM fill WHERE position_id = ${positionId} ORDER BY number LIMIT ${fillsShownMax}`,
  );
}

export type { StockFillRecord } from "./portfolio.sql-types.ts";

/** A customer's fills in one stock, the newest `limit`, behind the place where a page ended. */
export function fillsInStock(
  reader: Reader,
  customerId: bigint,
  wanted: {
    market: MarketKey;
    /** Every code that it has had. */
    codes: readonly string[];
    behind?: readonly [bigint, bigint, number] | undefined;
    limit: number;
  },
): Promise<StockFillRecord[]> {
  const { market, codes, behind, limit } = wanted;
  const rest =
    behind === undefined
      ? sql``
      : sql`WHERE (filled_at, position_id, number)
          < (${momentOf(behind[0])}, ${behind[1]}::bigint, ${behind[2]}::int)`;
  return rows(
    reader,
    // In two parts, because what is live and what has ended have indexes of their own.
    sql<StockFillRecord>`WITH own AS (
        SELECT id FROM position WHERE customer_id = ${customerId} AND market = ${market}
          AND code = ANY (${[...codes]}::text[]) AND ended_at IS NULL
        UNION ALL
        SELECT id FROM position WHERE customer_id = ${customerId} AND market = ${market}
          AND code = ANY (${[...codes]}::text[]) AND ended_at IS NOT NULL
      )
      SELECT position_id, number, side, price, quantity,
        coalesce(traded_at, filled_at) AS traded_at,
        ${microsecondsOf("filled_at")} AS filled_microseconds
      FROM fill JOIN own ON own.id = fill.position_id ${rest}
      ORDER BY filled_at DESC, position_id DESC, number DESC LIMIT ${limit}`,
  );
}
