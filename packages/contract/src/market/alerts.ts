import { defineCall } from "../call.ts";
import {
  recordId,
  marketKey,
  names,
  decimal,
  time,
  nothing,
  marketType,
  instrumentCode,
  requestId,
  done,
} from "../wire.ts";
import { alertKinds } from "./constants.ts";
import { z } from "zod";

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
      "instrument_ended",
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
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused", "alert_not_found"],
  }),
};
