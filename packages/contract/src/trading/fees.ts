import { defineCall } from "../call.ts";
import { decimal, marketType, marketKey, currency } from "../wire.ts";
import { z } from "zod";

/** One fee as it holds from a day on. */
export const feeLine = z.object({
  /** The rulebook's name, for example `broker_commission` or `stamp_duty`. */
  name: z.string(),
  sides: z.enum(["buy", "sell", "both"]),
  basis: z.enum(["notional", "quantity"]),
  /** Per cent of the trade's value, or money a share. */
  rate: decimal,
  /** The least and the most that a trade is charged, in the market's currency; null: no upper bound. */
  minimum: decimal,
  maximum: decimal.nullable(),
  rule: z.string(),
  /** The first day on which it is charged like this; null where that is older than the records. */
  since: z.iso.date().nullable(),
  source: z.string(),
  confirmed: z.boolean(),
});

export type FeeLineOnWire = z.output<typeof feeLine>;

export const feeCalls = {
  "/market/fees": defineCall({
    summary: "What a market's trades cost today, and what is announced to change, by day",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.object({
      type: marketKey,
      currency,
      /** The market's own date: what is placed today is charged by `today`. */
      date: z.iso.date(),
      today: z.array(feeLine),
      /** By the day from which each holds. */
      announced: z.array(feeLine),
    }),
    refusals: [],
  }),
};
