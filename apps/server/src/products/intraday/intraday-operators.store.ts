import type { IntradayResult } from "@sanshi/contract";
import type { MarketKey, Minor, Shares } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  ExposureRow,
  ObstacleCountRow,
  OperatorTradeRow,
  ReceiptWithQuoteRow,
  SquareOffDayRow,
  TradeObstacleRow,
} from "./intraday-operators.sql-types.ts";

export type Exposure = Narrowed<
  ExposureRow,
  { shares: Shares; cost: bigint; margin: Minor; borrowed: Minor; trades: number }
>;

/** What runs, by stock, side and customer. `cost` is what it was opened for, in price units; shorts borrow no money. */
export function exposureOf(reader: Reader, market: MarketKey): Promise<Exposure[]> {
  return rows(
    reader,
    sql<Exposure>`SELECT t.code, t.side, c.account, count(*)::int AS trades,
        coalesce(sum(p.opened - p.closed), 0)::bigint AS shares,
        coalesce(sum((p.opened - p.closed) * p.open_price), 0)::bigint AS cost,
        coalesce(sum(p.margin_left), 0)::bigint AS margin, coalesce(sum(p.borrowed_left) FILTER (WHERE t.side = 'long'), 0)::bigint AS borrowed
      FROM intraday_trade t JOIN position p ON p.id = t.position_id JOIN customer c ON c.id = t.customer_id
      WHERE t.state = 'trading' AND t.market = ${market} AND p.ended_at IS NULL
      GROUP BY t.code, t.side, c.account ORDER BY t.code, t.side, c.account`,
  );
}

const isSquaredOff = sql`EXISTS (SELECT FROM intraday_square_off s WHERE s.trade_id = t.id)`;

/** How its square-off went, in the words of the contract. */
const resultOf = sql`CASE WHEN t.state = 'trading' AND t.carried_at IS NULL THEN 'waiting'
    WHEN t.state = 'trading' THEN 'carried' WHEN t.state <> 'completed' THEN NULL
    WHEN ${isSquaredOff} THEN 'squared_off' ELSE 'closed_otherwise' END`;

export type SquareOffDay = Narrowed<
  SquareOffDayRow,
  {
    trades: number;
    running: number;
    carried_running: number;
    squared_off: number;
    carried: number;
    closed_otherwise: number;
    first_at: number | null;
    last_at: number | null;
  }
>;

/** By the session that they belonged to, the newest first. */
export function squareOffDays(
  reader: Reader,
  market: MarketKey,
  limit: number,
): Promise<SquareOffDay[]> {
  return rows(
    reader,
    sql<SquareOffDay>`SELECT t.session_ends_at, min(t.squares_off_at) AS squares_off_at, count(*)::int AS trades,
        count(*) FILTER (WHERE t.state = 'trading')::int AS running,
        count(*) FILTER (WHERE t.state = 'trading' AND t.carried_at IS NOT NULL)::int AS carried_running,
        count(s.trade_id)::int AS squared_off,
        count(s.trade_id) FILTER (WHERE t.carried_at IS NOT NULL)::int AS carried,
        count(*) FILTER (WHERE t.state = 'completed' AND s.trade_id IS NULL)::int AS closed_otherwise,
        min(s.first_at) AS first_at, max(s.last_at) AS last_at
      FROM intraday_trade t LEFT JOIN LATERAL (SELECT q.trade_id, min(q.decided_at) AS first_at,
          max(q.decided_at) AS last_at FROM intraday_square_off q WHERE q.trade_id = t.id
          GROUP BY q.trade_id) s ON t.state = 'completed'
      WHERE t.market = ${market} AND t.state IN ('trading', 'completed')
      GROUP BY t.session_ends_at ORDER BY t.session_ends_at DESC LIMIT ${limit}`,
  );
}

export function obstacleCounts(
  reader: Reader,
  market: MarketKey,
  since: number,
): Promise<Narrowed<ObstacleCountRow, { trades: number }>[]> {
  return rows(
    reader,
    sql<Narrowed<ObstacleCountRow, { trades: number }>>`
      SELECT t.session_ends_at, o.reason, count(*)::int AS trades
      FROM intraday_trade t JOIN intraday_obstacle o ON o.trade_id = t.id
      WHERE t.market = ${market} AND t.session_ends_at >= ${timestamp(since)}
      GROUP BY t.session_ends_at, o.reason ORDER BY t.session_ends_at DESC, o.reason`,
  );
}

export type TradeFilter = {
  market: MarketKey;
  /** Sessions that end after the first and not after the last. */
  from: number | null;
  until: number | null;
  state: string | null;
  side: string | null;
  code: string | null;
  account: string | null;
  result: IntradayResult | null;
};

const filtered = (filter: TradeFilter) => sql`t.market = ${filter.market}
  AND (${filter.from}::bigint IS NULL OR t.session_ends_at > ${timestamp(filter.from ?? 0)})
  AND (${filter.until}::bigint IS NULL OR t.session_ends_at <= ${timestamp(filter.until ?? 0)})
  AND (${filter.state}::text IS NULL OR t.state = ${filter.state})
  AND (${filter.side}::text IS NULL OR t.side = ${filter.side})
  AND (${filter.code}::text IS NULL OR t.code = ${filter.code})
  AND (${filter.account}::text IS NULL OR c.account = ${filter.account})`;

const columns = sql`t.id, t.market, t.code, t.side, t.leverage, t.quantity, t.state, t.applied_at, t.squares_off_at,
  t.session_ends_at, t.carried_at, t.ended_at, t.position_id, t.refusal, c.account, p.open_price,
  coalesce(p.open_fee + p.close_fee + p.stamp_duty, 0) AS fees, coalesce(p.interest_paid, 0) AS interest,
  coalesce(p.realised, 0) AS realised, ${resultOf} AS result`;

export type OperatorTrade = Narrowed<
  OperatorTradeRow,
  { fees: Minor; interest: Minor; realised: Minor; result: IntradayResult | null; number: number }
>;

/** The newest first. */
export function tradesPage(
  reader: Reader,
  filter: TradeFilter,
  page: { before: bigint | null; limit: number },
): Promise<OperatorTrade[]> {
  return rows(
    reader,
    sql<OperatorTrade>`SELECT ${columns}, 0 AS number FROM intraday_trade t
      JOIN customer c ON c.id = t.customer_id LEFT JOIN position p ON p.id = t.position_id
      WHERE ${filtered(filter)} AND (${page.before}::bigint IS NULL OR t.id < ${page.before}::bigint)
      ORDER BY t.id DESC LIMIT ${page.limit}`,
  );
}

/** In the published order, each with its number in it. */
export function squareOffPage(
  reader: Reader,
  filter: TradeFilter,
  page: { after: number; limit: number },
): Promise<OperatorTrade[]> {
  return rows(
    reader,
    sql<OperatorTrade>`SELECT * FROM (SELECT ${columns},
          row_number() OVER (ORDER BY t.squares_off_at, t.id)::int AS number FROM intraday_trade t
        JOIN customer c ON c.id = t.customer_id LEFT JOIN position p ON p.id = t.position_id
        WHERE ${filtered(filter)} AND t.state IN ('trading', 'completed')) d
      WHERE d.number > ${page.after} AND (${filter.result}::text IS NULL OR d.result = ${filter.result})
      ORDER BY d.number LIMIT ${page.limit}`,
  );
}

/** With the quote that each was made at. */
export function receiptsWithQuotes(
  reader: Reader,
  tradeIds: readonly bigint[],
): Promise<ReceiptWithQuoteRow[]> {
  return rows(
    reader,
    sql<ReceiptWithQuoteRow>`SELECT s.trade_id, s.price, s.quantity, s.decided_at, f.feed, f.quote_sequence, f.bid,
        f.ask, f.quote_at
      FROM intraday_square_off s JOIN intraday_trade t ON t.id = s.trade_id
      JOIN fill f ON f.position_id = t.position_id AND f.number = s.number
      WHERE s.trade_id = ANY (${[...tradeIds]}::bigint[]) ORDER BY s.id`,
  );
}

export function obstaclesOf(
  reader: Reader,
  tradeIds: readonly bigint[],
): Promise<TradeObstacleRow[]> {
  return rows(
    reader,
    sql<TradeObstacleRow>`SELECT trade_id, reason, seen_at FROM intraday_obstacle
      WHERE trade_id = ANY (${[...tradeIds]}::bigint[]) ORDER BY id`,
  );
}
