import type { MarketKey, Price, Shares } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  BuyInRow,
  PoolsOfRow,
  RecallOfRow,
  StandingPoolsRow,
} from "./share-pool.sql-types.ts";

/** A stock of which anything is lent or short. `short_value` is what its shorts sold it for, in price units. */
export type StoredPool = Narrowed<PoolsOfRow, { code: string; short_value: bigint }>;

/** Who lends a market's stocks, or one of them, and what is short of them is worth. */
export function poolsOf(
  reader: Reader,
  market: MarketKey,
  code: string | null,
): Promise<StoredPool[]> {
  return rows(
    reader,
    sql<StoredPool>`SELECT coalesce(l.code, s.code) AS code, coalesce(l.lenders, 0)::int AS lenders,
        coalesce(s.value, 0)::bigint AS short_value
      FROM (SELECT code, count(DISTINCT customer_id) AS lenders FROM position
        WHERE market = ${market} AND lent > 0 AND (${code}::text IS NULL OR code = ${code})
        GROUP BY code) l
      FULL JOIN (SELECT code, sum((opened - closed) * open_price) AS value
        FROM position
        WHERE market = ${market} AND ended_at IS NULL AND (leverage > 1 OR side = 'short')
          AND side = 'short' AND (${code}::text IS NULL OR code = ${code})
        GROUP BY code) s ON s.code = l.code
      ORDER BY 1`,
  );
}

/** What is lent and short now of a market's stocks, from the running totals: it costs the same however many are short. */
export function standingPools(
  reader: Reader,
  market: MarketKey,
): Promise<Narrowed<StandingPoolsRow, { code: string; lent: Shares; short: Shares }>[]> {
  return rows(
    reader,
    sql<Narrowed<StandingPoolsRow, { code: string; lent: Shares; short: Shares }>>`
      SELECT code, lent, short FROM share_pool WHERE market = ${market}`,
  );
}

/** What is recalled of a lent position, or of what a short has borrowed, and is not back yet. */
export type RecallOf = Narrowed<RecallOfRow, { quantity: Shares; due_at: number }>;

/** By their deadlines: a short may have several. */
export function recallsOfPosition(reader: Reader, positionId: bigint): Promise<RecallOf[]> {
  return rows(
    reader,
    sql<RecallOf>`SELECT quantity, due_at FROM (
        SELECT least(r.quantity - r.returned, p.lent)::bigint AS quantity, r.due_at
        FROM share_recall r JOIN position p ON p.id = r.position_id
        WHERE r.position_id = ${positionId} AND r.ended_at IS NULL
        UNION ALL
        SELECT least(n.quantity, p.opened - p.closed - n.keeps)::bigint, n.due_at
        FROM share_recall_notice n JOIN position p ON p.id = n.position_id
        WHERE n.position_id = ${positionId} AND n.ended_at IS NULL) recalled
      WHERE quantity > 0 ORDER BY due_at`,
  );
}

export type BuyIn = Narrowed<BuyInRow, { quantity: Shares; price: Price; rule_since: LocalDate }>;

/** The oldest first. */
export function buyInsOf(reader: Reader, positionId: bigint): Promise<BuyIn[]> {
  return rows(
    reader,
    sql<BuyIn>`SELECT b.quantity, b.price, b.bought_at, n.due_at, n.rule, n.rule_since::text AS rule_since
      FROM share_buy_in b JOIN share_recall_notice n ON n.id = b.notice_id
      WHERE b.position_id = ${positionId} ORDER BY b.number`,
  );
}
