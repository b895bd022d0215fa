import { z } from "zod";
import { defineCall } from "./call.ts";
import { time, typedText } from "./wire.ts";

/** One step of the simulated clock: a second to a year. It never goes back. */
export const clockStepSecondsMax = 366 * 24 * 60 * 60;

/** Operators' calls: JSON in and out, session cookie, and the header `x-csrf-token`. */
export const operatorCalls = {
  "/api/ops/sign-in": defineCall({
    summary: "Signs an operator in; the cookie carries the session",
    access: "anyone",
    input: z.strictObject({
      email: typedText(254),
      password: typedText(128),
      code: typedText(16).optional(),
    }),
    output: z.object({ csrf_token: z.string() }),
    refusals: ["too_many_tries", "wrong_account_or_password"],
  }),
  "/api/ops/sign-out": defineCall({
    summary: "Ends the operator's session",
    access: "operator",
    input: z.strictObject({}),
    output: z.object({}),
    refusals: [],
  }),
  "/api/ops/simulation/clock": defineCall({
    summary: "Moves the simulated clock forward; timers, sessions and prices follow",
    access: "operator",
    input: z.strictObject({ advance_seconds: z.int() }),
    output: z.object({ now: time }),
    refusals: ["simulation_only", "clock_step_out_of_range"],
  }),
};
