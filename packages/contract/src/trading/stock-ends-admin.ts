import { decisionOutput } from "../governance/reviews.ts";
import { stockEndKinds } from "../market/constants.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  cursor,
  decimal,
  instrumentCode,
  listLimit,
  marketKey,
  names,
  page,
  recordId,
  time,
  typedTextOrNone,
} from "../wire.ts";
import { z } from "zod";

const stockEnd = z.object({
  id: recordId,
  type: marketKey,
  code: z.string(),
  /** Null of a stock that the feed does not carry any more. */
  names: names.nullable(),
  kind: z.enum(stockEndKinds),
  /** Who announced it: the record that is played, the simulated market, or two operators. */
  source: z.enum(["record", "simulated", "operators"]),
  last_trading_day: z.string(),
  /** What a share is paid as the document says it; null: the close of the last trading day. */
  cash_price: decimal.nullable(),
  document_address: z.string().nullable(),
  /** Of a merger in shares: whose, and how many for each old share. */
  target: z.object({ code: z.string(), names, ratio: z.string() }).nullable(),
  announced_at: time,
  withdrawn_at: time.nullable(),
  is_over: z.boolean(),
  can_withdraw: z.boolean(),
  settlement_price: decimal.nullable(),
  /** The day whose close the settlement price is. */
  price_of: z.string().nullable(),
  settled_at: time.nullable(),
  settled_positions: z.int().min(0),
});

/** Stocks that end: announced before their last trading day, and settled after it at a published price. */
export const stockEndCalls = {
  "/api/ops/stock-ends": defineOperatorCall({
    summary: "The stocks that end or have ended, the newest first",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(stockEnd).extend({
      /** Where prices are simulated or recorded, the feed's close is the only one. */
      takes_cash_price: z.boolean(),
    }),
    refusals: [],
  }),
  "/api/ops/stock-ends/propose": defineOperatorCall({
    summary:
      "Proposes that a stock's listing ends; another operator approves it. What is held after the last trading day is settled at that day's close or, in a live market, at the cash that a published document names",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode,
      kind: z.enum(stockEndKinds),
      last_trading_day: z.iso.date(),
      cash_price: decimal.optional(),
      document_address: z
        .url({ protocol: /^https$/ })
        .max(500)
        .optional(),
      /** Shares of another company of the same market: `ratio` new ones for each old one, as `0.75` or `3:4`. */
      target: z
        .strictObject({ type: marketKey, code: instrumentCode, ratio: z.string().max(60) })
        .optional(),
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "end_target_not_merged",
      "instrument_not_found",
      "end_exists",
      "end_without_price",
      "end_day_not_ahead",
      "end_day_too_far",
      "end_day_before_listing",
      "end_day_closed",
      "end_target_other_market",
      "end_target_not_found",
      "end_target_same",
      "end_target_ends",
      "end_ratio_out_of_range",
      "end_price_not_allowed",
      "end_price_out_of_range",
      "end_document_missing",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/stock-ends/:id/withdraw": defineOperatorCall({
    summary:
      "Proposes to withdraw an announced end before its last trading day is over; another operator approves it. Afterwards corrections are journals alone",
    permission: "manage_instruments",
    input: z.strictObject({ id: recordId, note: typedTextOrNone(reasonLengthMax).optional() }),
    output: decisionOutput,
    refusals: [
      "end_not_found",
      "end_of_the_feed",
      "end_is_over",
      "operator_held",
      "proposal_pending",
    ],
  }),
};
