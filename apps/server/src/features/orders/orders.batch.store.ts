import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import type { Pool } from "pg";
import { batchPostings } from "../../ledger/batch-postings.ts";
import { batchInput, type BatchColumn } from "../../platform/sql/batch-input.ts";

/**
 * The two statements of the order path. Each settles a whole batch in one round trip and one
 * transaction: what happened, its money and the answer to the request, or nothing of it.
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

const momentSql = `
  moment AS MATERIALIZED (
    SELECT now, now + interval '15 minutes' AS sellable,
      to_char(now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now_text,
      to_char((now + interval '15 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        AS sellable_text
    FROM (SELECT date_trunc('milliseconds', app_now()) AS now) clock
  )`;

const answerSql = `replace(replace(answer, '"${filledAtMark}"', '"' || now_text || '"'),
  '"${sellableAtMark}"', '"' || sellable_text || '"')`;

const quoteTimeSql = `'epoch'::timestamptz + quote_at * interval '1 millisecond'`;

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

/** The columns of a position that change, with their new values. */
export type PositionChange = {
  status: number;
  opened: Shares;
  closed: Shares;
  openPrice: Price | null;
  closeValue: bigint;
  cost: Minor;
  openFee: Minor;
  margin: Minor;
  reserved: Minor;
  basisClosed: Minor;
  proceeds: Minor;
  closeFee: Minor;
  stampDuty: Minor;
  realised: Minor;
  closingQuantity: Shares | null;
  closingPrice: Price | null;
};

export type Movement = {
  kind: string;
  available: Minor;
  reserved: Minor;
  market: Minor;
  fees: Minor;
  accounts: OrderAccounts;
};

/** A change of one position, or only a refusal to be kept under its request. */
export type AmendmentRow = {
  customerId: bigint;
  request: { id: string; inputHash: string } | null;
  answer: string | null;
  change: {
    positionId: bigint;
    /** The revision that was decided on. */
    revision: number;
    to: PositionChange;
    /** Sets the opening and sellable times, or the end, to the statement's moment. */
    opens: boolean;
    ends: boolean;
    movement: Movement | null;
    fill: FillRow | null;
  } | null;
};

const amendmentColumns: readonly BatchColumn<AmendmentRow>[] = [
  ["customer_id", "bigint", (row) => row.customerId],
  ["request_id", "uuid", ({ request }) => request?.id ?? null],
  ["input_hash", "bytea", ({ request }) => (request === null ? null : `\\x${request.inputHash}`)],
  ["answer", "text", (row) => row.answer],
  ["position_id", "bigint", ({ change }) => change?.positionId ?? null],
  ["revision", "int", ({ change }) => change?.revision ?? null],
  ["opens", "boolean", ({ change }) => change?.opens ?? false],
  ["ends", "boolean", ({ change }) => change?.ends ?? false],
  ["status", "smallint", ({ change }) => change?.to.status ?? null],
  ["opened", "bigint", ({ change }) => change?.to.opened ?? null],
  ["closed", "bigint", ({ change }) => change?.to.closed ?? null],
  ["open_price", "bigint", ({ change }) => change?.to.openPrice ?? null],
  ["close_value", "bigint", ({ change }) => change?.to.closeValue ?? null],
  ["cost", "bigint", ({ change }) => change?.to.cost ?? null],
  ["open_fee", "bigint", ({ change }) => change?.to.openFee ?? null],
  ["margin", "bigint", ({ change }) => change?.to.margin ?? null],
  ["reserved", "bigint", ({ change }) => change?.to.reserved ?? null],
  ["basis_closed", "bigint", ({ change }) => change?.to.basisClosed ?? null],
  ["proceeds", "bigint", ({ change }) => change?.to.proceeds ?? null],
  ["close_fee", "bigint", ({ change }) => change?.to.closeFee ?? null],
  ["stamp_duty", "bigint", ({ change }) => change?.to.stampDuty ?? null],
  ["realised", "bigint", ({ change }) => change?.to.realised ?? null],
  ["closing_quantity", "bigint", ({ change }) => change?.to.closingQuantity ?? null],
  ["closing_price", "bigint", ({ change }) => change?.to.closingPrice ?? null],
  ["fill_side", "text", ({ change }) => change?.fill?.side ?? null],
  ["fill_price", "bigint", ({ change }) => change?.fill?.price ?? null],
  ["fill_quantity", "bigint", ({ change }) => change?.fill?.quantity ?? null],
  ["fill_amount", "bigint", ({ change }) => change?.fill?.amount ?? null],
  ["fill_fee", "bigint", ({ change }) => change?.fill?.fee ?? null],
  ["fee_items", "text", ({ change }) => change?.fill?.feeItems ?? null],
  ["profit", "bigint", ({ change }) => change?.fill?.profit ?? null],
  ["feed", "text", ({ change }) => change?.fill?.quote.feed ?? null],
  ["quote_sequence", "bigint", ({ change }) => change?.fill?.quote.sequence ?? null],
  ["bid", "bigint", ({ change }) => change?.fill?.quote.bid ?? null],
  ["ask", "bigint", ({ change }) => change?.fill?.quote.ask ?? null],
  ["quote_at", "bigint", ({ change }) => change?.fill?.quote.at ?? null],
  ["kind", "text", ({ change }) => change?.movement?.kind ?? null],
  ["currency", "text", ({ change }) => change?.movement?.accounts.currency ?? null],
  ["available_account", "bigint", ({ change }) => change?.movement?.accounts.available ?? null],
  ["available_delta", "bigint", ({ change }) => change?.movement?.available ?? null],
  ["reserved_account", "bigint", ({ change }) => change?.movement?.accounts.reserved ?? null],
  ["reserved_delta", "bigint", ({ change }) => change?.movement?.reserved ?? null],
  ["market_account", "bigint", ({ change }) => change?.movement?.accounts.market ?? null],
  ["market_delta", "bigint", ({ change }) => change?.movement?.market ?? null],
  ["fees_account", "bigint", ({ change }) => change?.movement?.accounts.fees ?? null],
  ["fees_delta", "bigint", ({ change }) => change?.movement?.fees ?? null],
];

const amendmentInput = batchInput(amendmentColumns);

const amendmentSql = `
  WITH ${momentSql}, input AS MATERIALIZED (SELECT * FROM ${amendmentInput.from}),
  changed AS (
    UPDATE position p SET revision = p.revision + 1, status = i.status, opened = i.opened,
      closed = i.closed, open_price = i.open_price, close_value = i.close_value, cost = i.cost,
      open_fee = i.open_fee, margin = i.margin, reserved = i.reserved, basis_closed = i.basis_closed,
      proceeds = i.proceeds, close_fee = i.close_fee, stamp_duty = i.stamp_duty,
      realised = i.realised, closing_quantity = i.closing_quantity, closing_price = i.closing_price,
      opened_at = CASE WHEN i.opens THEN now ELSE opened_at END,
      sellable_at = CASE WHEN i.opens THEN sellable ELSE sellable_at END,
      ended_at = CASE WHEN i.ends THEN now ELSE ended_at END
    FROM input i CROSS JOIN moment
    WHERE p.id = i.position_id AND p.customer_id = i.customer_id AND p.revision = i.revision
    RETURNING i.*
  ), request AS (
    INSERT INTO client_request (customer_id, request_id, input_hash, answer)
    SELECT customer_id, request_id, input_hash, (${answerSql})::json
    FROM (
      SELECT customer_id, request_id, input_hash, answer FROM changed WHERE request_id IS NOT NULL
      UNION ALL
      SELECT customer_id, request_id, input_hash, answer FROM input WHERE position_id IS NULL
    ) answered CROSS JOIN moment
  ), filled AS (
    INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, profit, feed,
      quote_sequence, bid, ask, quote_at, filled_at)
    SELECT position_id, revision + 1, fill_side, fill_price, fill_quantity, fill_amount, fill_fee,
      fee_items::json, profit, feed, quote_sequence, bid, ask, ${quoteTimeSql}, now
    FROM changed CROSS JOIN moment WHERE fill_price IS NOT NULL
  ), movement AS MATERIALIZED (
    SELECT nextval('ledger_transfer_id') AS transfer_id, position_id AS cause_id, currency, kind,
      available_account, available_delta, reserved_account, reserved_delta,
      market_account, market_delta, fees_account, fees_delta
    FROM changed WHERE kind IS NOT NULL
  ), ${batchPostings}
  SELECT i.ordinal::int, i.position_id IS NULL OR c.ordinal IS NOT NULL, now_text
  FROM input i LEFT JOIN changed c ON c.ordinal = i.ordinal CROSS JOIN moment`;

/** `done` is false where somebody else changed the position since it was decided on. */
export type AmendmentResult = { done: boolean; filledAt: string };

/** Results in the order of the rows. A request id that was used meanwhile fails the whole batch. */
export async function writeAmendments(
  pool: Pool,
  rows: readonly AmendmentRow[],
): Promise<AmendmentResult[]> {
  const answer = await pool.query<[number, boolean, string]>({
    name: "orders-amend",
    text: amendmentSql,
    values: amendmentInput.encode(rows),
    rowMode: "array",
  });
  const results: AmendmentResult[] = [];
  for (const [ordinal, done, filledAt] of answer.rows) results[ordinal - 1] = { done, filledAt };
  return results;
}
