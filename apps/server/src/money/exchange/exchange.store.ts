import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  InsertExchangeRow,
  InsertQuoteRow,
  LockQuoteRow,
  StoredExchange,
  StoredQuote,
} from "./exchange.sql-types.ts";

export type { StoredQuote } from "./exchange.sql-types.ts";

/** What was offered, whoever it was offered to. */
export type Quote = Omit<StoredQuote, "customer_id">;
type NewQuote = Omit<Quote, "id"> & { customerId: bigint };

/** Quotes that nobody used are forgotten a day after they ended. */
export async function insertQuote(reader: Reader, quote: NewQuote): Promise<bigint> {
  await sql`DELETE FROM exchange_quote q WHERE customer_id = ${quote.customerId}
    AND expires_at < ${timestamp(quote.quoted_at)}::timestamptz - interval '1 day'
    AND NOT EXISTS (SELECT FROM currency_exchange e WHERE e.quote_id = q.id)`.execute(reader);
  const row = await firstRow(
    reader,
    sql<InsertQuoteRow>`INSERT INTO exchange_quote (customer_id, from_currency, to_currency, amount,
        receive, at_mid, per, mid, rate, feed, rates_sequence, rates_at, quoted_at, expires_at)
      VALUES (${quote.customerId}, ${quote.from_currency}, ${quote.to_currency}, ${quote.amount},
        ${quote.receive}, ${quote.at_mid}, ${quote.per}, ${quote.mid}, ${quote.rate}, ${quote.feed},
        ${quote.rates_sequence}, ${timestamp(quote.rates_at)}, ${timestamp(quote.quoted_at)},
        ${timestamp(quote.expires_at)})
      RETURNING id`,
  );
  if (row === undefined) throw new Error("no quote was kept");
  return row.id;
}

/**
 * Locked: whoever else wants to use it waits. Only the customer's own; with the app's time. Whether it is
 * used is looked up once it is locked: a statement sees nothing that was committed after it began, so that
 * whoever waited in this one would not see the exchange that they waited for.
 */
export async function lockQuote(
  transaction: Transaction,
  customerId: bigint,
  quoteId: bigint,
): Promise<(StoredQuote & { used: boolean; now: number }) | undefined> {
  const quote = await firstRow(
    transaction,
    sql<StoredQuote>`SELECT * FROM exchange_quote
      WHERE id = ${quoteId} AND customer_id = ${customerId} FOR UPDATE`,
  );
  const state = await firstRow(
    transaction,
    sql<LockQuoteRow>`SELECT app_now() AS now,
      EXISTS (SELECT FROM currency_exchange WHERE quote_id = ${quoteId}) AS used`,
  );
  return quote === undefined || state === undefined ? undefined : { ...quote, ...state };
}

export async function insertExchange(
  transaction: Transaction,
  exchange: { customerId: bigint; quoteId: bigint; at: number },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertExchangeRow>`INSERT INTO currency_exchange (customer_id, quote_id, exchanged_at)
      VALUES (${exchange.customerId}, ${exchange.quoteId}, ${timestamp(exchange.at)}) RETURNING id`,
  );
  if (row === undefined) throw new Error("no exchange was kept");
  return row.id;
}

export type { StoredExchange } from "./exchange.sql-types.ts";

export function listExchanges(
  reader: Reader,
  customerId: bigint,
  page: { before: bigint | null; limit: number },
): Promise<StoredExchange[]> {
  return rows(
    reader,
    sql<StoredExchange>`SELECT q.*, e.id, e.exchanged_at
      FROM currency_exchange e JOIN exchange_quote q ON q.id = e.quote_id
      WHERE e.customer_id = ${customerId} AND (${page.before}::bigint IS NULL OR e.id < ${page.before})
      ORDER BY e.id DESC LIMIT ${page.limit}`,
  );
}
