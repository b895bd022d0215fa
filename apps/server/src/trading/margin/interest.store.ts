import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { AccruingPositionRow } from "./interest.sql-types.ts";

export type AccruingPosition = Narrowed<
  AccruingPositionRow,
  { opened_at: number; interest_through: LocalDate | null }
>;

/** Leveraged and short positions of a market whose interest was last reckoned before `through`. */
export function accruingPositions(
  reader: Reader,
  market: MarketKey,
  through: LocalDate,
  after: { customerId: bigint; positionId: bigint },
  limit: number,
): Promise<AccruingPosition[]> {
  return rows(
    reader,
    sql<AccruingPosition>`SELECT id, customer_id, revision, market, side, opened_at, margin_left,
        borrowed_left, collateral_left, interest_units, interest_through::text AS interest_through
      FROM position
      WHERE ended_at IS NULL AND (leverage > 1 OR side = 'short') AND market = ${market}
        AND (interest_through IS NULL OR interest_through < ${through}::date)
        AND (customer_id, id) > (${after.customerId}::bigint, ${after.positionId}::bigint)
      ORDER BY customer_id, id LIMIT ${limit}`,
  );
}
