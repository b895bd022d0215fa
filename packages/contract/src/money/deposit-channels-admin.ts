import { decisionOutput } from "../governance/reviews.ts";
import { serviceDays } from "../governance/site-settings.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  recordId,
  currency,
  names,
  decimal,
  time,
  nothing,
  page,
  typedText,
  typedTextOrNone,
  done,
} from "../wire.ts";
import { z } from "zod";

const channel = z.object({
  id: recordId,
  currency,
  name: names,
  instructions: names,
  account_name: z.string(),
  account_number: z.string(),
  bank_name: z.string(),
  branch_name: z.string(),
  /** Null: the site's own limit holds. */
  minimum: decimal.nullable(),
  maximum: decimal.nullable(),
  hours: z.string(),
  days: z.enum(serviceDays),
  /** Whether it takes nothing outside its hours. */
  closes: z.boolean(),
  simulated: z.boolean(),
  position: z.int(),
  withdrawn_at: time.nullable(),
  /** Announced, and offered to customers from then on; null where it is offered already. */
  holds_from: time.nullable(),
});

function inThreeLanguages<Text extends z.ZodType>(text: Text) {
  return z.strictObject({ jp: text, cn: text, us: text });
}

export const depositChannelCalls = {
  "/api/ops/deposit-channels": defineOperatorCall({
    summary: "The accounts that customers send deposits to, those that were withdrawn included",
    method: "GET",
    permission: "view_site",
    input: nothing,
    output: page(channel),
    refusals: [],
  }),
  "/api/ops/deposit-channels/propose": defineOperatorCall({
    summary:
      "Proposes another account for deposits; another operator approves it. What a channel says is never changed: `replaces` names the one that it takes the place of",
    permission: "manage_site",
    input: z.strictObject({
      replaces: recordId.optional(),
      currency,
      name: inThreeLanguages(typedText(60)),
      instructions: inThreeLanguages(typedTextOrNone(500)),
      account_name: typedText(80),
      account_number: typedText(40),
      bank_name: typedText(60),
      branch_name: typedText(60),
      minimum: decimal.optional(),
      maximum: decimal.optional(),
      hours: typedText(11).meta({ description: "Tokyo time, for example 09:00-15:30" }),
      days: z.enum(serviceDays),
      closes: z.boolean(),
      position: z.int().min(0).max(999),
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "setting_invalid",
      "amount_not_positive",
      "amount_too_precise",
      "channel_not_found",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/deposit-channels/:id/withdraw": defineOperatorCall({
    summary: "Takes an account for deposits off the list at once; deposits to it stay under review",
    permission: "manage_site",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["channel_not_found"],
  }),
};
