import { defineCall } from "../call.ts";
import {
  calendarStatus,
  time,
  decimal,
  marketKey,
  marketType,
  currency,
  displayCurrency,
} from "../wire.ts";
import { netAssetRanges } from "./constants.ts";
import { z } from "zod";

/** A rule's key, and the day from which it holds; none where it is older than the records. */
const rule = { rule: z.string(), since: z.string().optional() };

/** The receipt of a forced sale: the figures that led to it, as they were when it was decided. */
export const forcedSale = z.object({
  /**
   * `call_overdue`: a margin call's deadline passed; `ratio_too_low`: below the forced-sale ratio; `term_ended`:
   * the position's own end, of which `called_at` is the first word to the customer.
   */
  reason: z.enum(["call_overdue", "ratio_too_low", "term_ended"]),
  at: time,
  quantity: decimal,
  price: decimal,
  equity: decimal,
  exposure: decimal,
  /** In per cent, with two decimals: before the sale, and what it had to be. */
  ratio: decimal,
  ratio_required: decimal,
  called_at: time.nullable(),
  due_at: time.nullable(),
  ...rule,
});

/** Ratios and rates in per cent, amounts in the market's currency; `ratio` is null without exposure. */
const accountMargin = z.object({
  type: marketKey,
  credit_limit: decimal,
  credit_available: decimal,
  borrowed: decimal,
  interest: decimal,
  unpaid_debt: decimal,
  equity: decimal,
  exposure: decimal,
  ratio: decimal.nullable(),
  initial_percent: decimal,
  maintenance_percent: decimal,
  forced_sale_percent: decimal,
  long_rate: decimal,
  short_rate: decimal,
  day_count: z.int(),
  leverages: z.array(z.int().min(1)),
  ...rule,
  confirmed: z.boolean(),
  /** A call that is not met yet; `missing` is what has to be added, or closed away, by `due_at`. */
  call: z
    .object({
      called_at: time,
      due_at: time,
      due_at_status: calendarStatus,
      ratio: decimal,
      missing: decimal,
    })
    .nullable(),
  at: time,
});

export const marginCalls = {
  "/trade/margin": defineCall({
    summary:
      "A market's leveraged and short positions together: equity, exposure, their ratio, what is borrowed, and a margin call if there is one",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: accountMargin,
    refusals: [],
  }),
  "/user/net-assets": defineCall({
    summary: "Net assets over time, all currencies together in one at the mid rate of each day",
    access: "customer",
    input: z.strictObject({
      range: z.enum(netAssetRanges).default("1m"),
      currency: displayCurrency.default("JPY"),
    }),
    output: z.object({
      currency: displayCurrency,
      /**
       * The end of each day, oldest first; the last is now. A day for whose currencies there was no rate
       * is left out.
       */
      points: z.array(z.tuple([time, decimal])),
      /** The same per currency, in itself; a currency that was never held is left out. */
      currencies: z.array(z.object({ currency, points: z.array(z.tuple([time, decimal])) })),
      /** From the first point to the last. */
      change: decimal,
      /** Of that what was paid in less what was paid out. */
      paid_in: decimal,
      /**
       * What was gained or lost, time-weighted, without what was paid in or out; null where it cannot be said: the
       * first point is nothing or less, or a part began with less than nothing.
       */
      change_percent: decimal.nullable(),
    }),
    refusals: [],
  }),
};
