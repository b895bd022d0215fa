import { decimal, time } from "../wire.ts";
import { z } from "zod";
import { orderHours } from "./constants.ts";

/** What orders to open and to close say alike. */

/** Of a `trailing_stop` one of the two: how far the stop stays behind, as a price or in per cent of it. */
export const trailFields = {
  trail_amount: decimal.optional(),
  trail_percent: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,2})?$/)
    .optional(),
};

export const hours = z.enum(orderHours).optional().meta({
  description:
    "of a limit order on a US stock: `extended` trades before and after the regular hours too; left out: `regular`",
});

/** Left out where it trades, or traded, in the regular hours alone. */
export const extendedMark = z
  .literal("extended")
  .optional()
  .meta({ description: "for regular and extended hours; of a fill: made in extended hours" });

export const tradesFrom = time.optional().meta({
  description: "when it begins to trade that works for the after-hours session alone",
});

export const doNotReduce = z.enum(["true", "false"]).optional().meta({
  description:
    "of a stock of New York: its price stays on the ex-date of a dividend, which otherwise lowers a limit to buy and a stop to sell (FINRA Rule 5330)",
});

/** That it is for hours in which it cannot trade. */
export const hoursRefusals = [
  "extended_hours_not_offered",
  "extended_hours_not_switched_on",
  "extended_hours_own_money_only",
  "extended_hours_limit_only",
] as const;

export const stopRefusals = [
  "stop_price_required",
  "stop_price_not_allowed",
  "stop_price_not_positive",
  "stop_price_not_on_tick",
] as const;

export const trailRefusals = [
  "trail_not_allowed",
  "trail_required",
  "trail_not_positive",
  "trail_not_on_tick",
  "trail_too_wide",
] as const;

export const validityRefusals = [
  "order_form_not_offered",
  "good_until_not_allowed",
  "opening_has_passed",
  "auction_takes_no_more",
  "after_hours_not_taken_now",
  "good_until_required",
  "good_until_past",
  "good_until_too_far",
  "good_until_not_trading_day",
  "good_until_after_last_day",
  "immediate_only_while_open",
] as const;
