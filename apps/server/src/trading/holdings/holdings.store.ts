import type { MarketKey, Minor } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { CostEventRow, DividendsOfRow, EndedInStocksRow } from "./holdings.sql-types.ts";

export type EndedInStock = Narrowed<
  EndedInStocksRow,
  { opened_at: number; ended_at: number; ended_microseconds: bigint }
>;

/**
 * What was bought of some stocks with one's own money and is all sold, a page of it, the newest end first: at first
 * what ended since a moment, then what lies behind the last of a page.
 */
export function endedInStocks(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  wanted: { codes: readonly string[]; from: number | EndedInStock; limit: number },
): Promise<EndedInStock[]> {
  const { codes, from, limit } = wanted;
  const part =
    typeof from === "number"
      ? sql`ended_at >= ${timestamp(from)}`
      : sql`(ended_at, id) < ('epoch'::timestamptz
          + ${from.ended_microseconds}::bigint * interval '1 microsecond', ${from.id}::bigint)`;
  return rows(
    reader,
    sql<EndedInStock>`SELECT id, code, opened_at, ended_at,
        (extract(epoch FROM ended_at) * 1000000)::bigint AS ended_microseconds
      FROM position
      WHERE customer_id = ${customerId} AND market = ${market} AND ended_at IS NOT NULL
        AND side = 'long' AND leverage = 1 AND code = ANY (${[...codes]}::text[]) AND ${part}
      ORDER BY ended_at DESC, id DESC LIMIT ${limit}`,
  );
}

export type CostEventRecord = Narrowed<
  CostEventRow,
  { kind: "bought" | "sold" | "split"; at: number }
>;

/**
 * What of these positions was bought, sold and split, in order of time. What is filled in the moment of a
 * split is of the new shares. What else happened in one moment was bought before it was sold, as statements have a
 * day's purchases before its sales.
 */
export function costEvents(
  reader: Reader,
  positionIds: readonly bigint[],
): Promise<CostEventRecord[]> {
  const ids = [...positionIds];
  return rows(
    reader,
    sql<CostEventRecord>`SELECT position_id, kind, quantity, amount, fee, action_id, numerator, denominator, at
      FROM (
        SELECT position_id, number, CASE WHEN profit IS NULL THEN 'bought' ELSE 'sold' END AS kind,
          quantity, amount, fee, NULL::bigint AS action_id, NULL::bigint AS numerator,
          NULL::bigint AS denominator, filled_at AS at, 1 + (profit IS NOT NULL)::int AS place
        FROM fill WHERE position_id = ANY (${ids}::bigint[])
        UNION ALL
        SELECT d.position_id, 0, 'split', NULL, NULL, NULL, a.id, a.numerator, a.denominator,
          d.applied_at, 0
        FROM position_action d JOIN corporate_action a ON a.id = d.action_id
        WHERE d.position_id = ANY (${ids}::bigint[]) AND a.kind = 'split'
      ) happened
      ORDER BY at, place, action_id, position_id, number`,
  );
}

export type Dividends = Narrowed<DividendsOfRow, { amount: Minor }>;

/** What dividends have brought each of these positions, or cost it. */
export function dividendsOf(reader: Reader, positionIds: readonly bigint[]): Promise<Dividends[]> {
  return rows(
    reader,
    sql<Dividends>`SELECT d.position_id, sum(d.amount)::bigint AS amount
      FROM position_action d JOIN corporate_action a ON a.id = d.action_id
      WHERE d.position_id = ANY (${[...positionIds]}::bigint[]) AND a.kind = 'dividend'
      GROUP BY d.position_id`,
  );
}
