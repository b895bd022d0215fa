import type { MarketKey, Price } from "@sanshi/money";
import { rows, sql, timestamp, type Reader } from "../../platform/sql/database.ts";
import type { MarginAccount } from "./margin.store.ts";

/** A market's lines and prices, as far as looking for accounts in danger needs them. */
export type MarketLines = {
  market: MarketKey;
  currency: string;
  kind: "equity_to_position" | "assets_to_debt";
  maintenancePercent: number;
  restorePercent: number;
  forcedSalePercent: number;
  dayCount: number;
  /** Price units in one of the minor unit. */
  priceUnits: bigint;
  isOpen: boolean;
};

export type StockPrices = { market: MarketKey; code: string; bid: Price; ask: Price };

/**
 * Accounts of which a ratio may ask for something: in one statement over everything that is leveraged
 * or short, because the market moves for all of them at once. The lines are taken half a per cent
 * wider than they are: who is really below one, the rules decide with exact figures.
 */
export function accountsToLookAt(
  reader: Reader,
  lines: readonly MarketLines[],
  prices: readonly StockPrices[],
  now: number,
): Promise<MarginAccount[]> {
  return rows(
    reader,
    sql<MarginAccount>`
      WITH price AS MATERIALIZED (
        SELECT * FROM unnest(${prices.map(({ market }) => market)}::text[],
          ${prices.map(({ code }) => code)}::text[], ${prices.map(({ bid }) => bid)}::bigint[],
          ${prices.map(({ ask }) => ask)}::bigint[]) AS p (market, code, bid, ask)
      ), line AS MATERIALIZED (
        SELECT * FROM unnest(${lines.map(({ market }) => market)}::text[],
          ${lines.map(({ currency }) => currency)}::text[], ${lines.map(({ kind }) => kind)}::text[],
          ${lines.map((line) => line.maintenancePercent)}::numeric[],
          ${lines.map((line) => line.restorePercent)}::numeric[],
          ${lines.map((line) => line.forcedSalePercent)}::numeric[],
          ${lines.map(({ dayCount }) => dayCount)}::numeric[],
          ${lines.map(({ priceUnits }) => priceUnits)}::numeric[],
          ${lines.map(({ isOpen }) => isOpen)}::boolean[])
          AS l (market, currency, kind, maintenance, restore, forced, day_count, price_units, is_open)
      ), held AS (
        SELECT p.customer_id, p.market, sum(p.borrowed_left) FILTER (WHERE p.side = 'long') AS borrowed,
          sum(p.collateral_left) AS collateral, sum(p.interest_units) AS interest_units,
          sum((p.opened - p.closed) * coalesce(nullif(price.bid, 0), p.open_price)::numeric)
            FILTER (WHERE p.side = 'long') AS long_value,
          sum((p.opened - p.closed) * coalesce(nullif(price.ask, 0), p.open_price)::numeric)
            FILTER (WHERE p.side = 'short') AS short_value
        FROM position p LEFT JOIN price ON price.market = p.market AND price.code = p.code
        WHERE p.status IN (0, 1, 5) AND (p.leverage > 1 OR p.side = 'short')
        GROUP BY p.customer_id, p.market
      ), sum AS (
        SELECT h.customer_id, h.market, line.kind, line.maintenance, line.restore, line.forced,
          line.is_open, coalesce(h.long_value, 0) / price_units AS long_value,
          coalesce(h.short_value, 0) / price_units AS short_value, coalesce(h.borrowed, 0) AS borrowed,
          h.collateral, h.interest_units / (10000 * day_count) AS interest, (
            SELECT coalesce(sum(b.balance), 0) FROM ledger_account a
            JOIN ledger_balance b ON b.account_id = a.id
            WHERE a.customer_id = h.customer_id AND a.currency = line.currency
              AND a.purpose IN ('available', 'shortfall_debt')
          ) AS money
        FROM held h JOIN line ON line.market = h.market
      ), side AS (
        SELECT customer_id, market, maintenance, restore, forced, is_open,
          CASE kind WHEN 'equity_to_position'
            THEN long_value - borrowed + collateral - short_value - interest + money
            ELSE long_value + collateral + money END AS above,
          CASE kind WHEN 'equity_to_position' THEN long_value + short_value
            ELSE borrowed + short_value + interest END AS below
        FROM sum
      ), ratio AS (
        SELECT *, 100 * above / nullif(below, 0) AS percent FROM side
      )
      SELECT r.customer_id, r.market
      FROM ratio r LEFT JOIN margin_call c
        ON c.customer_id = r.customer_id AND c.market = r.market AND c.restored_at IS NULL
      WHERE (r.is_open AND r.percent < r.forced * 1.005)
        OR (c.id IS NULL AND r.percent < r.maintenance * 1.005)
        OR (c.id IS NOT NULL AND r.percent > r.restore * 0.995)
        OR (r.is_open AND c.due_at <= ${timestamp(now)} AND r.percent < r.restore * 1.005)
      UNION
      SELECT c.customer_id, c.market FROM margin_call c
      WHERE c.restored_at IS NULL AND NOT EXISTS (
        SELECT FROM held h WHERE h.customer_id = c.customer_id AND h.market = c.market)
      ORDER BY 1, 2`,
  );
}
