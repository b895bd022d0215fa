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

export const priceDue = (now: number) => sql`o.newcomer IS NOT NULL AND o.price IS NULL
  AND o.withdrawn_at IS NULL AND o.priced_at <= ${timestamp(now)}`;

/** Of the companies that came by themselves, those whose price is due. */
export function dueForPrice(
  reader: Reader,
  now: number,
): Promise<Narrowed<ToPriceRow, { newcomer: number; priced_at: number }>[]> {
  return rows(
    reader,
    sql<Narrowed<ToPriceRow, { newcomer: number; priced_at: number }>>`
      SELECT o.id, o.market, o.newcomer, o.priced_at, o.price_low, o.price_high FROM offering o
      WHERE ${priceDue(now)} ORDER BY o.priced_at, o.id`,
  );
}
