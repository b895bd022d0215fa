import { z } from "zod";
import { defineCall } from "./call.ts";

/** The names of the config entries that a customer's app may see. */
export const publicConfigNames = [
  "title",
  "logo",
  "kefu",
  "menu",
  "default_language",
  "simulated",
  "market_hours",
  "bank_card_cooling_off_hours",
  "withdrawal_hours",
  "withdrawal_days",
  "withdrawal_minimum",
  "withdrawal_maximum",
  "withdrawal_requires_no_positions",
  "withdrawal_arrival_minutes",
  "deposit_minimum",
  "deposit_maximum",
] as const;

export const configEntry = z.object({ name: z.string(), value: z.string() });

export const commonCalls = {
  "/common/config": defineCall({
    summary: "The site's settings: all of them, or the customer-service link alone without a type",
    access: "anyone",
    input: z.strictObject({ type: z.literal("all").optional() }),
    output: z.array(configEntry),
    refusals: ["service_link_unavailable"],
  }),
};
