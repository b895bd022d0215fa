import { z } from "zod";
import { exitPartsMax } from "./constants.ts";

const exitPrice = "(?:-?\\d{1,13}(?:\\.\\d{1,6})?)?";
/** An amount of the market's currency, or a part in per cent. */
const exitTrail = "(?::(?:\\d{1,13}(?:\\.\\d{1,6})?|\\d{1,2}(?:\\.\\d{1,2})?%))?";
const exitPart = `[1-9]\\d{0,9}:${exitPrice}:${exitPrice}${exitTrail}`;

/** Each becomes a closing order of its own as soon as the order that opens has ended. */
export const exitParts = z
  .string()
  .max(600)
  .regex(new RegExp(`^${exitPart}(?:,${exitPart}){0,${exitPartsMax - 1}}$`))
  .optional()
  .meta({
    description:
      "exits for parts of it, in place of take_profit and stop_loss for all: shares:take profit:stop loss of each, one of the prices empty where there is none, and both of a stop that follows the best price since the purchase, whose distance stands behind them: 50:3100:2800,20::2800,30:::2.5%; at most 10",
  });

/** `field` of the first two names the price at fault: take_profit or stop_loss. */
export const exitRefusals = [
  "exit_price_not_positive",
  "exit_price_not_on_tick",
  "take_profit_on_wrong_side",
  "stop_loss_on_wrong_side",
] as const;

/** Of exits for parts of an order, `part` says which, counted from one. */
export const exitPartRefusals = [
  "exits_with_bracket",
  "exit_part_without_price",
  "exit_trails_alone",
  "trail_not_positive",
  "trail_not_on_tick",
  "trail_too_wide",
  "exits_exceed_order",
] as const;
