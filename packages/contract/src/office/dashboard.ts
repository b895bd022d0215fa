import { defineOperatorCall } from "../operator-call.ts";
import { currency, decimal, time } from "../wire.ts";
import { dashboardSpans, healthQueues, revenuePurposes } from "./constants.ts";
import { z } from "zod";

const day = z.iso.date();
const count = z.int().min(0);

export const dashboardCalls = {
  "/api/ops/dashboard": defineOperatorCall({
    summary:
      "Money in and out, what the house earned, active customers and what waits: from ledger and records, by days of Tokyo",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ days: z.enum(dashboardSpans).default("30") }),
    output: z.object({
      from: day,
      to: day,
      /** Of the house's account at the bank; a day without movement is left out. */
      money: z.array(z.object({ day, currency, in: decimal, out: decimal })),
      money_totals: z.array(z.object({ currency, in: decimal, out: decimal })),
      /** Net of what was refunded, of each income account; a day without is left out. */
      revenue: z.array(
        z.object({ day, currency, purpose: z.enum(revenuePurposes), amount: decimal }),
      ),
      revenue_totals: z.array(z.object({ currency, amount: decimal })),
      /** Customers who signed in, who had a fill, and who registered; a day without any is left out. */
      customers: z.array(z.object({ day, signed_in: count, traded: count, registered: count })),
      queues: z.array(
        z.object({ name: z.enum(healthQueues), waiting: count, oldest_at: time.nullable() }),
      ),
    }),
    refusals: [],
  }),
};
