import { z } from "zod";
import { defineCall } from "../call.ts";
import {
  calendarStatus,
  cursor,
  decimal,
  instrumentCode,
  listLimit,
  marketKey,
  marketType,
  names,
  nothing,
  page,
  recordId,
  requestId,
  time,
} from "../wire.ts";

/** Per cent a year with two decimals. */
const rate = decimal;

/** By the published terms of the day, the same for everybody. */
const terms = z.object({
  /** What of the fee of borrowed shares its lenders get. */
  lender_percent: z.int(),
  /** From so much of the pool that is borrowed, the fee is so much higher a year. */
  premium: z.array(z.object({ from_percent: z.int(), rate })),
  /** What is recalled and borrowed is back within so many trading days, by this time of the last. */
  /** Whether the market's institutions lend to shorts without a limit, and so take the place of what is recalled. */
  unlimited: z.boolean(),
  recall_days: z.int(),
  recall_time: z.string(),
  /** A deadline within so many minutes of a halt moves to so many after trading goes on. */
  recall_minutes: z.int(),
  rule: z.string(),
  since: z.iso.date(),
});

const pool = {
  type: marketKey,
  code: z.string(),
  names,
  /** Shares that customers lend, those of them that are borrowed, and how much of the pool that is, in per cent. */
  lent: decimal,
  borrowed: decimal,
  available: decimal,
  utilisation: decimal,
  /** All shares that are short, and those of them that the market's institutions lend, who lend without a limit. */
  short: decimal,
  from_institutions: decimal,
  /** What can still be borrowed; null where the market's institutions lend without a limit. */
  borrowable: decimal.nullable(),
  /** What a short pays a year, the premium of the pool's shares included. */
  borrow_rate: rate,
  /** What lenders get a year on the price, on average over all that is lent. */
  lender_rate: rate,
};

export const stockPool = z.object(pool).meta({ id: "StockPool" });
export type StockPool = z.output<typeof stockPool>;

const lending = z
  .object({
    /** The position's. */
    id: recordId,
    type: marketKey,
    code: z.string(),
    names,
    status: z.int().min(0).max(1).meta({ description: "0 back, 1 lent" }),
    quantity: decimal,
    /** Shares of the position that are neither lent nor being sold. */
    free: decimal,
    first_lent_at: time,
    /** Paid so far, and what a day earns now; with two decimals more than money has. */
    earned: decimal,
    per_day: decimal,
    /** Recalled by the customer: it is not lent again by itself. */
    kept_back: z.boolean(),
    /** What of it is recalled and not back yet, and by when it is. */
    recalled: decimal,
    recall_due: time.nullable(),
    recall_due_status: calendarStatus,
  })
  .meta({ id: "Lending" });

export type Lending = z.output<typeof lending>;

const lendable = z.object({
  id: recordId,
  ...pool,
  quantity: decimal,
  free: decimal,
  lent_own: decimal,
  recalled: decimal,
  recall_due: time.nullable(),
  recall_due_status: calendarStatus,
  /** What a day earns now, and what it would if all of it was lent; with two decimals more than money has. */
  per_day: decimal,
  per_day_all: decimal,
});

const overview = z
  .object({
    automatic: z.boolean(),
    automatic_since: time.nullable(),
    terms,
    /** Of each currency in which anything was lent. */
    totals: z.array(z.object({ currency: z.string(), earned: decimal, per_day: decimal })),
    /** Positions that are lent or can be, those that would earn the most first. */
    positions: z.array(lendable),
  })
  .meta({ id: "LendingOverview" });

export type LendingOverview = z.output<typeof overview>;

const earning = z.object({
  /** The days after the one and up to the other, by the market's calendar. */
  after: z.iso.date(),
  through: z.iso.date(),
  /** On average over the days. */
  quantity: decimal,
  utilisation: decimal,
  borrow_rate: rate,
  /** With six decimals more than money has, and what of it was paid. */
  earned: decimal,
  paid: decimal,
});

export type LendingEarning = z.output<typeof earning>;

export const lendablePositionsMax = 200;
export const lendingsMax = 200;

export const stockLendingCalls = {
  "/market/borrowing": defineCall({
    summary:
      "What can be borrowed of each stock and what it costs: customers' pool first, then the market's institutions",
    access: "anyone",
    input: z.strictObject({ type: marketType, code: instrumentCode.optional() }),
    output: z.array(stockPool),
    refusals: ["instrument_not_found"],
  }),
  "/trade/lending": defineCall({
    summary: "What is lent and what could be earned, by position",
    access: "customer",
    input: nothing,
    output: overview,
    refusals: [],
  }),
  "/trade/lend": defineCall({
    summary:
      "Lends shares of a position that are paid in full; they stay held, and are sold as before: a sale recalls them in the same step",
    access: "customer",
    input: z.strictObject({ id: recordId, quantity: decimal, request_id: requestId }),
    output: lending,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "quantity_not_whole",
      "quantity_not_positive",
      "position_not_found",
      "shares_not_lendable",
      "quantity_exceeds_position",
    ],
  }),
  "/trade/recall": defineCall({
    summary:
      "Recalls what is lent of a position: back at once where it is not borrowed or others take its place, else by a published deadline",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: lending,
    refusals: ["lending_not_found"],
  }),
  "/trade/lend-automatically": defineCall({
    summary:
      "Whether everything that can be lent is lent by itself; what was recalled is left alone",
    access: "customer",
    input: z.strictObject({ choice: z.enum(["automatic", "manual"]) }),
    output: overview,
    refusals: ["account_frozen"],
  }),
  "/trade/lendinglist": defineCall({
    summary: "The customer's lendings in a market, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(lending),
    refusals: [],
  }),
  "/trade/lending-earnings": defineCall({
    summary: "What a position earned by being lent, the newest days first",
    access: "customer",
    input: z.strictObject({ id: recordId, cursor: cursor.optional(), limit: listLimit }),
    output: page(earning),
    refusals: ["lending_not_found"],
  }),
};
