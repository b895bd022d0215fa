import { defineCall } from "../call.ts";
import { explanation } from "../governance/explanations.ts";
import { queueCalls } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  typedText,
  password,
  requestId,
  verificationStatus,
  nothing,
  time,
  done,
  recordId,
  typedTextOrNone,
  worked,
} from "../wire.ts";
import { caseNumberPattern, loginResetEnds, customerStates } from "./constants.ts";
import { z } from "zod";

const caseNumber = z.string().regex(caseNumberPattern);

const resetShown = z.object({
  requested_at: time,
  /** From when it works; null until operators approved it. */
  due_at: time.nullable(),
  expires_at: time,
});

export const loginResetCalls = {
  "/user/forgotten-login-password": defineCall({
    summary:
      "For whoever has forgotten the login password: keeps a new one as a case, whose number customer service is told. The same answer for an unknown account, and for the same request_id",
    access: "anyone",
    input: z.strictObject({
      account: typedText(32),
      new_password: password,
      new_password2: password,
      request_id: requestId,
    }),
    output: z.object({ case_number: caseNumber }),
    refusals: [
      "account_not_ten_digits",
      "password_too_short",
      "password_too_common",
      "passwords_do_not_match",
      "too_many_tries",
    ],
  }),
  "/user/login-password-reset": defineCall({
    summary: "Whether a reset of the login password was asked for or approved, and when it works",
    access: "customer",
    input: nothing,
    output: z.object({
      /** The one that was approved; else the newest that was asked for. */
      reset: resetShown.nullable(),
    }),
    refusals: [],
  }),
  "/user/cancel-login-password-reset": defineCall({
    summary:
      "Cancels whatever resets of the login password wait or are due; accepts where there is none",
    access: "customer",
    input: z.strictObject({ request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused"],
  }),
  "/user/lost-second-factors": defineCall({
    summary:
      "For whoever knows the login password and has lost every second factor with the recovery codes: opens a case, whose number customer service is told",
    access: "anyone",
    input: z.strictObject({
      account: typedText(32),
      password,
      request_id: requestId,
      ...worked,
    }),
    output: z.object({ case_number: caseNumber }),
    refusals: [
      "account_not_ten_digits",
      "puzzle_required",
      "too_many_tries",
      "wrong_account_or_password",
      "account_banned",
      "new_password_not_yet",
      "second_factor_not_set",
    ],
  }),
  "/user/second-factor-reset": defineCall({
    summary: "Whether a reset of all second factors was asked for or approved, and when it works",
    access: "customer",
    input: nothing,
    output: z.object({ reset: resetShown.nullable() }),
    refusals: [],
  }),
  "/user/cancel-second-factor-reset": defineCall({
    summary:
      "Cancels whatever resets of the second factors wait or are due; accepts where there is none",
    access: "customer",
    input: z.strictObject({ request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused"],
  }),
  "/user/stop-reset": defineCall({
    summary:
      "For whoever did not ask for a reset that is approved, waits or was used lately: cancels it and freezes the account, without a password",
    access: "customer",
    input: z.strictObject({ request_id: requestId.optional() }),
    output: done,
    refusals: ["request_id_reused", "no_reset_to_stop"],
  }),
};

const item = {
  /** What the customer tells; the search finds it, with its hyphen or without. */
  case_number: caseNumber,
  verification: verificationStatus,
  /** From where it was asked for, as the browser and the connection say. */
  device: z.string(),
  address: z.string(),
  expires_at: time,
  /** From when the new password works; null before the approval. */
  due_at: time.nullable(),
  ended: z.enum(loginResetEnds).nullable(),
  ended_at: time.nullable(),
};
const detail = {
  /** As an operator has seen it on an ID; null where nobody has. */
  name: z.string().nullable(),
  customer_state: z.enum(customerStates),
  /** Whether a sign-in asks for a second step as well. */
  second_step: z.boolean(),
  /** Whether the customer has signed in on a device that describes itself so. */
  device_known: z.boolean(),
  /** Devices on which the customer is signed in now, each of which can cancel it. */
  sessions: z.int().min(0),
  /** Other cases about this account that wait. */
  other_cases: z.int().min(0),
};

const loginResetQueue = queueCalls("login-password-resets", {
  what: "Forgotten login passwords",
  view: "view_reviews",
  decide: "decide_login_resets",
  item,
  detail,
  refusals: [],
});

const factorResetQueue = queueCalls("factor-resets", {
  what: "Lost second factors",
  view: "view_reviews",
  decide: "decide_login_resets",
  item,
  detail,
  refusals: [],
});

/** One operator is enough, because it protects. */
const stopCall = defineOperatorCall({
  summary: "Stops a reset that was approved and is not used yet: one operator is enough",
  permission: "decide_login_resets",
  input: z.strictObject({
    id: recordId,
    /** A code of the queue's, which the customer reads. */
    reason: typedTextOrNone(reasonLengthMax),
    explanation,
  }),
  output: done,
  refusals: [
    "reason_required",
    "reason_code_required",
    "operator_held",
    "review_not_found",
    "login_reset_not_approved",
  ],
});

export const loginResetAdminCalls = {
  ...loginResetQueue,
  ...factorResetQueue,
  "/api/ops/login-password-resets/:id/stop": stopCall,
  "/api/ops/factor-resets/:id/stop": stopCall,
};
