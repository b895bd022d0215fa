import type { Currency, Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { TradeFlowsRow } from "./settlement.sql-types.ts";

/** A currency's trades of a span of the app's time, and when they settle. */
export type TradeSpan = {
  currency: Currency;
  settlesOn: LocalDate;
  from: number;
  until: number | null;
};

export type TradeFlowRow = Narrowed<
  TradeFlowsRow,
  { currency: Currency; settles_on: LocalDate; amount: Minor }
>;

/**
 * What the customer's trades of each span moved, by currency and settlement date: on the available money and
 * on what orders reserve, between which they draw. An account's postings are read from the newest back, no
 * further than its trades can lie: the app's clock never goes slower than the database's, so what happened
 * within so long on the one was written within so long on the other.
 */
export function tradeFlows(
  reader: Reader,
  customerId: bigint,
  spans: readonly TradeSpan[],
  longestMs: number,
): Promise<TradeFlowRow[]> {
  return rows(
    reader,
    sql<TradeFlowRow>`
      WITH span AS MATERIALIZED (
        SELECT * FROM unnest(${spans.map(({ currency }) => currency)}::text[],
          ${spans.map(({ settlesOn }) => settlesOn)}::text[],
          ${spans.map(({ from }) => timestamp(from))}::timestamptz[],
          ${spans.map(({ until }) => (until === null ? null : timestamp(until)))}::timestamptz[])
          AS s (currency, settles_on, begins, ends)
      ), account AS MATERIALIZED (
        SELECT a.id, a.currency, coalesce((SELECT p.version FROM ledger_posting p
          WHERE p.account_id = a.id AND p.version IS NOT NULL
            AND p.recorded_at < real_now() - ${longestMs}::float8 * interval '1 millisecond'
          ORDER BY p.version DESC LIMIT 1), 0) AS seen
        FROM ledger_account a WHERE a.customer_id = ${customerId}
          AND a.purpose IN ('available', 'reserved_orders')
          AND a.currency IN (SELECT currency FROM span)
      )
      SELECT span.currency, span.settles_on, sum(p.amount)::bigint AS amount
      FROM account JOIN ledger_posting p ON p.account_id = account.id AND p.version > account.seen
        AND p.kind IN ('order_filled', 'position_closed', 'fill_reversed')
      JOIN span ON span.currency = account.currency AND p.happened_at >= span.begins
        AND (span.ends IS NULL OR p.happened_at < span.ends)
      GROUP BY span.currency, span.settles_on ORDER BY span.currency, span.settles_on`,
  );
}
