import type { ChartLineKind } from "@sanshi/contract";
import type { MarketKey, Price } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { CountLinesRow, StoredLine } from "./chart-lines.sql-types.ts";

export type { StoredLine } from "./chart-lines.sql-types.ts";

type StockKey = { type: MarketKey; code: string };

/** In the order in which they were drawn. */
export function listLines(
  reader: Reader,
  customerId: bigint,
  { type, code }: StockKey,
): Promise<StoredLine[]> {
  return rows(
    reader,
    sql<StoredLine>`SELECT id, kind, from_at, from_price, to_at, to_price FROM chart_line
      WHERE customer_id = ${customerId} AND market = ${type} AND code = ${code}
      ORDER BY drawn_at, id`,
  );
}

/** Makes the customer's parallel drawings wait for one another: a count alone would let two through. */
export async function lockLines(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('chart lines', ${customerId}))`.execute(
    transaction,
  );
}

/** How many the customer has, on the stock and in all, and whether one of the id is among those on the stock. */
export async function countLines(
  transaction: Transaction,
  customerId: bigint,
  { type, code, id }: StockKey & { id: string },
): Promise<CountLinesRow> {
  const row = await firstRow(
    transaction,
    sql<CountLinesRow>`SELECT count(*)::int AS of_customer,
        count(*) FILTER (WHERE market = ${type} AND code = ${code})::int AS on_stock,
        count(*) FILTER (WHERE id = ${id})::int AS drawn
      FROM chart_line WHERE customer_id = ${customerId}`,
  );
  return row ?? { of_customer: 0, on_stock: 0, drawn: 0 };
}

type LineToKeep = StockKey & {
  id: string;
  kind: ChartLineKind;
  from: { at: number; price: Price };
  to: { at: number; price: Price };
};

/** A line that is moved keeps its kind and its stock. */
export async function keepLine(
  transaction: Transaction,
  customerId: bigint,
  { type, code, id, kind, from, to }: LineToKeep,
  now: number,
): Promise<void> {
  await sql`INSERT INTO chart_line (customer_id, id, market, code, kind, from_at, from_price,
      to_at, to_price, drawn_at)
    VALUES (${customerId}, ${id}, ${type}, ${code}, ${kind}, ${timestamp(from.at)}, ${from.price},
      ${timestamp(to.at)}, ${to.price}, ${timestamp(now)})
    ON CONFLICT (customer_id, id) DO UPDATE SET from_at = excluded.from_at,
      from_price = excluded.from_price, to_at = excluded.to_at, to_price = excluded.to_price
    WHERE chart_line.kind = excluded.kind AND chart_line.market = excluded.market
      AND chart_line.code = excluded.code`.execute(transaction);
}

export async function deleteLine(
  transaction: Transaction,
  customerId: bigint,
  id: string,
): Promise<void> {
  await sql`DELETE FROM chart_line WHERE customer_id = ${customerId} AND id = ${id}`.execute(
    transaction,
  );
}
