import { defineCall } from "../call.ts";
import { typedText, nothing, time, password, requestId, done } from "../wire.ts";
import { z } from "zod";

/** As it is typed: that it has six digits is a rule's to say. */
export const fundPassword = typedText(32);

export const passwordCalls = {
  "/user/fund-password": defineCall({
    summary:
      "Whether a fund password is set, since when, and from when a forgotten one can be set anew",
    access: "customer",
    input: nothing,
    output: z.object({
      set: z.boolean(),
      changed_at: time.nullable(),
      /** Null where no reset was asked for; past, it is due. */
      reset_due_at: time.nullable(),
      /** Until when it can be used; null where no reset was asked for. */
      reset_expires_at: time.nullable(),
    }),
    refusals: [],
  }),
  "/user/set-fund-password": defineCall({
    summary:
      "Sets the fund password; where there is one already, the old one is asked for as well, or a reset that is due is used up",
    access: "customer",
    input: z.strictObject({
      login_password: password,
      new_password: fundPassword,
      new_password2: fundPassword,
      old_password: fundPassword.optional(),
    }),
    output: done,
    refusals: [
      "fund_password_not_six_digits",
      "fund_password_too_simple",
      "passwords_do_not_match",
      "password_unchanged",
      "old_password_required",
      "proof_required",
      "too_many_tries",
      "wrong_login_password",
      "wrong_original_password",
      "modification_failed",
    ],
  }),
  "/user/reset-fund-password": defineCall({
    summary:
      "Asks to set a forgotten fund password anew, a day later and within a week of that. The old one goes on working, and its use takes the reset back; one that waits is answered again",
    access: "customer",
    input: z.strictObject({ login_password: password }),
    output: z.object({ reset_due_at: time, reset_expires_at: time }),
    refusals: ["fund_password_not_set", "proof_required", "too_many_tries", "wrong_login_password"],
  }),
  "/user/cancel-fund-password-reset": defineCall({
    summary: "Takes a reset of the fund password back, waiting or due; accepts where there is none",
    access: "customer",
    input: z.strictObject({ request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused"],
  }),
};
