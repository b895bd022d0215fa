import type { MessageKind, OrderKind, PositionEnding, TimeInForce } from "@sanshi/contract";
import type { Minor, Price, Shares } from "@sanshi/money";
import { CompiledQuery } from "kysely";
import { legPostings, legsOf } from "../../../ledger/leg-postings.ts";
import type { BatchConnections } from "../../../platform/sql/batch-connections.ts";
import { requestsFrom } from "../../../platform/client-requests.ts";
import { batchInput, ordinalColumn, type BatchColumn } from "../../../platform/sql/batch-input.ts";
import { rowsWithKeptPlan, type Transaction } from "../../../platform/sql/database.ts";
import { messagesFrom } from "../../../people/messages/messages.ts";
import {
  beginPositionsAgain,
  changePositions,
  lendShares,
  positionColumns,
} from "../../positions/positions.ts";
import { rareFrom, rareOf, type RareFigures } from "./rare-figures.store.ts";
import type { OpeningState, StoredState, WorkingClosing } from "./positions.store.ts";
import {
  answerSql,
  momentSql,
  quoteTimeSql,
  type FillRow,
  type TradingAccounts,
} from "./openings.store.ts";

/** By how much each of them changes; what is left out does not. */
export type Movement = {
  kind: string;
  accounts: TradingAccounts;
  available: Minor;
  reserved?: Minor;
  marginDebt?: Minor;
  shortCollateral?: Minor;
  shortfall?: Minor;
  market?: Minor;
  fees?: Minor;
  interest?: Minor;
  /**
   * The balances on which was decided who pays what: where they are others by now, it is decided
   * again. Null where the movement is right whatever they are.
   */
  seen: { available: Minor; shortfall: Minor } | null;
};

/** What its customer reads of a change that the market or the clock has made. */
export type Notice = { kind: MessageKind; params: Readonly<Record<string, string>>; link: string };

/** A closing order as a change leaves it; `quantity` is the whole order's. */
export type OrderChange = {
  id: bigint;
  /** Placed with this change; otherwise it is there, and only its state, prices and figures change. */
  isNew: boolean;
  state: "working" | "filled" | "cancelled" | "expired";
  side: "buy" | "sell";
  origin: WorkingClosing["origin"];
  kind: OrderKind;
  timeInForce: TimeInForce;
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  /** How far its stop follows, and the best price that it has seen; null where it does not trail. */
  trail: { amount: Price | null; basisPoints: number | null; best: Price | null };
  /** Of which splits its prices are: each makes another one. */
  scale: number;
  /** The market has reached its stop: now, or before. */
  triggers: boolean;
  triggeredAt: number | null;
  filled: Shares;
  filledValue: bigint;
  expiresAt: number | null;
  /** It trades in extended hours too. */
  isExtended: boolean;
};

/** What becomes of the order that opens a position; its figures stand in `to`. */
export type OpeningChange = {
  state: "working" | "filled" | "cancelled" | "expired" | "rejected";
  /** Why it ended, where that was neither its customer nor its day. */
  reason: PositionEnding | null;
  /** Price times shares of what is filled with it. */
  filledValue: bigint;
};

export type Change = RareFigures & {
  positionId: bigint;
  /** The revision that was decided on: the position's, or the order's as long as nothing is filled. */
  revision: number;
  isHeld: boolean;
  to: StoredState;
  /** Null where no opening order works, or it stays as it is. */
  opening: OpeningChange | null;
  /** Of the closing orders, those that change. */
  orders: readonly OrderChange[];
  /** Sets the time of the opening order's trigger, or the position's end, to the statement's moment. */
  triggers: boolean;
  ends: boolean;
  movement: Movement | null;
  fill: FillRow | null;
  /** JSON of the fill's levels where there was more than one. */
  levels: string | null;
};

/** A change of one position, or only an answer to be kept under its request. */
export type ChangeRow = {
  customerId: bigint;
  request: { id: string; inputHash: string } | null;
  answer: string | null;
  change: Change | null;
  notice: Notice | null;
};

type StateColumn = readonly [keyof OpeningState, string];

const openingColumns: readonly StateColumn[] = [
  ["quantity", "bigint"],
  ["limit_price", "bigint"],
  ["stop_price", "bigint"],
  ["reserved", "bigint"],
];

type Leg = Exclude<keyof Movement, "kind" | "accounts" | "seen">;

const customerLegs: readonly Leg[] = [
  "available",
  "reserved",
  "marginDebt",
  "shortCollateral",
  "shortfall",
];
const houseLegs: readonly Leg[] = ["market", "fees", "interest"];
const legs = [...customerLegs, ...houseLegs];

const columnOf = (leg: Leg) => leg.toLowerCase();
const accountOf = (leg: Leg) => `${columnOf(leg)}_account`;
const deltaOf = (leg: Leg) => `${columnOf(leg)}_delta`;

const changeColumns: readonly BatchColumn<ChangeRow>[] = [
  ["customer_id", "bigint", (row) => row.customerId],
  ["request_id", "uuid", ({ request }) => request?.id ?? null],
  ["input_hash", "bytea", ({ request }) => (request === null ? null : `\\x${request.inputHash}`)],
  ["answer", "text", (row) => row.answer],
  ["position_id", "bigint", ({ change }) => change?.positionId ?? null],
  ["revision", "int", ({ change }) => change?.revision ?? null],
  ["is_held", "boolean", ({ change }) => change?.isHeld ?? false],
  ["triggers", "boolean", ({ change }) => change?.triggers ?? false],
  ["ends", "boolean", ({ change }) => change?.ends ?? false],
  ...positionColumns<ChangeRow>(({ change }) => change?.to ?? null),
  ...openingColumns.map(([name, type]): BatchColumn<ChangeRow> => [
    name,
    type,
    ({ change }) => change?.to[name] ?? null,
  ]),
  ["opening_state", "text", ({ change }) => change?.opening?.state ?? null],
  ["opening_reason", "text", ({ change }) => change?.opening?.reason ?? null],
  ["opening_value", "bigint", ({ change }) => change?.opening?.filledValue ?? null, 0n],
  ["expires_at_ms", "bigint", ({ change }) => change?.to.expires_at ?? null],
  ["fill_order", "bigint", ({ change }) => change?.fill?.orderId ?? null],
  ["fill_side", "text", ({ change }) => change?.fill?.side ?? null],
  ["fill_price", "bigint", ({ change }) => change?.fill?.price ?? null],
  ["fill_quantity", "bigint", ({ change }) => change?.fill?.quantity ?? null],
  ["fill_amount", "bigint", ({ change }) => change?.fill?.amount ?? null],
  ["fill_fee", "bigint", ({ change }) => change?.fill?.fee ?? null],
  ["fee_items", "text", ({ change }) => change?.fill?.feeItems ?? null],
  ["levels", "text", ({ change }) => change?.levels ?? null],
  ["profit", "bigint", ({ change }) => change?.fill?.profit ?? null],
  ["feed", "text", ({ change }) => change?.fill?.quote.feed ?? null],
  ["quote_sequence", "bigint", ({ change }) => change?.fill?.quote.sequence ?? null],
  ["bid", "bigint", ({ change }) => change?.fill?.quote.bid ?? null],
  ["ask", "bigint", ({ change }) => change?.fill?.quote.ask ?? null],
  ["quote_at", "bigint", ({ change }) => change?.fill?.quote.at ?? null],
  ["kind", "text", ({ change }) => change?.movement?.kind ?? null],
  ["currency", "text", ({ change }) => change?.movement?.accounts.currency ?? null],
  ...legs.flatMap((leg): BatchColumn<ChangeRow>[] => [
    [accountOf(leg), "bigint", ({ change }) => change?.movement?.accounts[leg] ?? null],
    [deltaOf(leg), "bigint", ({ change }) => change?.movement?.[leg] ?? null],
  ]),
  ["available_seen", "bigint", ({ change }) => change?.movement?.seen?.available ?? null],
  ["shortfall_seen", "bigint", ({ change }) => change?.movement?.seen?.shortfall ?? null],
  ["notice_kind", "text", ({ notice }) => notice?.kind ?? null],
  [
    "notice_params",
    "text",
    ({ notice }) => (notice === null ? null : JSON.stringify(notice.params)),
  ],
  ["notice_link", "text", ({ notice }) => notice?.link ?? null],
  ordinalColumn,
];

const changeInput = batchInput(changeColumns);

/** An order with the place of its row among those of the batch, counted from one. */
type OrderRow = { row: number; order: OrderChange };

const orderColumns: readonly BatchColumn<OrderRow>[] = [
  ["row", "int", ({ row }) => row],
  ["order_id", "bigint", ({ order }) => order.id],
  ["is_new", "boolean", ({ order }) => order.isNew],
  ["order_state", "text", ({ order }) => order.state],
  ["side", "text", ({ order }) => order.side],
  ["origin", "text", ({ order }) => order.origin],
  ["order_kind", "text", ({ order }) => order.kind],
  ["validity", "text", ({ order }) => order.timeInForce],
  ["whole", "bigint", ({ order }) => order.quantity],
  ["limit_at", "bigint", ({ order }) => order.limit],
  ["stop_at", "bigint", ({ order }) => order.stop],
  ["trail_amount", "bigint", ({ order }) => order.trail.amount],
  ["trail_basis_points", "int", ({ order }) => order.trail.basisPoints],
  ["trail_best", "bigint", ({ order }) => order.trail.best],
  ["order_triggers", "boolean", ({ order }) => order.triggers],
  ["filled", "bigint", ({ order }) => order.filled],
  ["filled_value", "bigint", ({ order }) => order.filledValue],
  ["order_expires_at", "bigint", ({ order }) => order.expiresAt],
];

const orderInput = batchInput(orderColumns, changeColumns.length);

const rareAt = changeColumns.length + orderColumns.length + 1;

function encode(rows: readonly ChangeRow[]): string[] {
  const orders = rows.flatMap(({ change }, index) =>
    (change?.orders ?? []).map((order): OrderRow => ({ row: index + 1, order })),
  );
  return [
    ...changeInput.encode(rows),
    ...orderInput.encode(orders),
    rareOf(rows.map(({ change }) => change)),
  ];
}

const setOpening = openingColumns.map(([name]) => `${name} = i.${name}`).join(", ");

const hoursOf = (row: string, order: string) =>
  `(SELECT r.extended_hours FROM rare r WHERE r.row = ${row} AND r.hours_order = ${order})`;

const openingSets = `${setOpening}, state = i.opening_state, reason = i.opening_reason,
  filled = i.opened, filled_value = o.filled_value + i.opening_value,
  position_id = CASE WHEN i.opened > 0 THEN o.id END,
  extended_hours = coalesce(${hoursOf("i.ordinal", "o.id")}, o.extended_hours),
  expires_at = 'epoch'::timestamptz + i.expires_at_ms * interval '1 millisecond',
  triggered_at = CASE WHEN i.triggers THEN now ELSE triggered_at END,
  ended_at = CASE WHEN i.opening_state <> 'working' THEN now END`;

// The revision of what is changed guards it and all that works on it: a position's, or that of an order to
// open without a fill. The first fill makes the position, whose revision goes on from the order's.
//
// A balance on which was decided who pays what is locked and looked at again before anything changes, and so is
// what the other parts of an order have filled, which decides on the fees.
const changeSql = `
  WITH input AS MATERIALIZED (SELECT * FROM ${changeInput.from}),
  ${momentSql("SELECT max(quote_at) FROM input WHERE fill_price IS NOT NULL")},
  settling AS MATERIALIZED (
    SELECT b.account_id, b.balance FROM ledger_balance b
    WHERE b.account_id IN (
      SELECT available_account FROM input WHERE available_seen IS NOT NULL
      UNION ALL SELECT shortfall_account FROM input WHERE available_seen IS NOT NULL)
    ORDER BY b.account_id FOR UPDATE
  ), rare AS MATERIALIZED (SELECT * FROM ${rareFrom(rareAt)}), whole AS MATERIALIZED (
    SELECT g.id, g.filled FROM closing_group g
    WHERE g.id IN (SELECT group_id FROM rare) ORDER BY g.id FOR UPDATE
  ), settled AS MATERIALIZED (
    SELECT * FROM input i
    WHERE NOT EXISTS (SELECT FROM rare r JOIN whole ON whole.id = r.group_id
        WHERE r.row = i.ordinal AND whole.filled <> r.group_seen)
      AND (i.available_seen IS NULL OR ((SELECT s.balance FROM settling s WHERE s.account_id = i.available_account) = i.available_seen
        AND (SELECT s.balance FROM settling s WHERE s.account_id = i.shortfall_account)
          = i.shortfall_seen))
  ), changed_position AS (
${changePositions("settled", "i.is_held")}
    RETURNING i.ordinal, p.market, p.code, NULL::text AS side, NULL::smallint AS leverage, p.do_not_reduce
  ), changed_order AS (
    UPDATE trade_order o SET revision = o.revision + 1, take_profit = i.take_profit,
      stop_loss = i.stop_loss, ${openingSets}
    FROM settled i CROSS JOIN moment
    WHERE NOT i.is_held AND o.id = i.position_id AND o.customer_id = i.customer_id
      AND o.revision = i.revision AND o.ended_at IS NULL AND o.purpose = 'open'
    RETURNING i.ordinal, o.market, o.code, o.side, o.leverage, o.do_not_reduce
  ), changed AS MATERIALIZED (
    SELECT i.*, c.market, c.code, c.side, c.leverage, c.do_not_reduce FROM input i JOIN (
      SELECT * FROM changed_position UNION ALL SELECT * FROM changed_order
    ) c ON c.ordinal = i.ordinal
  ), grouped AS (
    UPDATE closing_group g SET filled = g.filled + coalesce(i.fill_quantity, 0), filled_value = g.filled_value + r.group_value
    FROM changed i JOIN rare r ON r.row = i.ordinal WHERE g.id = r.group_id
  ), begun AS (
${beginPositionsAgain(
  `
      SELECT position_id AS id, customer_id, market, code,
        CASE side WHEN 'buy' THEN 'long' ELSE 'short' END AS side, leverage, NULL AS kind,
        NULL AS time_in_force, NULL::bigint AS limit_price, revision + 1 AS revision, take_profit, stop_loss,
        opened, open_price, opening_value AS open_value, cost, open_fee, margin, borrowed, margin_left, borrowed_left, collateral_left,
        state, closing_shares, do_not_reduce, false AS extended_hours,
        (SELECT r.passed_at FROM rare r WHERE r.row = changed.ordinal) AS passed_at
      FROM changed WHERE NOT is_held AND fill_price IS NOT NULL`,
  {
    opened: "coalesce('epoch'::timestamptz + passed_at * interval '1 millisecond', now)",
    sellable:
      "coalesce('epoch'::timestamptz + passed_at * interval '1 millisecond' + (sellable - now), sellable)",
  },
)}
  ), rest AS (
    UPDATE trade_order o SET ${openingSets} FROM changed i CROSS JOIN moment
    WHERE i.is_held AND i.opening_state IS NOT NULL AND o.id = i.position_id
  ), ordered AS MATERIALIZED (
    SELECT c.customer_id AS owner_id, c.position_id AS held_id, c.market AS held_market,
      c.code AS held_code, o.*,
      'epoch'::timestamptz + o.order_expires_at * interval '1 millisecond' AS ends_by
    FROM (SELECT * FROM ${orderInput.from}) o JOIN changed c ON c.ordinal = o.row
  ), placed AS (
    INSERT INTO trade_order (id, customer_id, position_id, purpose, market, code, side, origin, kind,
      time_in_force, state, quantity, limit_price, stop_price, trail_amount, trail_basis_points, trail_best,
      filled, filled_value, expires_at, placed_at, closing_group, do_not_reduce, extended_hours)
    SELECT order_id, owner_id, held_id, 'close', held_market, held_code, side, origin, order_kind, validity,
      order_state, whole, limit_at, stop_at, trail_amount, trail_basis_points, trail_best, filled, filled_value, ends_by, now,
      (SELECT r.group_id FROM rare r WHERE r.row = ordered.row AND r.order_id = ordered.order_id),
      coalesce((SELECT r.do_not_reduce FROM rare r WHERE r.row = ordered.row), false),
      coalesce(${hoursOf("ordered.row", "ordered.order_id")}, false)
    FROM ordered CROSS JOIN moment WHERE is_new
  ), worked AS (
    UPDATE trade_order t SET state = o.order_state, quantity = o.whole, limit_price = o.limit_at,
      stop_price = o.stop_at, trail_amount = o.trail_amount, trail_basis_points = o.trail_basis_points,
      trail_best = o.trail_best, filled = o.filled, filled_value = o.filled_value, expires_at = o.ends_by,
      extended_hours = coalesce(${hoursOf("o.row", "t.id")}, t.extended_hours),
      triggered_at = CASE WHEN o.order_triggers THEN coalesce(t.triggered_at, now) END,
      ended_at = CASE WHEN o.order_state <> 'working' THEN now END
    FROM ordered o CROSS JOIN moment WHERE NOT o.is_new AND t.id = o.order_id
  ), request AS (
${requestsFrom(`
    SELECT customer_id, request_id, input_hash, (${answerSql})::json AS answer, NULL::bigint AS position_id
    FROM (
      SELECT customer_id, request_id, input_hash, answer FROM changed WHERE request_id IS NOT NULL
      UNION ALL
      SELECT customer_id, request_id, input_hash, answer FROM input WHERE position_id IS NULL
    ) answered CROSS JOIN moment`)}
  ), filled AS (
    INSERT INTO fill (position_id, number, order_id, side, price, quantity, amount, fee, fee_items, levels,
      profit, feed, quote_sequence, bid, ask, quote_at, filled_at, traded_at)
    SELECT position_id, revision + 1, fill_order, fill_side, fill_price, fill_quantity, fill_amount, fill_fee,
      fee_items::json, levels::json, profit, feed, quote_sequence, bid, ask, ${quoteTimeSql}, now,
      (SELECT 'epoch'::timestamptz + r.passed_at * interval '1 millisecond' FROM rare r
        WHERE r.row = changed.ordinal)
    FROM changed CROSS JOIN moment WHERE fill_price IS NOT NULL
  ), lent AS (
${lendShares(`
      SELECT position_id, revision + 1 AS number, market, code, r.lent AS quantity
      FROM changed JOIN rare r ON r.row = changed.ordinal WHERE r.lent <> 0`)}
  ), noticed AS (
${messagesFrom(`
      SELECT customer_id, notice_kind AS kind, notice_params::jsonb AS params, notice_link AS link,
        now AS sent_at
      FROM changed CROSS JOIN moment WHERE notice_kind IS NOT NULL`)}
    RETURNING id, customer_id
  ), movement AS MATERIALIZED (
    SELECT nextval('ledger_transfer_id') AS transfer_id, position_id AS cause_id, changed.*
    FROM changed WHERE kind IS NOT NULL
  ), ${legsOf(customerLegs.map(columnOf), houseLegs.map(columnOf))}, ${legPostings}
  SELECT i.ordinal::int AS ordinal, i.position_id IS NULL OR c.ordinal IS NOT NULL AS done, now_text,
    n.id AS notice_id
  FROM input i LEFT JOIN changed c ON c.ordinal = i.ordinal
    LEFT JOIN noticed n ON n.customer_id = i.customer_id AND c.notice_kind IS NOT NULL
    CROSS JOIN moment`;

const statementName = "orders-amend";

/** For `npm run check`: a text that is composed here by more than templates. */
export const preparedStatements = [{ name: statementName, text: changeSql }];

/** `done` is false where somebody else changed the position, or the money, since it was decided on. */
export type ChangeResult = { done: boolean; filledAt: string; noticeId: bigint | null };

/**
 * Results in the order of the rows, of which each customer has one. A request id that was used
 * meanwhile fails the whole batch, as does a balance that would fall below its floor.
 */
export async function writeChanges(
  connections: BatchConnections,
  rows: readonly ChangeRow[],
): Promise<ChangeResult[]> {
  const answer = await connections.run((client) =>
    client.query<ResultRow>({
      name: statementName,
      text: changeSql,
      values: encode(rows),
    }),
  );
  return inOrder(answer.rows);
}

/** The same for one change, in the caller's transaction. Answers whether it was done. */
export async function writeChange(transaction: Transaction, row: ChangeRow): Promise<boolean> {
  const query: CompiledQuery<ResultRow> = CompiledQuery.raw(changeSql, encode([row]));
  const found = await rowsWithKeptPlan(transaction, statementName, query);
  return inOrder(found)[0]?.done ?? false;
}

type ResultRow = {
  ordinal: number;
  done: boolean;
  now_text: string;
  notice_id: string | bigint | null;
};

function inOrder(found: readonly ResultRow[]): ChangeResult[] {
  const results: ChangeResult[] = [];
  for (const { ordinal, done, now_text: filledAt, notice_id: noticeId } of found) {
    results[ordinal - 1] = {
      done,
      filledAt,
      noticeId: noticeId === null ? null : BigInt(noticeId),
    };
  }
  return results;
}
