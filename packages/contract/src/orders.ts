import { z } from "zod";
import { defineCall } from "./call.ts";
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

const orderFields = {
  type: marketType,
  code: instrumentCode,
  side: z.enum(["long", "short"]),
  kind: z.enum(["market", "limit"]),
  price: decimal.optional(),
  quantity: decimal,
  leverage: z.string().regex(/^[1-9]\d?$/),
};

const feeItem = z.object({ name: z.string(), amount: decimal });

/** What an order would do, at the quote it names. All amounts in the market's currency. */
const orderPreview = z.object({
  price: decimal,
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
  sellable_at: time,
  settles_on: z.string(),
});

/** The answer to an opening order: filled at once, or waiting at its limit. */
const placedOrder = z.object({
  id: z.string(),
  order_number: z.string(),
  status: z.int(),
  code: z.string(),
  quantity: decimal,
  price: decimal,
  amount: decimal,
  fee: decimal,
  filled_at: time.nullable(),
  quote_sequence: z.string().nullable(),
  sellable_at: time.nullable(),
});

const closedPart = z.object({
  id: z.string(),
  status: z.int(),
  quantity: decimal,
  quantity_left: decimal,
  price: decimal,
  amount: decimal,
  fee: decimal,
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
 */
export const heldStock = z.object({
  id: z.string(),
  type: marketKey,
  code: z.string(),
  name: z.string(),
  names,
  status: z.int().min(0).max(6),
  side: z.enum(["long", "short"]),
  kind: z.enum(["market", "limit"]),
  leverage: z.int(),
  nowprice: decimal,
  stock_num: decimal,
  buy_price: decimal,
  yingkui: decimal,
  profit_percent: decimal,
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
  "price_required",
  "price_not_allowed",
  "price_not_positive",
  "price_not_on_tick",
  "market_closed",
  "instrument_halted",
  "price_unavailable",
  "price_beyond_limit",
  "cannot_buy",
  "order_value_too_large",
] as const;

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
      "insufficient_balance",
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
      "price_required",
      "price_not_allowed",
      "price_not_positive",
      "price_not_on_tick",
      "market_closed",
      "instrument_halted",
      "price_unavailable",
      "price_beyond_limit",
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
    }),
    refusals: ["position_not_found"],
  }),
};
