import { marketKeys, type Minor, type Price } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../platform/sql/database.ts";
import type { BalanceAtRow, HoldingColumns, RegisteredAtRow } from "./statements.sql-types.ts";

export async function registeredAt(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<RegisteredAtRow>`SELECT registered_at AS at FROM customer WHERE id = ${customerId}`,
  );
  if (row === undefined) throw new Error("a customer who never registered");
  return row.at;
}

type BalanceAt = Narrowed<BalanceAtRow, { before: Minor; after: Minor }>;

/** Each of the customer's accounts at two moments: what its newest posting before each left. */
export function balancesAt(
  reader: Reader,
  customerId: bigint,
  { begins, ends }: { begins: number; ends: number },
): Promise<BalanceAt[]> {
  return rows(
    reader,
    sql<BalanceAt>`SELECT a.currency, a.purpose,
        coalesce(earlier.balance_after, 0) AS before, coalesce(later.balance_after, 0) AS after
      FROM ledger_account a
      LEFT JOIN LATERAL (SELECT balance_after FROM ledger_posting p
        WHERE p.account_id = a.id AND p.version IS NOT NULL AND p.happened_at < ${timestamp(begins)}
        ORDER BY p.version DESC LIMIT 1) earlier ON true
      LEFT JOIN LATERAL (SELECT balance_after FROM ledger_posting p
        WHERE p.account_id = a.id AND p.version IS NOT NULL AND p.happened_at < ${timestamp(ends)}
        ORDER BY p.version DESC LIMIT 1) later ON true
      WHERE a.customer_id = ${customerId} ORDER BY a.id`,
  );
}

export type HoldingRow = Narrowed<HoldingColumns, { open_price: Price }>;

/**
 * The events of every position that was held at a moment, by position and then in time. What still lives and
 * what has ended since are two reads, because each has an index of its own.
 */
export function holdingEvents(
  reader: Reader,
  customerId: bigint,
  until: number,
): Promise<HoldingRow[]> {
  return rows(
    reader,
    sql<HoldingRow>`
      WITH own AS (
        SELECT id, market, code, side, open_price, opened_at FROM position
        WHERE customer_id = ${customerId} AND ended_at IS NULL AND opened_at < ${timestamp(until)}
        UNION ALL
        SELECT id, market, code, side, open_price, opened_at FROM position
        WHERE customer_id = ${customerId} AND market = ANY (${[...marketKeys]}::text[])
          AND ended_at >= ${timestamp(until)} AND opened_at < ${timestamp(until)}
      )
      SELECT own.id, own.market, own.code, own.side, own.open_price, event.opens, event.quantity FROM own CROSS JOIN LATERAL (
        SELECT (f.side = 'buy') = (own.side = 'long') AS opens, f.quantity, f.filled_at AS at
        FROM fill f WHERE f.position_id = own.id AND f.filled_at < ${timestamp(until)}
        UNION ALL
        SELECT NULL, a.quantity_after, a.applied_at
        FROM position_action a JOIN corporate_action c ON c.id = a.action_id AND c.kind = 'split'
        WHERE a.position_id = own.id AND a.applied_at < ${timestamp(until)}
          -- One that came before the first fill changed an order, and no shares.
          AND a.applied_at >= own.opened_at
      ) event ORDER BY own.market, own.code, own.id, event.at`,
  );
}
