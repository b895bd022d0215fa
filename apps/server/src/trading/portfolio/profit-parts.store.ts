import { type Currency, type MarketKey, type Minor } from "@sanshi/money";
import {
  rows,
  sql,
  type Narrowed,
  type RawBuilder,
  type Reader,
} from "../../platform/sql/database.ts";
import type { MarketTradedRow, OwnFlowRow } from "./profit-parts.sql-types.ts";

export type MarketTraded = Narrowed<
  MarketTradedRow,
  { market: MarketKey; traded: Minor; dividends: Minor; interest_paid: Minor; fees: Minor }
>;

/** What everything that a customer ever traded has come to, per market. */
export function tradedByMarket(reader: Reader, customerId: bigint): Promise<MarketTraded[]> {
  return rows(
    reader,
    // In two parts, because what is live and what has ended have indexes of their own.
    sql<MarketTraded>`SELECT ${sums} FROM (
        ${traded(sql`customer_id = ${customerId} AND ended_at IS NULL`)} UNION ALL
        ${traded(sql`customer_id = ${customerId} AND ended_at IS NOT NULL`)}) everything
      GROUP BY market`,
  );
}

/** What one position has come to. */
export function tradedOf(reader: Reader, positionId: bigint): Promise<MarketTraded[]> {
  return rows(
    reader,
    sql<MarketTraded>`SELECT ${sums} FROM (${traded(sql`id = ${positionId}`)}) everything GROUP BY market`,
  );
}

const sums = sql`market, sum(traded)::bigint AS traded, sum(dividends)::bigint AS dividends,
  sum(interest_paid)::bigint AS interest_paid, sum(fees)::bigint AS fees`;

const traded = (which: RawBuilder<unknown>) => sql`
  SELECT market, CASE side WHEN 'long' THEN proceeds - cost ELSE cost - proceeds END AS traded,
    interest_paid, open_fee + close_fee + stamp_duty AS fees,
    (SELECT coalesce(sum(d.amount), 0) FROM position_action d
      JOIN corporate_action a ON a.id = d.action_id
      WHERE d.position_id = position.id AND a.kind = 'dividend') AS dividends
  FROM position WHERE ${which}`;

/** The ledger's words for what moves money between a wallet and the market. */
const tradingKinds = [
  ...["order_filled", "position_closed", "fill_reversed", "subscription_listed"],
  "stock_end_settled",
  "shares_exchanged",
  ...["dividend", "dividend_equivalent", "split_fraction"],
];
/** What was borrowed for a position, and what a short leaves as collateral, was never in the wallet. */
const lentPurposes = ["margin_debt", "short_collateral"];

export type OwnFlow = Narrowed<OwnFlowRow, { day: number; amount: Minor; currency: Currency }>;

/**
 * Own money that trading took and brought, by day (UTC), of all positions or of one. What had been frozen for an
 * order counts when it is spent.
 */
export function ownFlows(
  reader: Reader,
  customerId: bigint,
  wanted: { except: Currency; positionId?: bigint },
): Promise<OwnFlow[]> {
  const { except, positionId } = wanted;
  const ofOne = positionId === undefined ? sql`` : sql`AND p.cause_id = ${positionId}`;
  return rows(
    reader,
    sql<OwnFlow>`SELECT a.currency, date_trunc('day', p.happened_at, 'UTC') AS day,
        sum(p.amount)::bigint AS amount
      FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id AND p.version IS NOT NULL
      WHERE a.customer_id = ${customerId} AND a.currency <> ${except}
        AND a.purpose <> ALL (${lentPurposes}::text[])
        AND p.kind = ANY (${tradingKinds}::text[]) ${ofOne}
      GROUP BY a.currency, day ORDER BY day`,
  );
}
