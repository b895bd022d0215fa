import { z } from "zod";
import { defineCall } from "../call.ts";
import { orderCalls } from "../trading/orders.ts";
import {
  decimal,
  instrumentCode,
  marketKey,
  marketType,
  names,
  recordId,
  requestId,
  time,
} from "../wire.ts";
import { intradayStates } from "./constants.ts";

const trade = z
  .object({
    id: recordId,
    type: marketKey,
    code: z.string(),
    names,
    side: z.enum(["long", "short"]),
    leverage: z.int(),
    quantity: decimal,
    state: z.enum(intradayStates),
    applied_at: time,
    /** From then on the system closes it; until the session's end. */
    squares_off_at: time,
    session_ends_at: time,
    /** It could not be traded in its window, bears the market's interest since, and is closed at the next chance. */
    carried_at: time.nullable(),
    ended_at: time.nullable(),
    position: recordId.nullable(),
    open_price: decimal.nullable(),
    close_price: decimal.nullable(),
    fees: decimal.nullable(),
    /** With the premium and the fee for carrying over, once they are paid. */
    interest: decimal.nullable(),
    /** What the day's premium of a hard-to-borrow short and the carrying over cost; null where nothing. */
    premium: decimal.nullable(),
    carry_over_fee: decimal.nullable(),
    /** What it came to, fees and interest included; null while it runs. */
    result: decimal.nullable(),
    /** Parts that the system closed, with their price. */
    squared_off: z.array(z.object({ at: time, price: decimal, quantity: decimal })),
    /** The code of the refusal, where its order came to nothing. */
    failure: z.string().nullable(),
  })
  .meta({ id: "IntradayTrade" });

export type IntradayTrade = z.output<typeof trade>;

/** In the specification's list of applications, beside those for block trades. */
export const intradayApplication = z
  .object({
    id: recordId,
    kind: z.literal("intraday"),
    type: marketKey,
    code: z.string(),
    names,
    side: z.enum(["long", "short"]),
    leverage: z.int(),
    status: z.int().min(0).max(2).meta({
      description: "0 submitted, 1 filled (trading or completed), 2 failed",
    }),
    state: z.enum(intradayStates),
    /** Always `-`: its order is placed at once, and what that ties up is its position's. */
    credit: z.string(),
    quantity: decimal,
    price: decimal.nullable(),
    applied_at: time,
    ended_at: time.nullable(),
    position: recordId.nullable(),
    failure: z.string().nullable(),
  })
  .meta({ id: "IntradayApplication" });

export type IntradayApplication = z.output<typeof intradayApplication>;

const terms = z
  .object({
    /** Empty where nothing is traded for one day. */
    leverages: z.array(z.int()),
    rule: z.string(),
    confirmed: z.boolean(),
    /** Per cent of the value that is carried over, by the house's published terms. */
    carry_over_rate: decimal,
    taken_until: time,
    squares_off_at: time,
    session_ends_at: time,
    is_open: z.boolean(),
    /** The market's rule for day traders, where one holds here. */
    day_traders: z
      .object({
        rule: z.string(),
        confirmed: z.boolean(),
        /** How many within how many trading days need how much equity; null where they are not counted. */
        pattern: z
          .object({ made: z.int(), trades: z.int(), days: z.int(), equity: decimal })
          .nullable(),
        /** What new trades to buy, and to sell short, may come to now. */
        buying_power: z.object({ long: decimal, short: decimal }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: "IntradayTerms" });

export type IntradayTerms = z.output<typeof terms>;

const day = z.object({
  date: z.iso.date(),
  trades: z.int(),
  wins: z.int(),
  losses: z.int(),
  average_win: decimal,
  average_loss: decimal,
  fees: decimal,
  interest: decimal,
  result: decimal,
});

const preview = z
  .object({
    quantity: decimal,
    price: decimal,
    amount: decimal,
    margin: decimal,
    borrowed: decimal,
    fee: decimal,
    total: decimal,
    available: decimal,
    forced_sale_price: decimal.nullable(),
    /** A year's, in per cent, of what is carried over a night; nothing on the day itself. */
    carried_rate: decimal,
    /** For the day, where the pool's shares run short: a year's per cent, and what it comes to; paid on closing. */
    premium_rate: decimal,
    premium: decimal,
    /** Once, if it is carried over: per cent of the value, and what it comes to. */
    carry_over_rate: decimal,
    carry_over_fee: decimal,
    squares_off_at: time,
    session_ends_at: time,
  })
  .meta({ id: "IntradayPreview" });

export type IntradayPreview = z.output<typeof preview>;

const asked = {
  type: marketType,
  code: instrumentCode,
  side: z.enum(["long", "short"]),
  /** Either what is traded for, as many whole lots as it buys, or how many shares. */
  amount: decimal.optional(),
  quantity: decimal.optional(),
  leverage: z.string().regex(/^[1-9]\d?$/),
};
const refusals = [
  "account_frozen",
  "trading_disabled",
  "product_not_available",
  "intraday_closed",
  "leverage_not_offered",
  "amount_or_quantity",
  "amount_not_positive",
  "amount_below_minimum",
  "price_unavailable",
  "pattern_day_trader_equity",
  "day_trading_buying_power",
] as const;

export const intradayCalls = {
  "/trade/intraday-terms": defineCall({
    summary: "How positions of one day are traded on margin in a market, and until when today",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: terms,
    refusals: [],
  }),
  "/trade/preview-intraday": defineCall({
    summary: "What an intraday trade would cost at this moment, and when it is squared off",
    access: "customer",
    input: z.strictObject(asked),
    output: preview,
    refusals: [...refusals, ...orderCalls["/trade/preview-order"].refusals.filter(isOther)],
  }),
  "/trade/apply-intraday": defineCall({
    summary:
      "Opens a position of one day at the market: without the lock on sales and without interest, squared off before the session ends",
    access: "customer",
    input: z.strictObject({ ...asked, request_id: requestId }),
    output: trade,
    refusals: [
      "request_id_reused",
      ...refusals,
      ...orderCalls["/trade/place-order"].refusals.filter(isOther),
    ],
  }),
  "/trade/intradaylist": defineCall({
    summary: "The customer's intraday trades, those that run first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(trade),
    refusals: [],
  }),
  "/trade/intraday-days": defineCall({
    summary:
      "What intraday trades came to on each of the last days, losses beside wins, fees included",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(day),
    refusals: [],
  }),
};

type OrderRefusal =
  | (typeof orderCalls)["/trade/preview-order"]["refusals"][number]
  | (typeof orderCalls)["/trade/place-order"]["refusals"][number];

/** What is listed above, or comes first, is not listed again. */
function isOther<Code extends OrderRefusal>(code: Code): boolean {
  return code !== "request_id_reused" && !(refusals as readonly string[]).includes(code);
}
