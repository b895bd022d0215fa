import { z } from "zod";
import { defineOperatorCall } from "../operator-call.ts";
import { done, marketKey, names, nothing, recordId, time } from "../wire.ts";
import { venueDisputes } from "./constants.ts";

const heldUp = z.object({
  id: z.string(),
  account: z.string(),
  type: marketKey,
  code: z.string(),
  names,
  side: z.enum(["buy", "sell"]),
  quantity: z.string(),
  filled: z.string(),
  /** What kind of report waits, and how many of this order's wait with it. */
  report: z.string(),
  reports: z.int(),
  sequence: z.string(),
  since: time,
  /** Where the venue and we disagree; null where a report could not be booked. */
  dispute: z.enum(venueDisputes).nullable(),
  /** Why it could not be booked, in the database's or the program's own words. */
  fault: z.string().nullable(),
  attempts: z.int(),
  retry_at: time.nullable(),
});

/** Of a request that is none of ours: it is kept, and somebody has to look. */
const stray = z.object({
  sequence: z.string(),
  client_order_id: z.string(),
  report: z.string(),
  since: time,
});

export const venueOrderAdminCalls = {
  "/api/ops/venue-orders": defineOperatorCall({
    summary:
      "Orders of which a venue's report waits: it could not be booked, or contradicts what we have; the longest first",
    method: "GET",
    permission: "view_health",
    input: nothing,
    output: z.object({ items: z.array(heldUp), total: z.int(), strays: z.array(stray) }),
    refusals: [],
  }),
  "/api/ops/venue-orders/:id/retry": defineOperatorCall({
    summary: "Has what waits of an order tried again at once",
    permission: "retry_venue_reports",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["venue_order_not_held_up"],
  }),
};
