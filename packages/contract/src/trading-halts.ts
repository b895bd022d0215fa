import { z } from "zod";
import { defineOperatorCall } from "./operator-call.ts";
import {
  cursor,
  done,
  instrumentCode,
  listLimit,
  marketKey,
  page,
  recordId,
  time,
} from "./wire.ts";

/** What a trading halt stops: everything, a market, or one stock. */
export const haltScopes = ["all", "market", "instrument"] as const;
export type HaltScope = (typeof haltScopes)[number];

const halt = z.object({
  id: z.string(),
  scope: z.enum(haltScopes),
  type: marketKey.nullable(),
  code: z.string().nullable(),
  closing_allowed: z.boolean(),
  reason: z.string(),
  /** The operator's own words, where the reason is `other`. */
  words: z.string(),
  halted_at: time,
  halted_by: z.string(),
  resumed_at: time.nullable(),
  resumed_by: z.string().nullable(),
});

export const tradingHaltCalls = {
  "/api/ops/trading-halts": defineOperatorCall({
    summary: "What trading is halted, or every halt there was, the newest first",
    method: "GET",
    permission: "view_health",
    input: z.strictObject({
      state: z.enum(["active", "all"]).default("active"),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(halt),
    refusals: [],
  }),
  "/api/ops/trading-halts/create": defineOperatorCall({
    summary:
      "Stops new orders at once: all of them, a market's or a stock's; what waits to open is not filled meanwhile. What is held can still be closed, unless that is stopped too",
    permission: "halt_trading",
    input: z.strictObject({
      scope: z.enum(haltScopes),
      type: marketKey.optional(),
      code: instrumentCode.optional(),
      closing_allowed: z.boolean().default(true),
      reason: z.string(),
    }),
    output: z.object({ id: z.string() }),
    refusals: ["reason_required", "reason_too_long", "instrument_not_found", "halt_exists"],
  }),
  "/api/ops/trading-halts/:id/resume": defineOperatorCall({
    summary: "Ends a halt: orders are taken again, and what waits is filled again",
    permission: "halt_trading",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["halt_not_found", "halt_ended"],
  }),
};
