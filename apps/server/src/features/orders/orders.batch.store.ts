import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import type { Pool } from "pg";
import { batchPostings } from "../../ledger/batch-postings.ts";
import { batchInput, type BatchColumn } from "../../platform/sql/batch-input.ts";

/**
 * The statement that opens; `amending.batch.store.ts` is the other one of the order path. Each settles
 * a whole batch in one round trip and one transaction: what happened, its money and the answer to the
 * request, or nothing of it.
 */

/** The quote that a fill was made at. */
export type FillQuote = { feed: string; sequence: bigint; bid: Price; ask: Price; at: number };

export type FillRow = {
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  /** JSON of the fee's items. */
  feeItems: string;
  profit: Minor | null;
  quote: FillQuote;
};

/** The ledger accounts that an order touches. */
export type OrderAccounts = {
  currency: string;
  available: bigint;
  reserved: bigint;
  market: bigint;
  fees: bigint;
};

/** What an answer says where only the statement knows the time. */
export const filledAtMark = "@filled_at";
export const sellableAtMark = "@sellable_at";

export const momentSql = `
  moment AS MATERIALIZED (
    SELECT now, now + interval '15 minutes' AS sellable,
      to_char(now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now_text,
      to_char((now + interval '15 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        AS sellable_text
    FROM (SELECT date_trunc('milliseconds', app_now()) AS now) clock
  )`;

export const answerSql = `replace(replace(answer, '"${filledAtMark}"', '"' || now_text || '"'),
  '"${sellableAtMark}"', '"' || sellable_text || '"')`;

export const quoteTimeSql = `'epoch'::timestamptz + quote_at * interval '1 millisecond'`;

/** An opening order as decided; `order` is null where the decision was a refusal. */
export type OpeningRow = {
  customerId: bigint;
  requestId: string;
  /** SHA-256 of the input, hexadecimal. */
  inputHash: string;
  answer: string;
  order: OpenedOrder | null;
};

export type OpenedOrder = {
  verdict: "fill" | "wait";
  positionId: bigint;
  market: MarketKey;
  code: string;
  kind: "market" | "limit";
  quantity: Shares;
  limit: Price | null;
  /** The fill's price, or the limit that waits. */
  price: Price;
  amount: Minor;
  fee: Minor;
  feeItems: string;
  quote: FillQuote;
  accounts: OrderAccounts;
};

const openingColumns: readonly BatchColumn<OpeningRow>[] = [
  ["customer_id", "bigint", (row) => row.customerId],
  ["request_id", "uuid", (row) => row.requestId],
  ["input_hash", "bytea", (row) => `\\x${row.inputHash}`],
  ["answer", "text", (row) => row.answer],
  ["verdict", "text", ({ order }) => order?.verdict ?? "refused"],
  ["position_id", "bigint", ({ order }) => order?.positionId ?? null],
  ["market", "text", ({ order }) => order?.market ?? null],
  ["code", "text", ({ order }) => order?.code ?? null],
  ["kind", "text", ({ order }) => order?.kind ?? null],
  ["quantity", "bigint", ({ order }) => order?.quantity ?? null],
  ["limit_price", "bigint", ({ order }) => order?.limit ?? null],
  ["price", "bigint", ({ order }) => order?.price ?? null],
  ["amount", "bigint", ({ order }) => order?.amount ?? null],
  ["fee", "bigint", ({ order }) => order?.fee ?? null],
  ["fee_items", "text", ({ order }) => order?.feeItems ?? null],
  ["feed", "text", ({ order }) => order?.quote.feed ?? null],
  ["quote_sequence", "bigint", ({ order }) => order?.quote.sequence ?? null],
  ["bid", "bigint", ({ order }) => order?.quote.bid ?? null],
  ["ask", "bigint", ({ order }) => order?.quote.ask ?? null],
  ["quote_at", "bigint", ({ order }) => order?.quote.at ?? null],
  ["currency", "text", ({ order }) => order?.accounts.currency ?? null],
  ["available_account", "bigint", ({ order }) => order?.accounts.available ?? null],
  ["reserved_account", "bigint", ({ order }) => order?.accounts.reserved ?? null],
  ["market_account", "bigint", ({ order }) => order?.accounts.market ?? null],
  ["fees_account", "bigint", ({ order }) => order?.accounts.fees ?? null],
];

const openingInput = batchInput(openingColumns);
const waitingMaxParameter = `$${openingColumns.length + 1}`;

const openingSql = `
  WITH ${momentSql}, input AS MATERIALIZED (SELECT * FROM ${openingInput.from}),
  checked AS MATERIALIZED (
    SELECT i.*, CASE
        WHEN i.verdict = 'refused' THEN 'refused'
        WHEN c.state IN ('frozen', 'banned') THEN 'account_frozen'
        WHEN c.state = 'trading_disabled' THEN 'trading_disabled'
        WHEN i.verdict = 'wait' AND (SELECT count(*) FROM position p
          WHERE p.customer_id = i.customer_id AND p.status IN (1, 3)) >= ${waitingMaxParameter}::int
          THEN 'orders_waiting_too_many'
        WHEN b.balance - b.floor < i.amount + i.fee THEN 'insufficient_balance'
        ELSE i.verdict
      END AS result
    FROM input i JOIN customer c ON c.id = i.customer_id
    LEFT JOIN ledger_balance b ON b.account_id = i.available_account
  ), request AS (
    INSERT INTO client_request (customer_id, request_id, input_hash, answer)
    SELECT customer_id, request_id, input_hash, (CASE
        WHEN result IN ('fill', 'wait', 'refused') THEN ${answerSql}
        WHEN result = 'orders_waiting_too_many'
          THEN '{"refused":"orders_waiting_too_many","params":{"max":"' || ${waitingMaxParameter}::int || '"}}'
        ELSE '{"refused":"' || result || '"}'
      END)::json
    FROM checked CROSS JOIN moment
    ON CONFLICT DO NOTHING RETURNING customer_id
  ), settled AS MATERIALIZED (
    SELECT c.*, r.customer_id IS NOT NULL AS is_first
    FROM checked c LEFT JOIN request r ON r.customer_id = c.customer_id
  ), good AS (
    SELECT * FROM settled WHERE is_first AND result IN ('fill', 'wait')
  ), opened AS (
    INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage, status,
      quantity, limit_price, opened, open_price, cost, open_fee, margin, reserved,
      placed_at, opened_at, sellable_at)
    SELECT position_id, customer_id, market, code, 'long', kind, 'until_cancelled', 1,
      CASE WHEN result = 'fill' THEN 0 ELSE 3 END, quantity, limit_price,
      CASE WHEN result = 'fill' THEN quantity ELSE 0 END,
      CASE WHEN result = 'fill' THEN price END,
      CASE WHEN result = 'fill' THEN amount ELSE 0 END,
      CASE WHEN result = 'fill' THEN fee ELSE 0 END,
      CASE WHEN result = 'fill' THEN amount ELSE 0 END,
      CASE WHEN result = 'fill' THEN 0 ELSE amount + fee END,
      now, CASE WHEN result = 'fill' THEN now END, CASE WHEN result = 'fill' THEN sellable END
    FROM good CROSS JOIN moment
  ), filled AS (
    INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, feed,
      quote_sequence, bid, ask, quote_at, filled_at)
    SELECT position_id, 0, 'buy', price, quantity, amount, fee, fee_items::json, feed,
      quote_sequence, bid, ask, ${quoteTimeSql}, now
    FROM good CROSS JOIN moment WHERE result = 'fill'
  ), movement AS MATERIALIZED (
    SELECT nextval('ledger_transfer_id') AS transfer_id, position_id AS cause_id, currency,
      CASE WHEN result = 'fill' THEN 'order_filled' ELSE 'order_reserved' END AS kind,
      available_account, -(amount + fee) AS available_delta,
      reserved_account, CASE WHEN result = 'fill' THEN 0 ELSE amount + fee END AS reserved_delta,
      market_account, CASE WHEN result = 'fill' THEN amount ELSE 0 END AS market_delta,
      fees_account, CASE WHEN result = 'fill' THEN fee ELSE 0 END AS fees_delta
    FROM good
  ), ${batchPostings}
  SELECT s.ordinal::int, s.result, s.is_first, now_text, sellable_text FROM settled s CROSS JOIN moment`;

export type OpeningResult = {
  /** `fill`, `wait`, `refused`, or the code of a refusal that the statement found. */
  result: string;
  /** False where the request id was known before: the first answer counts. */
  isFirst: boolean;
  filledAt: string;
  sellableAt: string;
};

/** Results in the order of the rows. Fails as a whole where a balance would fall below its floor. */
export async function writeOpenings(
  pool: Pool,
  rows: readonly OpeningRow[],
  waitingMax: number,
): Promise<OpeningResult[]> {
  const answer = await pool.query<[number, string, boolean, string, string]>({
    name: "orders-open",
    text: openingSql,
    values: [...openingInput.encode(rows), waitingMax],
    rowMode: "array",
  });
  const results: OpeningResult[] = [];
  for (const [ordinal, result, isFirst, filledAt, sellableAt] of answer.rows) {
    results[ordinal - 1] = { result, isFirst, filledAt, sellableAt };
  }
  return results;
}
