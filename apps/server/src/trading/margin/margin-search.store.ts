import type { MarketKey, Price } from "@sanshi/money";
import type { ShortLeast } from "@sanshi/rulebook";
import { rows, sql, timestamp, type RawBuilder, type Reader } from "../../platform/sql/database.ts";
import type { IsAnyMarginedRow } from "./margin-search.sql-types.ts";
import type { MarginAccount } from "./margin.store.ts";

/** A market's lines and prices, as far as looking for accounts in danger needs them. */
export type MarketLines = {
  market: MarketKey;
  currency: string;
  kind: "equity_to_position" | "assets_to_debt";
  maintenancePercent: number;
  shortMaintenancePercent: number;
  shortLeast: readonly ShortLeast[];
  restorePercent: number;
  shortRestorePercent: number;
  forcedSalePercent: number;
  dayCount: number;
  /** Price units in one of the minor unit. */
  priceUnits: bigint;
  isOpen: boolean;
};

export type StockPrices = { market: MarketKey; code: string; bid: Price; ask: Price };

/** What a price can bring into danger; an index has it, so it stands everywhere in these words, and a bound of the pressure. */
const isMargined = sql`p.ended_at IS NULL AND (p.leverage > 1 OR p.side = 'short')`;
const pressure = sql`margin_pressure(p.side, p.borrowed_left, p.collateral_left, p.interest_units,
  p.opened - p.closed)`;

const isOwed = sql`purpose = 'shortfall_debt' AND NOT is_house`;

/** Whether any account can ask for something at all: has what is margined, owes, or was called. */
export async function isAnyMargined(reader: Reader): Promise<boolean> {
  const [row] = await rows(
    reader,
    sql<IsAnyMarginedRow>`SELECT EXISTS (
        -- In the order of the index that has them alone.
        SELECT FROM position p WHERE ${isMargined} ORDER BY p.market, p.code LIMIT 1)
      OR EXISTS (SELECT FROM ledger_running_total WHERE ${isOwed}
        GROUP BY currency HAVING sum(debit - credit) <> 0)
      OR EXISTS (SELECT FROM margin_call WHERE restored_at IS NULL) AS is_any`,
  );
  return row?.is_any === true;
}

function lineRows(lines: readonly MarketLines[]) {
  return sql`SELECT * FROM unnest(${lines.map(({ market }) => market)}::text[],
      ${lines.map(({ currency }) => currency)}::text[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map((line) => line.maintenancePercent)}::float8[],
      ${lines.map((line) => line.shortMaintenancePercent)}::float8[],
      ${lines.map((line) => line.restorePercent)}::float8[],
      ${lines.map((line) => line.shortRestorePercent)}::float8[],
      ${lines.map((line) => line.forcedSalePercent)}::float8[],
      ${lines.map(({ shortLeast: [cheap] }) => cheap?.percent ?? 0)}::float8[],
      ${lines.map(({ shortLeast: [cheap] }) => cheap?.perShare ?? 0n)}::float8[],
      ${lines.map(({ shortLeast: [, dear] }) => dear?.from ?? 0n)}::float8[],
      ${lines.map(({ shortLeast: [, dear] }) => dear?.perShare ?? 0n)}::float8[],
      ${lines.map(({ dayCount }) => dayCount)}::float8[],
      ${lines.map(({ priceUnits }) => priceUnits)}::float8[],
      ${lines.map(({ isOpen }) => isOpen)}::boolean[])
      AS l (market, currency, kind, maintenance, short_maintenance, restore, short_restore, forced,
        cheap_percent, cheap_least, dear_from, dear_least, day_count, price_units, is_open)`;
}

/** What a short of one share keeps at least by its price, in price units; nothing where no rule says so. */
function shortLeast(price: RawBuilder<unknown>, line: RawBuilder<unknown> = sql`line`) {
  return sql`CASE WHEN ${price} < ${line}.dear_from
    THEN greatest(${line}.cheap_least, ${price} * ${line}.cheap_percent / 100)
    ELSE ${line}.dear_least END`;
}

/** The pressure above which a short has less than that, half a per cent earlier. */
function shortReach(price: RawBuilder<unknown>, line: RawBuilder<unknown> = sql`line`) {
  return sql`-(${price} + 1.005 * (${shortLeast(price, line)})) / ${line}.price_units`;
}

/**
 * Accounts of which a ratio may ask for something: in one statement for all of them, because the market
 * moves for all of them at once. An account can be below a line only where one of its positions is by
 * itself, where a debt weighs on it, or where it was called: only those are added up. A credit loan makes no
 * account one of them: own money is what is available less what was lent, and never below nothing. Which positions a
 * stock's price has reached, an index tells, so a look costs what there are stocks and accounts in danger,
 * however many positions there are. The lines are taken half a per cent wider than they are, and figures
 * as floats: who is really below one, the rules decide exactly.
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
      WITH RECURSIVE price AS MATERIALIZED (
        SELECT * FROM unnest(${prices.map(({ market }) => market)}::text[],
          ${prices.map(({ code }) => code)}::text[], ${prices.map(({ bid }) => bid)}::bigint[],
          ${prices.map(({ ask }) => ask)}::bigint[]) AS p (market, code, bid, ask)
      ), line AS MATERIALIZED (${lineRows(lines)}      ), stock AS (
        -- One step along the index a stock.
        (SELECT p.market, p.code FROM position p WHERE ${isMargined} ORDER BY p.market, p.code LIMIT 1)
        UNION ALL
        SELECT next.market, next.code FROM stock CROSS JOIN LATERAL (
          SELECT p.market, p.code FROM position p
          WHERE ${isMargined} AND (p.market, p.code) > (stock.market, stock.code)
          ORDER BY p.market, p.code LIMIT 1
        ) next
      ), side AS MATERIALIZED (
        -- A position is below the line where its pressure is above its price times this factor, of a short in
        -- New York also above what its least amount a share leaves.
        SELECT stock.market, stock.code, s.side, s.price, s.factor,
          least(s.price * s.factor, CASE s.side WHEN 'short' THEN ${shortReach(sql`s.price`)} END) AS reach,
          line.price_units, line.cheap_percent, line.cheap_least, line.dear_from, line.dear_least
        FROM stock JOIN line ON line.market = stock.market
        LEFT JOIN price ON price.market = stock.market AND price.code = stock.code
        CROSS JOIN LATERAL (SELECT 1.005 * line.maintenance / 100 AS ratio,
          1.005 * line.short_maintenance / 100 AS short_ratio) m
        CROSS JOIN LATERAL (VALUES
          ('long', nullif(price.bid, 0),
            CASE line.kind WHEN 'equity_to_position' THEN 1 - ratio ELSE 1 / ratio END / line.price_units),
          ('short', nullif(price.ask, 0),
            CASE line.kind WHEN 'equity_to_position' THEN -1 - short_ratio ELSE -short_ratio END / line.price_units)
        ) AS s (side, price, factor)
      ), owed AS MATERIALIZED (
        -- No such balance is above zero: where their sum is nothing, nobody owes anything.
        SELECT line.market, line.currency FROM line WHERE (
          SELECT sum(debit - credit) FROM ledger_running_total t
          WHERE ${isOwed} AND t.currency = line.currency) <> 0
      ), candidate AS (
        SELECT p.customer_id, side.market FROM side CROSS JOIN LATERAL (
          SELECT p.customer_id FROM position p
          WHERE p.market = side.market AND p.code = side.code AND p.side = side.side AND ${isMargined}
            AND p.pressure_bound > side.reach AND ${pressure} > side.reach OFFSET 0
        ) p
        UNION SELECT p.customer_id, side.market FROM side CROSS JOIN LATERAL (
          -- Without a price there is only the one at which it was opened.
          SELECT p.customer_id FROM position p
          WHERE side.price IS NULL
            AND p.market = side.market AND p.code = side.code AND p.side = side.side AND ${isMargined}
            AND ${pressure} > least(p.open_price * side.factor,
              CASE side.side WHEN 'short' THEN ${shortReach(sql`p.open_price`, sql`side`)} END) OFFSET 0
        ) p
        UNION SELECT owing.customer_id, owed.market FROM owed CROSS JOIN LATERAL (
            SELECT a.customer_id FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
            WHERE a.purpose = 'shortfall_debt' AND a.currency = owed.currency AND b.balance < 0 OFFSET 0
          ) owing
        UNION SELECT customer_id, market FROM margin_call WHERE restored_at IS NULL
      ), held AS MATERIALIZED (
        -- Of a long what it owes, of a short what is held for it, and what each is worth. Read by the
        -- customer and sorted out after, so that no plan reads a stock's positions for it.
        SELECT p.customer_id, p.market,
          CASE p.side WHEN 'long' THEN p.borrowed_left ELSE 0 END
            + p.interest_units / (10000 * line.day_count) AS debt,
          p.collateral_left::float8 AS collateral,
          CASE p.side WHEN 'long' THEN v.value ELSE 0 END AS owned,
          CASE p.side WHEN 'short' THEN v.value ELSE 0 END AS lent,
          CASE p.side WHEN 'short' THEN (p.opened - p.closed) / line.price_units * greatest(0,
            ${shortLeast(sql`v.price`)} - v.price * line.short_maintenance / 100) ELSE 0 END AS extra
        FROM candidate c JOIN line ON line.market = c.market
        CROSS JOIN LATERAL (SELECT * FROM position p
          WHERE p.customer_id = c.customer_id AND p.market = c.market AND p.ended_at IS NULL OFFSET 0) p
        LEFT JOIN price ON price.market = p.market AND price.code = p.code
        CROSS JOIN LATERAL (SELECT at.price, (p.opened - p.closed) / line.price_units * at.price AS value
          FROM (SELECT coalesce(nullif(CASE p.side WHEN 'long' THEN price.bid ELSE price.ask END, 0),
            p.open_price) AS price) at) v
        WHERE p.leverage > 1 OR p.side = 'short'
      ), sum AS (
        SELECT c.customer_id, c.market, coalesce(sum(owned), 0) AS owned, coalesce(sum(lent), 0) AS lent,
          coalesce(sum(extra), 0) AS extra,
          coalesce(sum(collateral), 0) AS collateral, coalesce(sum(debt), 0) AS debt
        FROM candidate c LEFT JOIN held h ON h.customer_id = c.customer_id AND h.market = c.market
        GROUP BY c.customer_id, c.market
      ), standing AS (
        -- What an account keeps is what its longs and its shorts keep, each by what they are worth.
        SELECT s.customer_id, s.market, line.forced, line.is_open,
          line.maintenance + (line.short_maintenance - line.maintenance) * shorts + extras AS maintenance,
          line.restore + (line.short_restore - line.restore) * shorts + extras AS restore,
          CASE line.kind WHEN 'equity_to_position' THEN owned + collateral - debt - lent + money
            ELSE owned + collateral + money END AS above,
          CASE line.kind WHEN 'equity_to_position' THEN owned + lent ELSE debt + lent END AS below
        FROM sum s JOIN line ON line.market = s.market
        CROSS JOIN LATERAL (SELECT coalesce(lent / nullif(owned + lent, 0), 0) AS shorts,
          100 * coalesce(extra / nullif(owned + lent, 0), 0) AS extras) part
        CROSS JOIN LATERAL (SELECT (greatest(0, coalesce(sum(b.balance) FILTER (WHERE a.purpose <> 'shortfall_debt'), 0))
            + coalesce(sum(b.balance) FILTER (WHERE a.purpose = 'shortfall_debt'), 0))::float8 AS money
          FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
          WHERE a.customer_id = s.customer_id AND a.currency = line.currency
            AND a.purpose IN ('available', 'shortfall_debt', 'loan_debt', 'loan_interest_debt')) m
      )
      SELECT r.customer_id, r.market
      FROM (SELECT *, 100 * above / nullif(below, 0) AS percent FROM standing) r
      LEFT JOIN margin_call c
        ON c.customer_id = r.customer_id AND c.market = r.market AND c.restored_at IS NULL
      WHERE (r.is_open AND r.percent < r.forced * 1.005)
        OR (c.id IS NULL AND r.percent < r.maintenance * 1.005)
        OR (c.id IS NOT NULL AND (r.percent IS NULL OR r.percent > r.restore * 0.995))
        OR (r.is_open AND c.due_at <= ${timestamp(now)} AND r.percent < r.restore * 1.005)
      ORDER BY 1, 2`,
  );
}
