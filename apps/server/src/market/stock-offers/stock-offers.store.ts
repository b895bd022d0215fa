import { rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { StoredOffer } from "./stock-offers.sql-types.ts";

export type { StoredOffer } from "./stock-offers.sql-types.ts";

export function loadStockOffers(reader: Reader): Promise<StoredOffer[]> {
  return rows(
    reader,
    sql<StoredOffer>`SELECT market, code, leverages, short_offered FROM stock_offer`,
  );
}
