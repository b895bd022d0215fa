import { defineCall } from "../call.ts";
import {
  calendarStatus,
  marketKey,
  marketType,
  decimal,
  instrumentCode,
  names,
  recordId,
  requestId,
  time,
} from "../wire.ts";
import { holdingFundings, leftOutReasons, orderKinds, timesInForce } from "./constants.ts";
import { doNotReduce, hours, trailFields } from "./order-fields.ts";
import { closedPart, orderCalls } from "./orders.ts";
import { z } from "zod";

/** Which of a stock's holdings: bought and paid in full, bought with borrowed money, or sold short. */
const holdingKey = {
  type: marketType,
  code: instrumentCode,
  side: z.enum(["long", "short"]),
  funding: z.enum(holdingFundings),
};

/** One of a holding's openings: a position of `/trade/userstocklist`, in short. */
const holdingOpening = z.object({
  id: z.string(),
  order_number: z.string(),
  status: z.int().meta({ description: "0 holding, 1 closing, 5 locked" }),
  leverage: z.int(),
  quantity: decimal,
  /** What can be closed now: no closing order waits for it, and nothing keeps it from being sold. */
  quantity_free: decimal,
  /** What its closing orders wait for. */
  quantity_waiting: decimal,
  buy_price: decimal,
  buy_time: time,
  sellable_at: time,
  market_value: decimal,
  yingkui: decimal,
});

/**
 * What a customer holds of one stock, as statements have it: all of its openings together. Shares that were
 * bought and paid in full have the moving average of what they cost, fees included: a purchase averages anew, a
 * sale leaves the average as it is, rounded up to the whole yen, or to four decimals in dollars and yuan. What
 * was opened on margin has the average of its openings' prices, each of which keeps its own.
 *
 * `cost` is average × quantity, of margin the openings' cost; `profit` is `market_value` against it, of a short
 * the other way round. `market_value`, `quantity`, `day_profit`, `borrowed` and `interest` are the sums of the
 * openings'. `next_sellable_at` is when more of it can be sold, `sellable_at` when all of it can; both null
 * where all can be sold now.
 */
const holding = z
  .object({
    type: marketKey,
    code: z.string(),
    name: z.string(),
    names,
    side: z.enum(["long", "short"]),
    funding: z.enum(holdingFundings),
    quantity: decimal,
    quantity_free: decimal,
    quantity_waiting: decimal,
    quantity_locked: decimal,
    next_sellable_at: time.nullable(),
    sellable_at: time.nullable(),
    sellable_at_status: calendarStatus,
    average_cost: decimal,
    average_method: z.enum(["moving_average", "openings"]),
    cost: decimal,
    nowprice: decimal,
    market_value: decimal,
    profit: decimal,
    profit_percent: decimal,
    day_profit: decimal,
    /** What dividends have brought the openings, or cost a short. */
    dividends: decimal,
    borrowed: decimal,
    interest: decimal,
    openings_count: z.int(),
    /** The oldest first, as they are closed; of all holdings together at most a thousand are shown. */
    openings: z.array(holdingOpening),
  })
  .meta({ id: "Holding" });

export type Holding = z.output<typeof holding>;

/** What is not closed with the others, and why: `until` is null where no time ends it. */
const leftOut = z.object({
  id: z.string(),
  order_number: z.string(),
  quantity: decimal,
  reason: z.enum(leftOutReasons),
  until: time.nullable(),
});

const closingFields = {
  ...holdingKey,
  quantity: decimal.optional().meta({
    description:
      "the oldest openings are closed first; without it, everything that can be closed at once",
  }),
  openings: z
    .string()
    .max(3_000)
    .regex(/^[1-9]\d{0,17}:[1-9]\d{0,9}(?:,[1-9]\d{0,17}:[1-9]\d{0,9}){0,99}$/)
    .optional()
    .meta({
      description:
        "the chosen openings with the shares of each, which a quantity beside them has to be the sum of: 12:100,15:50; at most 100",
    }),
  kind: z.enum(orderKinds),
  price: decimal.optional(),
  stop_price: decimal.optional(),
  ...trailFields,
  time_in_force: z.enum(timesInForce).default("until_cancelled"),
  good_until: z.iso.date().optional(),
  do_not_reduce: doNotReduce,
  hours,
};

/**
 * What a closing would bring by now, at the quote's levels, and a limit's rest at its limit. `received` is what
 * comes back to the customer; `profit` is what is booked, by opening. `quantity_max` is what one call can close.
 */
const closingEstimate = z.object({
  quantity: decimal,
  quantity_max: decimal,
  /** What of it the market would take now; a limit's rest waits. */
  quantity_filled: decimal,
  amount: decimal,
  fee: decimal,
  interest: decimal,
  received: decimal,
  profit: decimal,
  parts: z.array(
    z.object({ id: recordId, order_number: z.string(), quantity: decimal, profit: decimal }),
  ),
  left_out: z.array(leftOut),
});

/**
 * A closing order for each opening. All are checked before the first is placed; what the market or another
 * device takes in between, is told part by part: `closed` is an order's answer as `/trade/close-position` gives
 * it, `refusal` why one was not placed. The sums are those of what was filled at once.
 */
const closedHolding = z.object({
  quantity: decimal,
  quantity_filled: decimal,
  quantity_waiting: decimal,
  amount: decimal,
  fee: decimal,
  interest: decimal,
  profit: decimal,
  shortfall: decimal,
  filled_at: time.nullable(),
  parts: z.array(
    z.object({
      id: recordId,
      order_number: z.string(),
      quantity: decimal,
      closed: closedPart.nullable(),
      refusal: z
        .object({ msg: z.string(), params: z.record(z.string(), z.string()).optional() })
        .nullable(),
    }),
  ),
  left_out: z.array(leftOut),
});

const [, ...closingRefusals] = orderCalls["/trade/close-position"].refusals;

/** What a customer holds, by stock. */
export const holdingCalls = {
  "/trade/holdings": defineCall({
    summary:
      "What is held, one entry a stock with its average cost and its openings; long and short, and what was bought on margin, apart",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.object({
      items: z.array(holding),
      market_value: decimal,
      cost: decimal,
      profit: decimal,
      day_profit: decimal,
    }),
    refusals: [],
  }),
  "/trade/preview-close-holding": defineCall({
    summary:
      "What closing a holding, or a part of it, would bring, and which of its openings cannot be closed yet; changes nothing. Refused as closing it would be",
    access: "customer",
    input: z.strictObject(closingFields),
    output: closingEstimate,
    refusals: closingRefusals,
  }),
  "/trade/close-holding": defineCall({
    summary:
      "Closes a holding, or a part of it: the oldest openings first, or the chosen ones, each by a closing order of its own",
    access: "customer",
    input: z.strictObject({ ...closingFields, request_id: requestId }),
    output: closedHolding,
    refusals: orderCalls["/trade/close-position"].refusals,
  }),
};
