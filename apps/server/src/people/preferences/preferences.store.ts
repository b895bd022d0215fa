import type { ChartPreferences, HomePreferences, TradingSetting } from "@sanshi/contract";
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
  ChartOfRow,
  ExtendedSwitchedOnRow,
  HomeOfRow,
  ShortAllowedAmongRow,
  TradingOfRow,
} from "./preferences.sql-types.ts";

export type StoredChart = Omit<ChartPreferences, "changed_at"> & { changed_at: number };

export function chartOf(reader: Reader, customerId: bigint): Promise<StoredChart | undefined> {
  return firstRow(
    reader,
    sql<
      Narrowed<ChartOfRow, StoredChart>
    >`SELECT chart_view AS view, chart_adjust AS adjust, chart_main AS main,
        chart_sub AS sub, chart_changed_at AS changed_at
      FROM customer_preferences WHERE customer_id = ${customerId}`,
  );
}

/** A device whose clock runs ahead must not win over every choice that follows. */
export async function keepLater(
  transaction: Transaction,
  customerId: bigint,
  { view, adjust, main, sub, changed_at }: StoredChart,
): Promise<void> {
  await sql`INSERT INTO customer_preferences AS kept
      (customer_id, chart_view, chart_adjust, chart_main, chart_sub, chart_changed_at)
    VALUES (${customerId}, ${view}, ${adjust}, ${main}, ${sub},
      least(${timestamp(changed_at)}, date_trunc('milliseconds', real_now())))
    ON CONFLICT (customer_id) DO UPDATE SET chart_view = excluded.chart_view,
      chart_adjust = excluded.chart_adjust, chart_main = excluded.chart_main,
      chart_sub = excluded.chart_sub, chart_changed_at = excluded.chart_changed_at
    WHERE kept.chart_changed_at <= excluded.chart_changed_at`.execute(transaction);
}

export type StoredHome = Omit<HomePreferences, "changed_at"> & { changed_at: number };

export function homeOf(reader: Reader, customerId: bigint): Promise<StoredHome | undefined> {
  return firstRow(
    reader,
    sql<HomeOfRow>`SELECT entries, currency, market, changed_at
      FROM home_preferences WHERE customer_id = ${customerId}`,
  );
}

/** As with the chart: the later choice, and none from a time that has not come. */
export async function keepLaterHome(
  transaction: Transaction,
  customerId: bigint,
  { entries, currency, market, changed_at }: StoredHome,
): Promise<void> {
  await sql`INSERT INTO home_preferences AS kept
      (customer_id, entries, currency, market, changed_at)
    VALUES (${customerId}, ${entries}, ${currency}, ${market},
      least(${timestamp(changed_at)}, date_trunc('milliseconds', real_now())))
    ON CONFLICT (customer_id) DO UPDATE SET entries = excluded.entries,
      currency = excluded.currency, market = excluded.market, changed_at = excluded.changed_at
    WHERE kept.changed_at <= excluded.changed_at`.execute(transaction);
}

export function tradingOf(reader: Reader, customerId: bigint): Promise<TradingOfRow | undefined> {
  return firstRow(
    reader,
    sql<TradingOfRow>`SELECT review_orders AS review, leverage_on AS leverage, short_on AS short,
        extended_since
      FROM trading_preferences WHERE customer_id = ${customerId}`,
  );
}

/** Of these customers those who have switched it on, and every account that is no person's. */
export async function shortAllowedAmong(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<bigint[]> {
  const allowed = await rows(
    reader,
    sql<ShortAllowedAmongRow>`SELECT id FROM customer WHERE id = ANY(${customerIds}::bigint[])
      AND (kind <> 'person'
        OR EXISTS (SELECT FROM trading_preferences own WHERE own.customer_id = customer.id AND own.short_on))`,
  );
  return allowed.map(({ id }) => id);
}

export async function extendedSwitchedOn(reader: Reader, customerId: bigint): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<ExtendedSwitchedOnRow>`SELECT customer_id FROM trading_preferences
      WHERE customer_id = ${customerId} AND extended_since IS NOT NULL`,
  );
  return row !== undefined;
}

/** The others stay as they are, or as they are for everybody at first. */
export async function keepTrading(
  transaction: Transaction,
  customerId: bigint,
  setting: TradingSetting,
  on: boolean,
  now: number,
): Promise<void> {
  const review = setting === "review" ? on : null;
  const leverage = setting === "leverage" ? on : null;
  const short = setting === "short" ? on : null;
  const extended = setting === "extended" ? on : null;
  await sql`INSERT INTO trading_preferences AS kept
      (customer_id, review_orders, leverage_on, short_on, extended_since, changed_at)
    VALUES (${customerId}, coalesce(${review}::boolean, true),
      coalesce(${leverage}::boolean, false),
      coalesce(${short}::boolean, false),
      CASE WHEN ${extended}::boolean THEN ${timestamp(now)}::timestamptz END, ${timestamp(now)})
    ON CONFLICT (customer_id) DO UPDATE SET
      review_orders = coalesce(${review}::boolean, kept.review_orders),
      leverage_on = coalesce(${leverage}::boolean, kept.leverage_on),
      short_on = coalesce(${short}::boolean, kept.short_on),
      extended_since = CASE WHEN ${extended}::boolean IS NULL THEN kept.extended_since
        WHEN ${extended}::boolean THEN coalesce(kept.extended_since, ${timestamp(now)}) END,
      changed_at = excluded.changed_at`.execute(transaction);
}
