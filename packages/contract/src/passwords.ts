import { z } from "zod";
import { defineCall } from "./call.ts";
import { done, nothing, password, time, typedText } from "./wire.ts";

export const fundPasswordPattern = /^\d{6}$/;
/** Within an hour of real time; the next one waits for the hour to pass. */
export const fundPasswordTriesMax = 5;

/** As it is typed: that it has six digits is a rule's to say. */
export const fundPassword = typedText(32);

export const passwordCalls = {
  "/user/fund-password": defineCall({
    summary: "Whether a fund password is set, and since when",
    access: "customer",
    input: nothing,
    output: z.object({ set: z.boolean(), changed_at: time.nullable() }),
    refusals: [],
  }),
  "/user/set-fund-password": defineCall({
    summary: "Sets the fund password; where there is one already, the old one is asked for as well",
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
      "old_password_required",
      "too_many_tries",
      "wrong_login_password",
      "wrong_original_password",
      "modification_failed",
    ],
  }),
};
