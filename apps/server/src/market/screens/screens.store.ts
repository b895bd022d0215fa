import type { ScreenCriteria } from "@sanshi/contract";
import { savedScreensMax } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { SavedScreenRow } from "./screens.sql-types.ts";

export type StoredScreen = Narrowed<SavedScreenRow, { criteria: ScreenCriteria }>;

const columns = sql`name, market AS type, criteria, saved_at`;

/** By name. */
export function listScreens(reader: Reader, customerId: bigint): Promise<StoredScreen[]> {
  return rows(
    reader,
    sql<Narrowed<SavedScreenRow, { criteria: ScreenCriteria }>>`SELECT ${columns} FROM saved_screen
      WHERE customer_id = ${customerId} ORDER BY name`,
  );
}

/** Makes the customer's parallel saves wait for one another: two would find the same place free. */
export async function lockScreens(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('saved_screen', ${customerId}))`.execute(
    transaction,
  );
}

/** In the place of the one with its name, else in the first that is free; nothing where none is. */
export function keepScreen(
  transaction: Transaction,
  customerId: bigint,
  { name, type, criteria }: { name: string; type: MarketKey; criteria: ScreenCriteria },
  at: number,
): Promise<StoredScreen | undefined> {
  const asked = JSON.stringify(criteria);
  return firstRow(
    transaction,
    sql<Narrowed<SavedScreenRow, { criteria: ScreenCriteria }>>`INSERT INTO saved_screen
        (customer_id, place, name, market, criteria, saved_at)
      SELECT ${customerId}, place, ${name}, ${type}, ${asked}::jsonb, ${timestamp(at)}
      FROM (
        SELECT place FROM saved_screen WHERE customer_id = ${customerId} AND name = ${name}
        UNION ALL
        SELECT place FROM generate_series(1, ${savedScreensMax}::int) AS free (place)
        WHERE NOT EXISTS (SELECT FROM saved_screen AS kept
          WHERE kept.customer_id = ${customerId} AND (kept.place = free.place OR kept.name = ${name}))
        ORDER BY place LIMIT 1
      ) AS found
      ON CONFLICT (customer_id, name) DO UPDATE SET market = excluded.market,
        criteria = excluded.criteria, saved_at = excluded.saved_at
      RETURNING ${columns}`,
  );
}

export async function deleteScreen(
  transaction: Transaction,
  customerId: bigint,
  name: string,
): Promise<void> {
  await sql`DELETE FROM saved_screen WHERE customer_id = ${customerId} AND name = ${name}`.execute(
    transaction,
  );
}
