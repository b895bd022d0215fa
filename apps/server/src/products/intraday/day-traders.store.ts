import type { MarketKey } from "@sanshi/money";
import type { DayTradeCounts } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { DayTradesRow, WaitingTradeRow } from "./day-traders.sql-types.ts";

/** Nobody else keeps a trade of this customer until the transaction ends. */
export async function lockTrader(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('intraday ' || ${customerId}::text, 0))`.execute(
    transaction,
  );
}

/**
 * Of what was opened on margin since a moment: trades closed on the day on which they were opened, also those of one
 * day that are still to be, beside all that was opened and closed.
 */
export async function dayTradesOf(
  reader: Reader,
  asked: { customerId: bigint; market: MarketKey; since: number; timeZone: string },
): Promise<DayTradeCounts> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<DayTradesRow, { day_trades: number; trades: number }>
    >`SELECT count(*) FILTER (WHERE closed_on_day)::int AS day_trades,
        (count(*) + count(*) FILTER (WHERE closed_on_day OR is_closed))::int AS trades
      FROM (SELECT coalesce((p.opened_at AT TIME ZONE ${asked.timeZone})::date
            = (p.ended_at AT TIME ZONE ${asked.timeZone})::date, t.id IS NOT NULL AND t.carried_at IS NULL)
            AS closed_on_day, p.ended_at IS NOT NULL AS is_closed
        FROM position p LEFT JOIN intraday_trade t ON t.position_id = p.id
        WHERE p.customer_id = ${asked.customerId} AND p.market = ${asked.market}
          AND (p.leverage > 1 OR p.side = 'short') AND p.opened_at >= ${timestamp(asked.since)}
        UNION ALL
        SELECT true, false FROM intraday_trade t WHERE t.customer_id = ${asked.customerId}
          AND t.market = ${asked.market} AND t.state = 'submitted' AND t.applied_at >= ${timestamp(asked.since)}) made`,
  );
  return { dayTrades: row?.day_trades ?? 0, trades: row?.trades ?? 0 };
}

/** Kept already, and in no figure of the account yet: their orders are still to be placed. */
export function waitingTrades(
  reader: Reader,
  { customerId, market }: { customerId: bigint; market: MarketKey },
): Promise<WaitingTradeRow[]> {
  return rows(
    reader,
    sql<WaitingTradeRow>`SELECT code, quantity FROM intraday_trade
      WHERE customer_id = ${customerId} AND market = ${market} AND state = 'submitted'`,
  );
}
