import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../platform/sql/database.ts";
import type { LastNewcomerRow, ToPriceRow } from "./newcomers.sql-types.ts";

/** The number of the newest company that the simulated market has brought; null before the first. */
export async function lastNewcomer(reader: Reader, market: MarketKey): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<LastNewcomerRow>`SELECT max(newcomer) AS number FROM offering
      WHERE market = ${market} AND newcomer IS NOT NULL`,
  );
  return row?.number ?? null;
}

/** Of the companies that came by themselves, those whose price is due. */
export function dueForPrice(
  reader: Reader,
  now: number,
): Promise<Narrowed<ToPriceRow, { newcomer: number; priced_at: number }>[]> {
  return rows(
    reader,
    sql<Narrowed<ToPriceRow, { newcomer: number; priced_at: number }>>`
      SELECT id, market, newcomer, priced_at, price_low, price_high FROM offering
      WHERE newcomer IS NOT NULL AND price IS NULL AND withdrawn_at IS NULL
        AND priced_at <= ${timestamp(now)} ORDER BY priced_at, id`,
  );
}
