import { workingOrdersMax, type OrderKind, type TimeInForce } from "@sanshi/contract";
import { type Currency, type MarketKey, type Minor, type Price, type Shares } from "@sanshi/money";
import { legsOf } from "../../../ledger/leg-postings.ts";
import { requestsFrom } from "../../../platform/client-requests.ts";
import type { BatchConnections } from "../../../platform/sql/batch-connections.ts";
import { batchInput, ordinalColumn, type BatchColumn } from "../../../platform/sql/batch-input.ts";
import { beginPositions } from "../../positions/positions.ts";
import {
  deltas,
  formParts,
  houseLegs,
  type BatchForm,
  type FormParts,
} from "./opening-forms.store.ts";
import { openingResults, type OpeningResults } from "./opening-results.store.ts";
import {
  exitInput,
  placeExits,
  type BornExit,
  type ExitRow,
  type OrderExit,
} from "./exits.store.ts";

/**
 * The statement that opens; `changes.store.ts` is the other one of the order path. Each settles
 * a whole batch in one round trip and one transaction: what happened, its money and the answer to the
 * request, or nothing of it.
 */

/** The quote that a fill was made at. */
export type FillQuote = { feed: string; sequence: bigint; bid: Price; ask: Price; at: number };

export function fillQuote(quote: FillQuote): FillQuote {
  const { feed, sequence, bid, ask, at } = quote;
  return { feed, sequence, bid, ask, at };
}

export type FillRow = {
  /** The order that is filled; null of a forced sale, and of what is settled at a stock's end. */
  orderId: bigint | null;
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

/** Every ledger account that trading in a market's currency can touch, of the customer and the house. */
export type TradingAccounts = {
  currency: Currency;
  available: bigint;
  reserved: bigint;
  marginDebt: bigint;
  shortCollateral: bigint;
  shortfall: bigint;
  market: bigint;
  fees: bigint;
  interest: bigint;
};

/** What an answer says where only the statement knows the time. */
export const filledAtMark = "@filled_at";
export const sellableAtMark = "@sellable_at";

/**
 * Nothing is filled before its quote was made: while a step of the clock is not noticed yet, this process is ahead of
 * the database. `quotedAt` is SQL for the milliseconds of the newest quote that is filled at; null of none.
 */
export const momentSql = (quotedAt: string) => `
  moment AS MATERIALIZED (
    SELECT now, now + interval '15 minutes' AS sellable,
      to_char(now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now_text,
      to_char((now + interval '15 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        AS sellable_text
    FROM (SELECT date_trunc('milliseconds', greatest(app_now(),
        'epoch'::timestamptz + (${quotedAt}) * interval '1 millisecond')) AS now OFFSET 0) clock
  )`;

export const answerSql = `replace(replace(answer, '"${filledAtMark}"', '"' || now_text || '"'),
  '"${sellableAtMark}"', '"' || sellable_text || '"')`;

export const quoteTimeSql = `'epoch'::timestamptz + quote_at * interval '1 millisecond'`;

/**
 * An opening order as decided; `order` is null where the decision was a refusal. `answer` is null of
 * an order that is filled at once and as a whole: its answer is kept as the position and its first
 * fill, from which the same letters are made again. Any other answer is kept as text.
 */
export type OpeningRow = {
  customerId: bigint;
  requestId: string;
  /** SHA-256 of the input, hexadecimal. */
  inputHash: string;
  answer: string | null;
  /** Of the same customer's orders before it in the batch: how many would wait, */
  waitsBefore: number;
  /** and what they would take from the account that this one is paid from, and borrow with it. */
  spentBefore: bigint;
  lentBefore: bigint;
  order: OpenedOrder | null;
};

export type OpenedOrder = {
  positionId: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  timeInForce: TimeInForce;
  leverage: number;
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  /** At which the money of what waits at the market is held; null where its own prices say it. */
  holdPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  doNotReduce: boolean;
  isExtended: boolean;
  expiresAt: number | null;
  /** What is filled at once; zero while all of it waits. */
  opened: Shares;
  /** The average of the fill, or the limit or stop that waits. */
  price: Price;
  /** Of what is filled. */
  amount: Minor;
  fee: Minor;
  margin: Minor;
  feeItems: string;
  /** JSON of the levels that were taken, where there was more than one. */
  levels: string | null;
  /** Price times shares of what is filled. */
  value: bigint;
  /** Held for what waits; zero where nothing does. */
  reserved: Minor;
  /** What leverage lends, of what waits too. */
  credit: Minor;
  /** For parts of it: as they were asked, and those that work at once because the order ends as it is placed. */
  exits: readonly OrderExit[];
  closings: readonly BornExit[];
  quote: FillQuote;
  accounts: TradingAccounts;
};

/** Null where the order does not touch the account: it is neither sent nor looked up. */
const account =
  (name: Exclude<keyof TradingAccounts, "currency">, isTouched: (order: OpenedOrder) => boolean) =>
  ({ order }: OpeningRow): bigint | null =>
    order !== null && isTouched(order) ? order.accounts[name] : null;

/**
 * What is read oftenest and of every order stands first: a row that is kept within the statement is read from its
 * beginning up to the last column that is asked for.
 */
const keptColumns: readonly BatchColumn<OpeningRow>[] = [
  ["customer_id", "bigint", (row) => row.customerId],
  ["request_id", "uuid", (row) => row.requestId],
  ["input_hash", "bytea", (row) => `\\x${row.inputHash}`],
  ["answer", "text", (row) => row.answer],
  ["position_id", "bigint", ({ order }) => order?.positionId ?? null],
  ["currency", "text", ({ order }) => order?.accounts.currency ?? null],
  ["amount", "bigint", ({ order }) => order?.amount ?? null],
  ["fee", "bigint", ({ order }) => order?.fee ?? null],
  ["margin", "bigint", ({ order }) => order?.margin ?? null],
  ["reserved", "bigint", ({ order }) => order?.reserved ?? null, 0n],
  ["credit", "bigint", ({ order }) => order?.credit ?? null, 0n],
  ["opened", "bigint", ({ order }) => order?.opened ?? null],
  ["price", "bigint", ({ order }) => order?.price ?? null],
  ["value", "bigint", ({ order }) => order?.value ?? null],
  ["is_short", "boolean", ({ order }) => order?.side === "short", false],
  ["available_account", "bigint", ({ order }) => order?.accounts.available ?? null],
  ["market_account", "bigint", ({ order }) => order?.accounts.market ?? null],
  ["fees_account", "bigint", account("fees", (order) => order.fee > 0n)],
  ["reserved_account", "bigint", account("reserved", (order) => order.reserved > 0n)],
  ["debt_account", "bigint", account("marginDebt", (order) => order.credit > 0n)],
  ["collateral_account", "bigint", account("shortCollateral", (order) => order.side === "short")],
  ["market", "text", ({ order }) => order?.market ?? null],
  ["code", "text", ({ order }) => order?.code ?? null],
  ["leverage", "smallint", ({ order }) => order?.leverage ?? null, 1],
  ["kind", "text", ({ order }) => order?.kind ?? null, "market"],
  ["time_in_force", "text", ({ order }) => order?.timeInForce ?? null, "until_cancelled"],
  ["limit_price", "bigint", ({ order }) => order?.limit ?? null],
  ["take_profit", "bigint", ({ order }) => order?.takeProfit ?? null],
  ["stop_loss", "bigint", ({ order }) => order?.stopLoss ?? null],
  ["closing_shares", "bigint", ({ order }) => sharesOf(order?.closings), 0n],
  ["do_not_reduce", "boolean", ({ order }) => order?.doNotReduce ?? false, false],
  ["extended_hours", "boolean", ({ order }) => order?.isExtended ?? false, false],
  ["quantity", "bigint", ({ order }) => order?.quantity ?? null],
  ["fee_items", "text", ({ order }) => order?.feeItems ?? null],
  ["levels", "text", ({ order }) => order?.levels ?? null],
  ["feed", "text", ({ order }) => order?.quote.feed ?? null],
  ["quote_sequence", "bigint", ({ order }) => order?.quote.sequence ?? null],
  ["bid", "bigint", ({ order }) => order?.quote.bid ?? null],
  ["ask", "bigint", ({ order }) => order?.quote.ask ?? null],
  ["quote_at", "bigint", ({ order }) => order?.quote.at ?? null],
  ["stop_price", "bigint", ({ order }) => order?.stop ?? null],
  ["hold_price", "bigint", ({ order }) => order?.holdPrice ?? null],
  ["expires_at", "bigint", ({ order }) => order?.expiresAt ?? null],
];

/** What an order is only held against. */
const heldAgainst: readonly BatchColumn<OpeningRow>[] = [
  ["waits_before", "int", (row) => row.waitsBefore, 0],
  ["spent_before", "bigint", (row) => row.spentBefore, 0n],
  ["lent_before", "bigint", (row) => row.lentBefore, 0n],
  ["shortfall_account", "bigint", ({ order }) => order?.accounts.shortfall ?? null],
];

const openingColumns = [...keptColumns, ...heldAgainst, ordinalColumn];

/** Null of nothing, as nearly every order has it. */
const sharesOf = (closings: readonly OrderExit[] = []): bigint | null =>
  closings.length === 0 ? null : closings.reduce((sum, { quantity }) => sum + quantity, 0n);

const openingInput = batchInput(openingColumns);
const keptNames = keptColumns.map(([name]) => name).join(", ");
const waitingMaxParameter = `$${openingColumns.length + 1}`;
const exits = exitInput(openingColumns.length + 1);

function exitRows(rows: readonly OpeningRow[]): ExitRow[] {
  return rows.flatMap(({ order }, index): ExitRow[] => {
    if (order === null) return [];
    const row = index + 1;
    return order.reserved === 0n
      ? order.closings.map((exit) => ({ row, exit, works: exit }))
      : order.exits.map((exit) => ({ row, exit, works: null }));
  });
}

/** What is owed in the currency's own decimals, as the code would write it. */
const owedSql = `CASE WHEN currency = 'JPY' THEN (-owed)::text
  ELSE (-owed / 100) || '.' || lpad((-owed % 100)::text, 2, '0') END`;

// Several orders of one customer are taken in their order, each with what those before it leave. What
// it cannot afford after them, but could without them, is decided again: one before it may turn out
// to be known or refused.
//
// What is looked up for one row stands as a subquery of its own: a join may be planned as one look
// through everybody's rows, as long as there are few, and the plan stays.
const openingSql = (part: FormParts) => `
  WITH ${momentSql(`SELECT max(quote_at) FROM ${openingInput.only("quote_at", "opened")} WHERE opened > 0`)}, checked AS MATERIALIZED (
    SELECT CASE
        WHEN i.known IS NOT NULL THEN 'known'
        WHEN i.position_id IS NULL THEN 'refused'
        WHEN i.state IN ('frozen', 'banned') THEN 'account_frozen'
        WHEN i.state = 'trading_disabled' THEN 'trading_disabled'
        WHEN i.waiting >= ${waitingMaxParameter}::int THEN 'orders_waiting_too_many'
        WHEN i.waiting + i.waits_before >= ${waitingMaxParameter}::int THEN 'again'
        WHEN i.owed < 0 THEN 'unpaid_debt'
        WHEN i.called IS NOT NULL THEN 'margin_call_open'
        WHEN i.affordable < i.total THEN 'insufficient_balance'
        WHEN i.own < i.total THEN 'insufficient_own_money'
        WHEN i.lendable < i.credit THEN 'insufficient_credit_limit'
        WHEN i.affordable < i.spent_before + i.total
          OR i.own < i.spent_before + i.total
          OR i.lendable < i.lent_before + i.credit
          THEN 'again'
        WHEN i.opened > 0 THEN 'fill'
        ELSE 'wait'
      END AS result, ordinal, owed, total, is_whole, ${keptNames}
    FROM (
      SELECT i.*, i.margin + i.fee + i.reserved AS total, i.opened = i.quantity AS is_whole,
        ${part.known} AS known,
        (SELECT state FROM customer c WHERE c.id = i.customer_id) AS state,
        ${part.waiting} AS waiting,
        (SELECT balance - floor FROM ledger_balance b WHERE b.account_id = i.available_account)
          AS affordable,
        (SELECT 1 FROM margin_call m WHERE m.customer_id = i.customer_id AND m.market = i.market
          AND m.restored_at IS NULL) AS called,
        ${part.lendable} AS lendable,
        (SELECT balance FROM ledger_balance b WHERE b.account_id = i.shortfall_account) AS owed,
        ${part.own} AS own
      FROM ${openingInput.from} OFFSET 0
    ) i
  ), request AS (
${requestsFrom(`
    SELECT customer_id, request_id, input_hash, (CASE
        WHEN result IN ('fill', 'wait', 'refused') THEN ${answerSql}
        WHEN result = 'orders_waiting_too_many'
          THEN '{"refused":"orders_waiting_too_many","params":{"max":"' || ${waitingMaxParameter}::int || '"}}'
        WHEN result = 'unpaid_debt' THEN '{"refused":"unpaid_debt","params":{"amount":"' || ${owedSql}
          || '","currency":"' || currency || '"}}'
        ELSE '{"refused":"' || result || '"}'
      END)::json AS answer,
      CASE WHEN result = 'fill' AND answer IS NULL THEN position_id END AS position_id
    FROM checked CROSS JOIN moment WHERE result NOT IN ('known', 'again')`)}
  ), opened AS (
${beginPositions(`
      SELECT position_id AS id, customer_id, market, code,
        CASE WHEN is_short THEN 'short' ELSE 'long' END AS side, leverage,
        CASE WHEN is_whole THEN kind END AS kind,
        CASE WHEN is_whole THEN time_in_force END AS time_in_force,
        CASE WHEN is_whole THEN limit_price END AS limit_price, 0 AS revision, take_profit, stop_loss,
        opened, price AS open_price, value AS open_value, amount AS cost, fee AS open_fee, margin, amount - margin AS borrowed,
        margin AS margin_left, amount - margin AS borrowed_left,
        CASE WHEN is_short THEN amount + margin ELSE 0 END AS collateral_left,
        CASE WHEN closing_shares > 0 THEN 'closing' ELSE 'holding' END AS state, closing_shares, do_not_reduce, extended_hours
      FROM checked WHERE result = 'fill'`)}
  ), ${part.orders}filled AS (
    INSERT INTO fill (position_id, number, order_id, side, price, quantity, amount, fee, fee_items, levels,
      feed, quote_sequence, bid, ask, quote_at, filled_at)
    SELECT position_id, 0, position_id, CASE WHEN is_short THEN 'sell' ELSE 'buy' END, price, opened, amount, fee,
      fee_items::json, levels::json, feed, quote_sequence, bid, ask, ${quoteTimeSql}, now
    FROM checked CROSS JOIN moment WHERE result = 'fill'
  ), ${part.loans}${part.exits} movement AS MATERIALIZED (
    SELECT nextval('ledger_transfer_id') AS transfer_id, position_id AS cause_id, currency,
      CASE WHEN result = 'fill' THEN 'order_filled' ELSE 'order_reserved' END AS kind,
      ${[...part.legs, ...houseLegs].map((leg) => `${leg}_account, ${deltas[leg]} AS ${leg}_delta`).join(", ")}
    FROM checked WHERE result IN ('fill', 'wait')
  ), ${legsOf(part.legs, houseLegs)}, ${part.postings}
  SELECT array_agg(result ORDER BY ordinal),
    array_agg(owed::text ORDER BY ordinal) FILTER (WHERE result = 'unpaid_debt'),
    (SELECT extract(epoch FROM now) * 1000 FROM moment)::float8
  FROM checked`;

const statements: Record<BatchForm, { name: string; text: string }> = {
  plain: { name: "orders-open-plain", text: openingSql(formParts.plain) },
  on_margin: { name: "orders-open-on-margin", text: openingSql(formParts.onMargin) },
  waiting: { name: "orders-open-waiting", text: openingSql(formParts.waiting) },
  careful: { name: "orders-open-careful", text: openingSql(formParts.careful) },
  with_exits: {
    name: "orders-open-with-exits",
    text: openingSql({ ...formParts.careful, exits: placeExits(exits.from) }),
  },
};

/** For `npm run check`: texts that are composed here by more than templates. */
export const preparedStatements = Object.values(statements);

/**
 * Fails as a whole where a balance would fall below its floor, or where a request came in twice at
 * the same moment.
 */
export async function writeOpenings(
  connections: BatchConnections,
  rows: readonly OpeningRow[],
  form: BatchForm,
  waitingMax: number,
): Promise<OpeningResults> {
  const answer = await connections.run((client) =>
    client.query<[string[], string[] | null, number]>({
      ...statements[form],
      values: [
        ...openingInput.encode(rows),
        waitingMax,
        ...(form === "with_exits" ? exits.encode(exitRows(rows)) : []),
      ],
      rowMode: "array",
    }),
  );
  const [written] = answer.rows;
  if (written === undefined) throw new Error("a batch without an answer");
  const [names, debts, at] = written;
  return { orders: openingResults(names, debts), at };
}

/**
 * Settles the rows as orders are, by the same statement on the same kind of connection, and takes it all
 * back. The connection must be nobody else's.
 */
export async function probeOpenings(
  connections: BatchConnections,
  rows: readonly OpeningRow[],
): Promise<void> {
  await connections.run(async (client) => {
    const asked = [
      client.query("BEGIN"),
      client.query({
        ...statements.plain,
        values: [...openingInput.encode(rows), workingOrdersMax],
        rowMode: "array",
      }),
      client.query("ROLLBACK"),
    ];
    // Sent behind each other: the last is under way before the first has failed.
    const answers = await Promise.allSettled<unknown>(asked);
    for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  });
}
