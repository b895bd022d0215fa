import { marketKeys, settlementCurrency } from "@sanshi/money";
import { rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { FilledOrder } from "./orders.answers.ts";
import type {
  TakePositionIdBlocksRow,
  TradingAccount,
  KnownRequestsRow,
} from "./orders.sql-types.ts";

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

export type { TradingAccount } from "./orders.sql-types.ts";

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

export type KnownRequest = {
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  /** Null where the order was filled at once: then `filled` says it. */
  answer: string | null;
  filled: FilledOrder | null;
};

/** First answers that were already given to some of these requests. */
export async function knownRequests(
  reader: Reader,
  requests: readonly { customerId: bigint; requestId: string }[],
): Promise<KnownRequest[]> {
  const found = await rows(
    reader,
    sql<KnownRequestsRow>`
      SELECT r.customer_id, r.request_id::text, encode(r.input_hash, 'hex') AS input_hash,
        r.answer::text AS answer, f.position_id AS "positionId", p.market, p.code, f.quantity, f.price,
        f.amount, f.fee, f.quote_sequence AS "quoteSequence", f.filled_at AS "filledAt",
        p.sellable_at AS "sellableAt"
      FROM unnest(${requests.map(({ customerId }) => customerId)}::bigint[],
        ${requests.map(({ requestId }) => requestId)}::uuid[]) AS i (customer_id, request_id)
      JOIN client_request r USING (customer_id, request_id)
      LEFT JOIN position p ON p.id = r.position_id
      LEFT JOIN fill f ON f.position_id = r.position_id AND f.number = 0`,
  );
  return found.map(({ customer_id, request_id, input_hash, answer, ...filled }) => {
    return { customer_id, request_id, input_hash, answer, filled: isWhole(filled) ? filled : null };
  });
}

function isWhole(filled: {
  [Name in keyof FilledOrder]: FilledOrder[Name] | null;
}): filled is FilledOrder {
  return filled.positionId !== null;
}
