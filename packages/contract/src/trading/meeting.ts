import { z } from "zod";
import { calendarStatus, time } from "../wire.ts";

/** The auction or session in which an order meets the market first. */
export const meeting = z.object({
  by: z.enum([
    "continuous",
    "opening",
    "morning_closing",
    "afternoon_opening",
    "closing",
    "after_hours_fixed_price",
    "pre_market",
    "after_hours",
  ]),
  at: time,
  at_status: calendarStatus,
});
