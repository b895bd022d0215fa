import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { AdvancedRow, LookedUntilRow, MarginedStockRow } from "./margin-leaps.sql-types.ts";
import type { MarginAccount } from "./margin.store.ts";

/** The stocks of which anybody holds something on margin. */
export async function marginedStocks(reader: Reader, market: MarketKey): Promise<string[]> {
  const found = await rows(
    reader,
    sql<MarginedStockRow>`SELECT DISTINCT code FROM position
      WHERE market = ${market} AND ended_at IS NULL AND (leverage > 1 OR side = 'short') ORDER BY code`,
  );
  return found.map(({ code }) => code);
}

export async function lookedUntil(
  reader: Reader,
  { customer_id: customerId, market }: MarginAccount,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<LookedUntilRow>`SELECT looked_until FROM margin_look
      WHERE customer_id = ${customerId} AND market = ${market}`,
  );
  return row?.looked_until ?? -Infinity;
}

/** Answers false where another process has got further. */
export async function advanceLook(
  transaction: Transaction,
  { customer_id: customerId, market }: MarginAccount,
  at: number,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<AdvancedRow>`INSERT INTO margin_look (customer_id, market, looked_until)
      VALUES (${customerId}, ${market}, ${timestamp(at)})
      ON CONFLICT (customer_id, market) DO UPDATE SET looked_until = EXCLUDED.looked_until
        WHERE margin_look.looked_until <= EXCLUDED.looked_until
      RETURNING customer_id`,
  );
  return row !== undefined;
}
