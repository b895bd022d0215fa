import type { Minor, Price, Shares } from "@sanshi/money";
import type { Pool } from "pg";
import { batchPostings } from "../../ledger/batch-postings.ts";
import { batchInput, type BatchColumn } from "../../platform/sql/batch-input.ts";
import {
  answerSql,
  momentSql,
  quoteTimeSql,
  type FillRow,
  type OrderAccounts,
} from "./orders.batch.store.ts";

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
