import type { MarketKey } from "@sanshi/money";
import { rows, sql, type Reader } from "../../platform/sql/database.ts";

export type StoredOffer = {
  market: MarketKey;
  /** Empty for the whole market. */
  code: string;
  leverages: number[] | null;
  short_offered: boolean | null;
};

export function loadStockOffers(reader: Reader): Promise<StoredOffer[]> {
  return rows(
    reader,
    sql<StoredOffer>`SELECT market, code, leverages, short_offered FROM stock_offer`,
  );
}
