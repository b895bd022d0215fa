import type { MarketKey, Minor } from "@sanshi/money";
import { firstRow, rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { EarningOfDaysRow, LendersAndPaidRow } from "./lending-report.sql-types.ts";

export type LendersAndPaid = Narrowed<LendersAndPaidRow, { paid: Minor }>;

export async function lendersAndPaid(reader: Reader, market: MarketKey): Promise<LendersAndPaid> {
  const row = await firstRow(
    reader,
    sql<LendersAndPaid>`SELECT
        (SELECT count(DISTINCT customer_id)::int FROM position WHERE market = ${market} AND lent > 0) AS lenders,
        (SELECT count(*)::int FROM stock_lending_choice WHERE automatic) AS automatic,
        (SELECT coalesce(sum(earned), 0)::bigint FROM stock_lending WHERE market = ${market}) AS paid`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

export type EarningOfDays = Narrowed<
  EarningOfDaysRow,
  { quantity: bigint; earned: bigint; paid: Minor }
>;

/** What a position earned, the newest days first. */
export function earningsOfPosition(
  reader: Reader,
  positionId: bigint,
  page: { before: bigint | null; limit: number },
): Promise<EarningOfDays[]> {
  return rows(
    reader,
    sql<EarningOfDays>`SELECT a.period_id, p.after_day::text AS after_day, p.through_day::text AS through_day,
        div(a.time, p.day_ms)::bigint AS quantity, a.earned::bigint AS earned, a.paid,
        least(p.short_time, p.lent_time) AS borrowed_time, p.short_time, p.lent_time, p.base_basis_points,
        p.premium_basis_points
      FROM stock_lending_accrual a JOIN stock_lending_period p ON p.id = a.period_id
      WHERE a.position_id = ${positionId}
        AND (${page.before}::bigint IS NULL OR a.period_id < ${page.before}::bigint)
      ORDER BY a.period_id DESC LIMIT ${page.limit}`,
  );
}
