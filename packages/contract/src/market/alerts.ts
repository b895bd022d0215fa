import { z } from "zod";
import { defineCall } from "../call.ts";
import {
  decimal,
  done,
  instrumentCode,
  marketKey,
  marketType,
  names,
  nothing,
  recordId,
  requestId,
  time,
} from "../wire.ts";

/**
 * What the last price must do. A price is in the market's currency; a percentage is the day's change
 * against the previous close, given without a sign.
 */
export const alertKinds = [
  "price_at_or_above",
  "price_at_or_below",
  "percent_up",
  "percent_down",
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Of one customer, waiting. */
export const alertsMax = 50;

const alert = z.object({
  id: recordId,
  type: marketKey,
  code: z.string(),
  names,
  kind: z.enum(alertKinds),
  value: decimal,
  /** The last price and the day's change in percent; null where the feed no longer knows the stock. */
  price: decimal.nullable(),
  change_percent: decimal.nullable(),
  created_at: time,
});
export type PriceAlert = z.output<typeof alert>;

export const alertCalls = {
  "/market/alerts": defineCall({
    summary: "The customer's price alerts that wait, newest first; a reached one becomes a message",
    access: "customer",
    input: nothing,
    output: z.array(alert),
    refusals: [],
  }),
  "/market/add-alert": defineCall({
    summary: "Asks for one message when the price, or the day's change, reaches a value",
    access: "customer",
    input: z.strictObject({
      type: marketType,
      code: instrumentCode,
      kind: z.enum(alertKinds),
      value: decimal,
      request_id: requestId,
    }),
    output: z.object({ id: recordId }),
    refusals: [
      "request_id_reused",
      "instrument_not_found",
      "alert_value_out_of_range",
      "price_unavailable",
      "alert_already_reached",
      "alert_exists",
      "alerts_too_many",
    ],
  }),
  "/market/remove-alert": defineCall({
    summary: "Cancels an alert that waits",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["alert_not_found"],
  }),
};
