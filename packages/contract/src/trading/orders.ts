import { defineCall } from "../call.ts";
import {
  calendarStatus,
  marketType,
  instrumentCode,
  decimal,
  time,
  requestId,
  recordId,
} from "../wire.ts";
import { orderKinds, timesInForce } from "./constants.ts";
import { exitPartRefusals, exitParts, exitRefusals } from "./exit-parts.ts";
import { meeting } from "./meeting.ts";
import {
  doNotReduce,
  hours,
  hoursRefusals,
  stopRefusals,
  trailFields,
  trailRefusals,
  validityRefusals,
} from "./order-fields.ts";
import { feeItem } from "./positions.ts";
import { z } from "zod";

const orderStatus = z.int().meta({
  description:
    "of the position: 0 holding, 1 closing, 2 closed, 3 pending, 4 cancelled, 6 rejected",
});

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
  /** Of `until_date` alone: the last trading day. */
  good_until: z.iso.date().optional(),
  do_not_reduce: doNotReduce,
  hours,
  take_profit: decimal.optional(),
  stop_loss: decimal.optional(),
  exits: exitParts,
};
/**
 * What an order would do, at the quote it names. All amounts in the market's currency. `price` is the
 * average of what would be filled now, or the limit or stop that would wait; `quantity_filled` is what
 * the quote's levels would fill now. `total` is what leaves the available money: margin and fee, those
 * of the waiting part included. `margin_call_price` and `forced_sale_price` are those of this position
 * alone; null where nothing is borrowed. `interest_rate` is a year's, in per cent, "0" where none
 * accrues. `leverages` are those offered for the stock today, `leverage` among them or not.
 */
const orderPreview = z
  .object({
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
    expires_at_status: calendarStatus,
    /** Where what is not filled now meets the market first; null where trading is on. */
    meets: meeting.nullable(),
    sellable_at: time,
    sellable_at_status: calendarStatus,
    settles_on: z.string(),
    settles_on_status: calendarStatus,
    /** False where the exchange has announced another tick table for the day of the order and not said which. */
    tick_published: z.boolean(),
    /** Of a short where nobody lends without a limit: within how many trading days, and by when, what is recalled is due. */
    recallable: z.object({ days: z.int(), time: z.string() }).nullable(),
  })
  .meta({ id: "OrderPreview" });

/**
 * The answer to an opening order: filled at once (0), waiting (3), or filled in part (0), with the
 * rest of it waiting, or, of a market order, cancelled. `price`, `amount` and `fee` are those of
 * what was filled; of an order that only waits, those of its limit or stop.
 */
const placedOrder = z
  .object({
    id: z.string(),
    order_number: z.string(),
    status: orderStatus,
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
    sellable_at_status: calendarStatus,
    /** Held of the available money for what waits, fees included; left out where nothing does. */
    reserved: decimal.optional(),
    /** Left out where nothing waits, or trading is on and it waits for its price alone. */
    meets: meeting.optional(),
  })
  .meta({ id: "PlacedOrder" });

/**
 * The part that was closed now, or, where nothing was, the working order. `quantity_waiting` goes on
 * waiting at the limit; `interest` was paid with this part; `shortfall` is what it left unpaid, shown
 * as a debt.
 */
export const closedPart = z
  .object({
    id: z.string(),
    status: orderStatus,
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
    meets: meeting.optional(),
  })
  .meta({ id: "ClosedPart" });
/** The last two where the exchanges' own rules hold. */
const lotRefusals = [
  "quantity_not_in_lots",
  "quantity_below_minimum",
  "quantity_above_maximum",
] as const;
/** That a market has no such order, or not at this hour; and of the day until which one is to stand. */
const haltRefusals = [
  "instrument_ended",
  "trading_halted",
  "pause_takes_lasting_orders",
  "calendar_not_published",
] as const;
const limitRefusals = [
  "price_required",
  "price_not_allowed",
  "price_not_positive",
  "price_not_on_tick",
] as const;
const marketRefusals = ["instrument_halted", "price_unavailable", "price_beyond_limit"] as const;

/** `request_id_reused` comes first: a request that is known is not decided again. */
const openingRefusals = [
  "not_taken_by_venue",
  "account_frozen",
  "trading_disabled",
  "instrument_renamed",
  "instrument_not_found",
  ...haltRefusals,
  "product_not_available",
  "short_not_offered",
  "leverage_not_offered",
  "short_not_switched_on",
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_too_large",
  ...lotRefusals,
  "shares_not_borrowable",
  "order_kind_closes_only",
  ...hoursRefusals,
  ...validityRefusals,
  ...limitRefusals,
  ...stopRefusals,
  ...marketRefusals,
  "price_outside_cage",
  "short_price_too_low",
  "late_limit_too_far",
  "stop_price_reached",
  "oco_prices_contradict",
  ...exitRefusals,
  ...exitPartRefusals,
  "minimum_margin_missing",
  "cannot_buy",
  "cannot_sell_short",
  "not_fillable_now",
  "not_fillable_whole",
  "order_value_too_large",
] as const;

/** About the customer rather than the order. */
const standingRefusals = ["orders_waiting_too_many", "unpaid_debt", "margin_call_open"] as const;

/** An empty text takes the price away; one that is left out stays as it is. */
const newExitPrice = z.union([decimal, z.literal("")]).optional();

export const orderCalls = {
  "/trade/preview-order": defineCall({
    summary:
      "What an order would cost, and when its shares could be sold; changes nothing. Refused as placing it would be; money or credit that does not suffice shows as an amount below zero",
    access: "customer",
    input: z.strictObject(orderFields),
    output: orderPreview,
    refusals: [...openingRefusals, ...standingRefusals, "same_day_money", "insufficient_own_money"],
  }),
  "/trade/place-order": defineCall({
    summary: "Opens a position: at once at the market, or when the market reaches the limit",
    access: "customer",
    input: z.strictObject({ ...orderFields, request_id: requestId }),
    output: placedOrder,
    refusals: [
      "request_id_reused",
      ...openingRefusals,
      ...standingRefusals,
      "insufficient_balance",
      "same_day_money",
      "insufficient_own_money",
      "insufficient_credit_limit",
    ],
  }),
  "/trade/amend-order": defineCall({
    summary:
      "Changes the price, stop or quantity of a working order, to open or to close: by its position's id, or of several closing orders by its own; its place in the queue is that of a new one",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      price: decimal.optional(),
      stop_price: decimal.optional(),
      ...trailFields,
      quantity: decimal
        .optional()
        .meta({ description: "the whole order's, what is already filled included" }),
      hours,
      request_id: requestId,
    }),
    output: z.object({
      id: z.string(),
      status: orderStatus,
      quantity: decimal,
      quantity_waiting: decimal,
      price: decimal.nullable(),
      stop_price: decimal.nullable(),
      trail_amount: decimal.optional(),
      trail_percent: decimal.optional(),
      reserved: decimal,
    }),
    refusals: [
      "request_id_reused",
      "not_taken_by_venue",
      "account_frozen",
      "trading_disabled",
      "order_not_found",
      "order_not_pending",
      "closing_barred",
      ...haltRefusals,
      "cancel_not_accepted",
      "amendment_empty",
      ...hoursRefusals,
      "quantity_not_whole",
      "quantity_not_positive",
      "quantity_too_large",
      "quantity_exceeds_position",
      ...lotRefusals,
      "quantity_already_filled",
      ...limitRefusals,
      ...stopRefusals,
      ...marketRefusals,
      ...trailRefusals,
      "price_outside_cage",
      "short_price_too_low",
      "stop_price_reached",
      "oco_prices_contradict",
      "order_value_too_large",
      "unpaid_debt",
      "margin_call_open",
      "insufficient_balance",
      "same_day_money",
      "insufficient_own_money",
      "insufficient_credit_limit",
      "venue_not_answered",
    ],
  }),
  "/trade/set-exits": defineCall({
    summary:
      "Sets or removes the prices at which a position, or the one that a working order will make, is closed by itself",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      take_profit: newExitPrice,
      stop_loss: newExitPrice,
      request_id: requestId,
    }),
    output: z.object({
      id: z.string(),
      take_profit: decimal.nullable(),
      stop_loss: decimal.nullable(),
    }),
    refusals: [
      "request_id_reused",
      "not_taken_by_venue",
      "account_frozen",
      "position_not_found",
      "position_not_holding",
      "closing_barred",
      "amendment_empty",
      "extended_hours_limit_only",
      "price_unavailable",
      ...exitRefusals,
      "exits_contradict",
    ],
  }),
  "/trade/cancel-order": defineCall({
    summary:
      "Cancels what waits on a position, or of several closing orders the one of this id; its money is released",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: z.object({ id: z.string(), status: orderStatus }),
    refusals: ["request_id_reused", "order_not_found", "order_not_pending", "cancel_not_accepted"],
  }),
  "/trade/close-position": defineCall({
    summary:
      "Sells all or a part of a position, at the market, at a limit, once the market reaches a stop, or at whichever of two prices comes first; as often as it has shares that no closing order waits for",
    access: "customer",
    input: z.strictObject({
      id: recordId,
      quantity: decimal.optional(),
      kind: z.enum(orderKinds),
      price: decimal.optional(),
      stop_price: decimal.optional(),
      ...trailFields,
      time_in_force: z.enum(timesInForce).default("until_cancelled"),
      good_until: z.iso.date().optional(),
      do_not_reduce: doNotReduce,
      hours,
      request_id: requestId,
    }),
    output: closedPart,
    refusals: [
      "request_id_reused",
      "not_taken_by_venue",
      "opening_still_works",
      "account_frozen",
      "position_not_found",
      "position_locked",
      "position_not_holding",
      "orders_waiting_too_many",
      "closing_barred",
      ...haltRefusals,
      "quantity_not_whole",
      "quantity_not_positive",
      "quantity_exceeds_position",
      ...lotRefusals,
      "sell_locked",
      "bought_today",
      "same_day_sale",
      "cancel_not_accepted",
      ...hoursRefusals,
      ...validityRefusals,
      ...limitRefusals,
      ...stopRefusals,
      ...marketRefusals,
      ...trailRefusals,
      "price_outside_cage",
      "late_limit_too_far",
      "stop_price_reached",
      "oco_prices_contradict",
      "not_fillable_now",
      "not_fillable_whole",
    ],
  }),
};
