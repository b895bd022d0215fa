import type { ChartPreferences } from "@sanshi/contract";
import {
  firstRow,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { ChartOfRow } from "./preferences.sql-types.ts";

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
      least(${timestamp(changed_at)}, date_trunc('milliseconds', clock_timestamp())))
    ON CONFLICT (customer_id) DO UPDATE SET chart_view = excluded.chart_view,
      chart_adjust = excluded.chart_adjust, chart_main = excluded.chart_main,
      chart_sub = excluded.chart_sub, chart_changed_at = excluded.chart_changed_at
    WHERE kept.chart_changed_at <= excluded.chart_changed_at`.execute(transaction);
}
