import { defineCall } from "../call.ts";
import { publicFact } from "../governance/public-facts.ts";
import { pendingDecision } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
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
  typedTextOrNone,
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
  /** Limit and stop orders that last are taken, and wait for its end: an exchange's pause of a share without limits. */
  takes_orders: z.boolean(),
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
  /** As of a halt in public. */
  takes_orders: z.boolean(),
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

/** Its id, empty while a second operator has to approve it. */
const halted = z.object({ id: z.string(), pending: pendingDecision.nullable() });

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
      "Stops new orders at once: all of them, a market's or a stock's; what waits to open is not filled meanwhile. What is held can still be closed, unless that is stopped too. Where that or a market is stopped for more than 24 hours within 30 days it is proposed to a second operator, and refused beyond 72",
    permission: "halt_trading",
    input: z.strictObject({
      scope: z.enum(haltScopes),
      type: marketKey.optional(),
      code: instrumentCode.optional(),
      closing_allowed: z.boolean().default(true),
      /**
       * After how long it ends by itself; needed where closing is stopped too, `closingBarredHoursMax` at most. A
       * market's ends by itself in any case.
       */
      ends_in_minutes: z.int().min(1).max(haltMinutesMax).optional(),
      /** A code alone: one operator does it, and everybody reads it at once. */
      reason: typedTextOrNone(reasonLengthMax),
    }),
    output: halted,
    refusals: [
      "reason_required",
      "reason_code_required",
      "instrument_not_found",
      "halt_closing_needs_end",
      "halt_exists",
      "halt_too_long",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/trading-halts/:id/renew": defineOperatorCall({
    summary:
      "Proposes to let a halt of a market or of closing that is in force hold for so long from the approval on, by a second operator; holders are told again",
    permission: "halt_trading",
    input: z.strictObject({
      id: recordId,
      ends_in_minutes: z.int().min(1).max(haltMinutesMax),
      /** A code alone. */
      reason: typedTextOrNone(reasonLengthMax),
    }),
    output: halted,
    refusals: [
      "reason_required",
      "reason_code_required",
      "halt_not_found",
      "halt_ended",
      "halt_needs_no_renewal",
      "halt_closing_needs_end",
      "halt_too_long",
      "operator_held",
      "proposal_pending",
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
