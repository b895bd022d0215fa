import type { MarketKey } from "@sanshi/money";
import { rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { ConcernedCustomerRow } from "./concerned.sql-types.ts";

/**
 * The next customers, by their ids, who hold the stock under any of these codes, wait to trade it, watch it or wait
 * for a price of it.
 */
export async function concernedCustomers(
  reader: Reader,
  { market, codes }: { market: MarketKey; codes: readonly string[] },
  { after, limit }: { after: bigint; limit: number },
): Promise<bigint[]> {
  const of = sql`market = ${market} AND code = ANY (${[...codes]}::text[]) AND customer_id > ${after}`;
  const found = await rows(
    reader,
    sql<ConcernedCustomerRow>`SELECT customer_id FROM position WHERE ${of} AND ended_at IS NULL
      UNION SELECT customer_id FROM trade_order WHERE ${of} AND ended_at IS NULL
      UNION SELECT customer_id FROM watched_stock WHERE ${of}
      UNION SELECT customer_id FROM price_alert WHERE ${of} AND fired_at IS NULL
      ORDER BY customer_id LIMIT ${limit}`,
  );
  return found.map(({ customer_id }) => customer_id);
}
