import { marketKeys, settlementCurrency } from "@sanshi/money";
import { rows, sql, type Reader } from "../../../platform/sql/database.ts";
import type { TakePositionIdBlocksRow, TradingAccount } from "./preparing.sql-types.ts";

/** Ids are taken in blocks; what a process has not used when it ends is left out. */
export const positionIdsPerBlock = 256n;

/** The first ids of blocks that are this process's own. */
export async function takePositionIdBlocks(reader: Reader, count: number): Promise<bigint[]> {
  const taken = await rows(
    reader,
    sql<TakePositionIdBlocksRow>`SELECT nextval('position_id_block') AS block
      FROM generate_series(1, ${count}::int)`,
  );
  return taken.map(({ block }) => block * positionIdsPerBlock);
}

export type { TradingAccount } from "./preparing.sql-types.ts";

/** The accounts of some customers that trading touches. */
export function tradingAccounts(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<TradingAccount[]> {
  return rows(
    reader,
    sql<TradingAccount>`SELECT customer_id, currency, purpose, id FROM ledger_account
      WHERE customer_id = ANY (${customerIds}::bigint[])
        AND currency = ANY (${marketKeys.map(settlementCurrency)}::text[])
        AND purpose IN ('available', 'reserved_orders', 'margin_debt', 'short_collateral',
          'shortfall_debt')`,
  );
}
