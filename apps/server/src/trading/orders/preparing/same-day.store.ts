import type { MarketKey } from "@sanshi/money";
import { settlementCurrency } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../../platform/sql/database.ts";
import type { MoneyAfterRow, SameDayFillsRow } from "./same-day.sql-types.ts";

export type SameDayWanted = { customerId: bigint; market: MarketKey; code: string; since: number };

export type SameDayFills = Narrowed<
  SameDayFillsRow,
  {
    ordinal: number;
    left_now: bigint;
    available: bigint;
    /** What closing orders wait for. */
    waiting: bigint;
    /** Side, quantity, amount and fee of each, its position and its moment. */
    fills: [string, string, string, string, string, string][];
  }
>;

/**
 * Of each stock that a customer is about to buy, the day's fills without credit in their order, with what is left of
 * its openings and what can be spent, all of one moment. A stock without a fill on the day has no row.
 */
export function sameDayFills(
  reader: Reader,
  wanted: readonly SameDayWanted[],
): Promise<SameDayFills[]> {
  return rows(
    reader,
    sql<SameDayFills>`SELECT i.ordinal::int AS ordinal, day.fills, day.left_now, day.waiting,
        (SELECT b.balance - b.floor FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
          WHERE a.customer_id = i.customer_id AND a.currency = i.currency AND a.purpose = 'available')
          AS available
      FROM unnest(${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ market }) => market)}::text[],
        ${wanted.map(({ market }) => settlementCurrency(market))}::text[],
        ${wanted.map(({ code }) => code)}::text[],
        ${wanted.map(({ since }) => timestamp(since))}::timestamptz[])
        WITH ORDINALITY AS i (customer_id, market, currency, code, since, ordinal)
      CROSS JOIN LATERAL (
        SELECT sum(own.left_now)::bigint AS left_now, sum(own.waiting)::bigint AS waiting,
          (SELECT json_agg(json_build_array(f.side, f.quantity::text, f.amount::text, f.fee::text,
              f.position_id::text, f.filled_at::text)
              ORDER BY f.filled_at, f.position_id, f.number)
            FROM fill f WHERE f.position_id = ANY (array_agg(own.id)) AND f.filled_at >= i.since) AS fills
        FROM (
          SELECT p.id, p.opened - p.closed AS left_now, p.closing_shares AS waiting FROM position p
          WHERE p.customer_id = i.customer_id AND p.market = i.market AND p.ended_at IS NULL
            AND p.code = i.code AND p.side = 'long' AND p.leverage = 1
          UNION ALL
          SELECT p.id, 0, 0 FROM position p
          WHERE p.customer_id = i.customer_id AND p.market = i.market AND p.ended_at >= i.since
            AND p.code = i.code AND p.side = 'long' AND p.leverage = 1
        ) own
      ) day
      WHERE day.fills IS NOT NULL`,
  );
}

export type FillMoment = { positionId: string; filledAt: string };

/**
 * What could be spent right after each fill of a day. The account's postings are followed back from its newest to the
 * last one before the day: each has the balance that it left.
 */
export function moneyAfter(
  reader: Reader,
  { customerId, market, since }: SameDayWanted,
  fills: readonly FillMoment[],
): Promise<MoneyAfter[]> {
  return rows(
    reader,
    sql<MoneyAfter>`WITH RECURSIVE account AS (
        SELECT a.id FROM ledger_account a WHERE a.customer_id = ${customerId}
          AND a.currency = ${settlementCurrency(market)} AND a.purpose = 'available'
      ), posted AS (
        (SELECT p.account_id, p.version, p.balance_after, p.happened_at, p.cause_id
          FROM account a CROSS JOIN LATERAL (SELECT * FROM ledger_posting p
            WHERE p.account_id = a.id AND p.version IS NOT NULL ORDER BY p.version DESC LIMIT 1) p)
        UNION ALL
        SELECT p.account_id, p.version, p.balance_after, p.happened_at, p.cause_id
        FROM posted later JOIN ledger_posting p
          ON p.account_id = later.account_id AND p.version = later.version - 1
        WHERE later.happened_at >= ${timestamp(since)}::timestamptz
      )
      -- Of several of one moment its own; an order that moved nothing just now was paid before.
      SELECT f.ordinal::int AS ordinal, (SELECT p.balance_after FROM posted p
          WHERE p.happened_at <= f.filled_at
          ORDER BY (p.happened_at = f.filled_at AND p.cause_id = f.position_id) DESC, p.version DESC
          LIMIT 1) AS money
      FROM unnest(${fills.map(({ positionId }) => BigInt(positionId))}::bigint[],
        ${fills.map(({ filledAt }) => filledAt)}::timestamptz[])
        WITH ORDINALITY AS f (position_id, filled_at, ordinal)
      ORDER BY f.ordinal`,
  );
}

export type MoneyAfter = Narrowed<MoneyAfterRow, { ordinal: number }>;
