import { z } from "zod";
import { defineCall } from "./call.ts";
import { forcedSale } from "./margin.ts";
import {
  decimal,
  instrumentCode,
  marketKey,
  marketType,
  names,
  recordId,
  requestId,
  time,
} from "./wire.ts";

/** The number on the wire; every transition not drawn in the product's section 4 is refused. */
export const positionStatuses = {
  holding: 0,
  closing: 1,
  closed: 2,
  pending: 3,
  cancelled: 4,
  locked: 5,
  rejected: 6,
} as const;
export type PositionStatusName = keyof typeof positionStatuses;

export const sellLockMinutes = 15;
export const quantityMax = 1_000_000_000n;
export const ordersWaitingMax = 200;
/** The lists show the newest; `ccsz`, `fdyk` and `lsyk` count all of them. */
export const heldPositionsShownMax = 1_000;
export const closedPositionsShownMax = 200;
/** A chart marks the newest. */
export const stockFillsShownMax = 200;

/**
 * How an opening order is placed: at once at the market, at a limit or better, or, once the market
 * has reached `stop_price`, as one of the two. A long's stop lies above the market, a short's below.
 */
export const orderKinds = ["market", "limit", "stop", "stop_limit"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** `day`: what is not filled when the trading day ends, expires. */
export const timesInForce = ["day", "until_cancelled"] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** Why a position or an order is no more; `null` on the wire while it is, and on a plain sale. */
export const positionEndings = [
  "cancelled",
  "expired",
  "insufficient_balance",
  "insufficient_credit_limit",
  "no_counterparty",
  "corporate_action",
  "take_profit",
  "stop_loss",
  "forced_sale",
] as const;
export type PositionEnding = (typeof positionEndings)[number];

const orderFields = {
  type: marketType,
  code: instrumentCode,
  side: z.enum(["long", "short"]),
  kind: z.enum(orderKinds),
  price: decimal.optional(),
  stop_price: decimal.optional(),
  quantity: decimal,
  leverage: z.string().regex(/^[1-9]\d?$/),
  time_in_force: z.enum(timesInForce).default("until_cancelled"),
  take_profit: decimal.optional(),
  stop_loss: decimal.optional(),
};

const feeItem = z.object({ name: z.string(), amount: decimal });

/**
 * What an order would do, at the quote it names. All amounts in the market's currency. `price` is the
 * average of what would be filled now, or the limit or stop that would wait; `quantity_filled` is what
 * the quote's levels would fill now. `total` is what leaves the available money: margin and fee, those
 * of the waiting part included. `margin_call_price` and `forced_sale_price` are those of this position
 * alone; null where nothing is borrowed. `interest_rate` is a year's, in per cent, "0" where none
 * accrues. `leverages` are those offered for the stock today, `leverage` among them or not.
 */
const orderPreview = z.object({
  price: decimal,
  quantity_filled: decimal,
  quote_sequence: z.string(),
  quote_at: time,
  amount: decimal,
  fee: decimal,
  fees: z.array(feeItem),
  margin: decimal,
  borrowed: decimal,
  total: decimal,
  available: decimal,
  available_after: decimal,
  credit_limit: decimal,
  credit_after: decimal,
  leverages: z.array(z.int().min(1)),
  short_offered: z.boolean(),
  interest_rate: decimal,
  margin_call_price: decimal.nullable(),
  forced_sale_price: decimal.nullable(),
  expires_at: time.nullable(),
  sellable_at: time,
  settles_on: z.string(),
});

/**
 * The answer to an opening order: filled at once (0), waiting (3), or filled in part (0), with the
 * rest of it waiting, or, of a market order, taken back. `price`, `amount` and `fee` are those of
 * what was filled; of an order that only waits, those of its limit or stop.
 */
const placedOrder = z.object({
  id: z.string(),
  order_number: z.string(),
  status: z.int(),
  code: z.string(),
  quantity: decimal,
  quantity_filled: decimal,
  quantity_waiting: decimal,
  price: decimal,
  amount: decimal,
  fee: decimal,
  filled_at: time.nullable(),
  quote_sequence: z.string().nullable(),
  sellable_at: time.nullable(),
});

/**
 * The part that was closed now, or, where nothing was, the order that waits. `quantity_waiting` goes on
 * waiting at the limit; `interest` was paid with this part; `shortfall` is what it left unpaid, shown
 * as a debt.
 */
const closedPart = z.object({
  id: z.string(),
  status: z.int(),
  quantity: decimal,
  quantity_left: decimal,
  quantity_waiting: decimal.optional(),
  price: decimal,
  amount: decimal,
  fee: decimal,
  interest: decimal,
  shortfall: decimal.optional(),
  profit: decimal,
  filled_at: time.nullable(),
});

/**
 * The specification's held stock; the extra fields are the labels that it names. `stock_num` is what is
 * left of a position that is held, and the order's shares while it waits or once it has ended.
 * `buy_price` is the fill's, or the limit that waits; `margin` of a waiting order is the money that
 * is reserved for it. `yingkui` is (now − buy) × shares while held, without fees; once sold it is
 * proceeds − cost − every fee. `sell_fee` is without `stamp_duty`. `sellable_at` of a waiting order
 * is the earliest that it can be. `closing_quantity` and `closing_price` are those of a sale that
 * waits at its limit; `ended_at` is when the record was closed, cancelled or rejected.
 *
 * An order that is filled in part is held (0) for what was filled: `quantity_waiting` is the rest that
 * waits on, and `reserved` the money that is held for it. `margin` of a held position is what of the
 * customer's own money is still in it, `borrowed` what leverage still lends to it, `interest` what has
 * accrued and is paid when it is closed; `interest_paid` was. A short is sold at `buy_price` and
 * bought back at `sell_price`; `interest` is then what borrowing its shares costs.
 */
export const heldStock = z.object({
  id: z.string(),
  type: marketKey,
  code: z.string(),
  name: z.string(),
  names,
  status: z.int().min(0).max(6),
  side: z.enum(["long", "short"]),
  kind: z.enum(orderKinds),
  time_in_force: z.enum(timesInForce),
  expires_at: time.nullable(),
  leverage: z.int(),
  nowprice: decimal,
  stock_num: decimal,
  buy_price: decimal,
  yingkui: decimal,
  profit_percent: decimal,
  /** What the market did today to the shares that are held or were closed today; fees apart. */
  day_profit: decimal,
  market_value: decimal,
  margin: decimal,
  order_number: z.string(),
  buy_time: time,
  sellable_at: time,
  buy_fee: decimal,
  sell_fee: decimal,
  stamp_duty: decimal,
  sell_price: decimal.nullable(),
  sell_time: time.nullable(),
  quantity_opened: decimal,
  quantity_closed: decimal,
  closing_quantity: decimal.nullable(),
  closing_price: decimal.nullable(),
  limit_price: decimal.nullable(),
  stop_price: decimal.nullable(),
  /** When the market reached the stop. */
  triggered_at: time.nullable(),
  quantity_ordered: decimal,
  quantity_waiting: decimal,
  reserved: decimal,
  take_profit: decimal.nullable(),
  stop_loss: decimal.nullable(),
  borrowed: decimal,
  interest: decimal,
  interest_paid: decimal,
  interest_rate: decimal,
  ending: z.enum(positionEndings).nullable(),
  ended_at: time.nullable(),
});
export type HeldStock = z.output<typeof heldStock>;

const fill = z.object({
  id: z.string(),
  side: z.enum(["buy", "sell"]),
  price: decimal,
  quantity: decimal,
  amount: decimal,
  fee: decimal,
  fees: z.array(feeItem),
  at: time,
  /** The quote that the fill was made at. */
  quote: z.object({ feed: z.string(), sequence: z.string(), bid: decimal, ask: decimal, at: time }),
});

/**
 * A split or dividend that the position was held over, or a waiting order's split. A split makes
 * `numerator` shares of `denominator`, and `amount` is the cash for a fraction of a share; of a
 * dividend, it is what was paid. `quantity_after` of an order that the split ended is 0.
 */
const positionAction = z.object({
  kind: z.enum(["split", "dividend"]),
  ex_date: z.string(),
  numerator: z.string().nullable(),
  denominator: z.string().nullable(),
  per_share: decimal.nullable(),
  quantity_before: decimal,
  quantity_after: decimal,
  amount: decimal,
  at: time,
});

/** A fill among those of one stock, for its chart; the position has the rest of what is known of it. */
const stockFill = fill
  .pick({ id: true, side: true, price: true, quantity: true, at: true })
  .extend({ position_id: z.string() });

const limitRefusals = [
  "price_required",
  "price_not_allowed",
  "price_not_positive",
  "price_not_on_tick",
] as const;
const stopRefusals = [
  "stop_price_required",
  "stop_price_not_allowed",
  "stop_price_not_positive",
  "stop_price_not_on_tick",
] as const;
const marketRefusals = [
  "market_closed",
  "instrument_halted",
  "price_unavailable",
  "price_beyond_limit",
] as const;
/** `field` of the first two names the price at fault: take_profit or stop_loss. */
const exitRefusals = [
  "exit_price_not_positive",
  "exit_price_not_on_tick",
  "take_profit_on_wrong_side",
  "stop_loss_on_wrong_side",
] as const;

/** `request_id_reused` comes first: a request that is known is not decided again. */
const openingRefusals = [
  "account_frozen",
  "trading_disabled",
  "instrument_not_found",
  "short_not_offered",
  "leverage_not_offered",
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_too_large",
  "quantity_not_in_lots",
  ...limitRefusals,
  ...stopRefusals,
  "market_order_only_while_open",
  ...marketRefusals,
  "stop_price_reached",
  ...exitRefusals,
  "cannot_buy",
  "cannot_sell_short",
  "order_value_too_large",
] as const;

/** An empty text takes the price away; one that is left out stays as it is. */
const exitPrice = z.union([decimal, z.literal("")]).optional();

export const orderCalls = {
  "/trade/preview-order": defineCall({
    summary: "What an order would cost, and when its shares could be sold; changes nothing",
    access: "customer",
    input: z.strictObject(orderFields),
    output: orderPreview,
    refusals: openingRefusals,
  }),
  "/trade/place-order": defineCall({
    summary: "Opens a position: at once at the market, or when the market reaches the limit",
    access: "customer",
    input: z.strictObject({ ...orderFields, request_id: requestId }),
    output: placedOrder,
    refusals: [
      "request_id_reused",
      ...openingRefusals,
      "orders_waiting_too_many",
      "unpaid_debt",
      "insufficient_balance",
      "insufficient_credit_limit",
    ],
  }),
  "/trade/amend-order": defineCall({
    summary:
      "Changes the price, stop or quantity of an order that waits, to open or to close; its place in the queue is that of a new one",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      price: decimal.optional(),
      stop_price: decimal.optional(),
      quantity: decimal
        .optional()
        .meta({ description: "the whole order's, what is already filled included" }),
      request_id: requestId,
    }),
    output: z.object({
      id: z.string(),
      status: z.int(),
      quantity: decimal,
      quantity_waiting: decimal,
      price: decimal.nullable(),
      stop_price: decimal.nullable(),
      reserved: decimal,
    }),
    refusals: [
      "request_id_reused",
      "account_frozen",
      "trading_disabled",
      "order_not_found",
      "order_not_pending",
      "amendment_empty",
      "quantity_not_whole",
      "quantity_not_positive",
      "quantity_too_large",
      "quantity_exceeds_position",
      "quantity_not_in_lots",
      "quantity_already_filled",
      ...limitRefusals,
      ...stopRefusals,
      ...marketRefusals,
      "stop_price_reached",
      "order_value_too_large",
      "unpaid_debt",
      "insufficient_balance",
      "insufficient_credit_limit",
    ],
  }),
  "/trade/set-exits": defineCall({
    summary:
      "Sets or removes the prices at which a position, or the one that a waiting order will make, is closed by itself",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      take_profit: exitPrice,
      stop_loss: exitPrice,
      request_id: requestId,
    }),
    output: z.object({
      id: z.string(),
      take_profit: decimal.nullable(),
      stop_loss: decimal.nullable(),
    }),
    refusals: [
      "request_id_reused",
      "account_frozen",
      "position_not_found",
      "position_not_holding",
      "amendment_empty",
      "price_unavailable",
      ...exitRefusals,
    ],
  }),
  "/trade/cancel-order": defineCall({
    summary: "Takes back an order that waits; its money is released",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: z.object({ id: z.string(), status: z.int() }),
    refusals: ["order_not_found", "order_not_pending"],
  }),
  "/trade/close-position": defineCall({
    summary: "Sells all or a part of a position, at the market or at a limit",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      quantity: decimal.optional(),
      kind: z.enum(["market", "limit"]),
      price: decimal.optional(),
      time_in_force: z.enum(timesInForce).default("until_cancelled"),
      request_id: requestId,
    }),
    output: closedPart,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "position_not_found",
      "position_not_holding",
      "quantity_not_whole",
      "quantity_not_positive",
      "quantity_exceeds_position",
      "quantity_not_in_lots",
      "sell_locked",
      ...limitRefusals,
      "market_order_only_while_open",
      ...marketRefusals,
    ],
  }),
  "/trade/userstocklist": defineCall({
    summary: "Positions held or waiting, keyed by id, with ccsz and fdyk among them",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.record(z.string(), z.union([heldStock, decimal])),
    refusals: [],
  }),
  "/trade/userstocklists": defineCall({
    summary:
      "Closed, cancelled and rejected positions, the newest 200, keyed by id, with lsyk among them: the realised profit of everything sold in the market, parts of held positions included",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.record(z.string(), z.union([heldStock, decimal])),
    refusals: [],
  }),
  "/trade/position": defineCall({
    summary: "One position with its fills and the quotes they were made at",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: heldStock.extend({
      fills: z.array(fill),
      cost: decimal,
      realised: decimal,
      actions: z.array(positionAction),
      forced_sales: z.array(forcedSale),
    }),
    refusals: ["position_not_found"],
  }),
  "/trade/fills": defineCall({
    summary: "The customer's own fills in one stock, the newest 200 first, as they were traded",
    access: "customer",
    input: z.strictObject({ code: instrumentCode, type: marketType }),
    output: z.array(stockFill),
    refusals: [],
  }),
};
