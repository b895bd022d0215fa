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
 * or short, because the market moves for all of them at once. An account can be below a line only
 * where one of its positions is by itself, where a debt weighs on it, or where it was called: only
 * those are added up. The lines are taken half a per cent wider than they are, and figures as floats:
 * who is really below one, the rules decide exactly.
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
          ${lines.map((line) => line.maintenancePercent)}::float8[],
          ${lines.map((line) => line.restorePercent)}::float8[],
          ${lines.map((line) => line.forcedSalePercent)}::float8[],
          ${lines.map(({ dayCount }) => dayCount)}::float8[],
          ${lines.map(({ priceUnits }) => priceUnits)}::float8[],
          ${lines.map(({ isOpen }) => isOpen)}::boolean[])
          AS l (market, currency, kind, maintenance, restore, forced, day_count, price_units, is_open)
      ), held AS MATERIALIZED (
        -- Of a long what it owes, of a short what is held for it, and what each is worth.
        SELECT p.customer_id, p.market, line.kind, line.maintenance,
          CASE p.side WHEN 'long' THEN p.borrowed_left ELSE 0 END
            + p.interest_units / (10000 * line.day_count) AS debt,
          p.collateral_left::float8 AS collateral,
          CASE p.side WHEN 'long' THEN v.value ELSE 0 END AS owned,
          CASE p.side WHEN 'short' THEN v.value ELSE 0 END AS lent
        FROM position p JOIN line ON line.market = p.market
        LEFT JOIN price ON price.market = p.market AND price.code = p.code
        CROSS JOIN LATERAL (SELECT (p.opened - p.closed) / line.price_units * coalesce(
          nullif(CASE p.side WHEN 'long' THEN price.bid ELSE price.ask END, 0), p.open_price) AS value) v
        WHERE p.status IN (0, 1, 5) AND (p.leverage > 1 OR p.side = 'short')
      ), candidate AS (
        SELECT customer_id, market FROM held
        WHERE 100 * CASE kind WHEN 'equity_to_position' THEN owned + collateral - debt - lent
            ELSE owned + collateral END
          < 1.005 * maintenance * CASE kind WHEN 'equity_to_position' THEN owned + lent
            ELSE debt + lent END
        UNION SELECT a.customer_id, line.market FROM ledger_account a
          JOIN line ON line.currency = a.currency JOIN ledger_balance b ON b.account_id = a.id
          WHERE a.purpose = 'shortfall_debt' AND b.balance < 0
        UNION SELECT customer_id, market FROM margin_call WHERE restored_at IS NULL
      ), sum AS (
        SELECT c.customer_id, c.market, coalesce(sum(owned), 0) AS owned, coalesce(sum(lent), 0) AS lent,
          coalesce(sum(collateral), 0) AS collateral, coalesce(sum(debt), 0) AS debt
        FROM candidate c LEFT JOIN held h ON h.customer_id = c.customer_id AND h.market = c.market
        GROUP BY c.customer_id, c.market
      ), side AS (
        SELECT s.customer_id, s.market, line.maintenance, line.restore, line.forced, line.is_open,
          CASE line.kind WHEN 'equity_to_position' THEN owned + collateral - debt - lent + money
            ELSE owned + collateral + money END AS above,
          CASE line.kind WHEN 'equity_to_position' THEN owned + lent ELSE debt + lent END AS below
        FROM sum s JOIN line ON line.market = s.market
        CROSS JOIN LATERAL (SELECT coalesce(sum(b.balance), 0)::float8 AS money FROM ledger_account a
          JOIN ledger_balance b ON b.account_id = a.id
          WHERE a.customer_id = s.customer_id AND a.currency = line.currency
            AND a.purpose IN ('available', 'shortfall_debt')) m
      )
      SELECT r.customer_id, r.market
      FROM (SELECT *, 100 * above / nullif(below, 0) AS percent FROM side) r
      LEFT JOIN margin_call c
        ON c.customer_id = r.customer_id AND c.market = r.market AND c.restored_at IS NULL
      WHERE (r.is_open AND r.percent < r.forced * 1.005)
        OR (c.id IS NULL AND r.percent < r.maintenance * 1.005)
        OR (c.id IS NOT NULL AND (r.percent IS NULL OR r.percent > r.restore * 0.995))
        OR (r.is_open AND c.due_at <= ${timestamp(now)} AND r.percent < r.restore * 1.005)
      ORDER BY 1, 2`,
  );
}
