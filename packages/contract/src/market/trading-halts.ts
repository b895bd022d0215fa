import { defineCall } from "../call.ts";
import { publicFact, publicReason } from "../governance/public-facts.ts";
import { defineOperatorCall } from "../operator-call.ts";
import {
  marketKey,
  names,
  time,
  nothing,
  cursor,
  listLimit,
  page,
  instrumentCode,
  recordId,
  done,
} from "../wire.ts";
import { haltRoles, haltScopes, haltMinutesMax } from "./constants.ts";
import { z } from "zod";

/** A halt as everybody reads it. */
export const publicHalt = publicFact.extend({
  id: z.string(),
  role: z.enum(haltRoles),
  scope: z.enum(haltScopes),
  type: marketKey.nullable(),
  code: z.string().nullable(),
  /** What is halted, by its name. */
  names,
  closing_allowed: z.boolean(),
  ended_at: time.nullable(),
});

export type PublicHalt = z.output<typeof publicHalt>;

export const publicHaltCalls = {
  "/common/halts": defineCall({
    summary:
      "What trading the house has halted, why, since and until when, and by which role; those in force first, then the newest that have ended",
    access: "anyone",
    input: nothing,
    output: z.object({ items: z.array(publicHalt) }),
    refusals: [],
  }),
};

const halt = z.object({
  id: z.string(),
  scope: z.enum(haltScopes),
  type: marketKey.nullable(),
  code: z.string().nullable(),
  closing_allowed: z.boolean(),
  reason: z.string(),
  /** The operator's own sentences, where the reason is `other`. */
  texts: names.nullable(),
  halted_at: time,
  /** Null where a rule of the market did it by itself. */
  halted_by: z.string().nullable(),
  halted_role: z.enum(haltRoles),
  /** When it ends by itself. */
  until: time.nullable(),
  resumed_at: time.nullable(),
  /** Empty where it ended by itself. */
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
      /** After how long it ends by itself; needed where closing is stopped too, `closingBarredHoursMax` at most. */
      ends_in_minutes: z.int().min(1).max(haltMinutesMax).optional(),
      reason: publicReason,
    }),
    output: z.object({ id: z.string() }),
    refusals: [
      "reason_required",
      "reason_too_long",
      "reason_languages_missing",
      "reason_not_a_sentence",
      "instrument_not_found",
      "halt_closing_needs_end",
      "halt_exists",
    ],
  }),
  "/api/ops/trading-halts/:id/resume": defineOperatorCall({
    summary: "Ends a halt: orders are taken again, and what waits is filled again",
    permission: "halt_trading",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["halt_not_found", "halt_ended"],
  }),
};
