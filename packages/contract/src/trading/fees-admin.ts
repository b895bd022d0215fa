import { publicReason } from "../governance/public-facts.ts";
import { operatorName, pendingDecision, decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import { decimal, time, typedTextOrNone, marketKey, currency } from "../wire.ts";
import { commissionStates } from "./constants.ts";
import { feeLine } from "./fees.ts";
import { z } from "zod";

const commission = z.object({
  /** Per cent of the trade's value, with four decimals. */
  rate: decimal,
  minimum: decimal,
  /** Null: no upper bound. */
  maximum: decimal.nullable(),
});

const decided = z.object({
  id: z.string(),
  valid_from: z.iso.date(),
  /** Null: what was planned for the day is withdrawn. */
  commission: commission.nullable(),
  state: z.enum(commissionStates),
  proposed_by: operatorName,
  approved_by: operatorName,
  decided_at: time,
  note: z.string(),
});

const note = typedTextOrNone(reasonLengthMax).optional();

const reasonRefusals = [
  "reason_required",
  "reason_too_long",
  "reason_languages_missing",
  "reason_not_a_sentence",
] as const;

export const feesAdminCalls = {
  "/api/ops/fees": defineOperatorCall({
    summary:
      "A market's commission today, every decision on it with what is planned, and its statutory fees with their sources",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ type: marketKey }),
    output: z.object({
      type: marketKey,
      currency,
      /** The market's own date. */
      date: z.iso.date(),
      /** The days between which a change can begin, both included. */
      earliest: z.iso.date(),
      latest: z.iso.date(),
      /** No commission is higher: of the trade's value in per cent, and of the least that one costs. */
      ceiling: z.object({ rate: decimal, minimum: decimal, rule: z.string(), source: z.string() }),
      /** What is charged today; `since` is null while nobody has decided anything. */
      commission: commission.extend({ since: z.iso.date().nullable() }),
      /** The newest decision first. */
      decisions: z.array(decided),
      /** The law's and the exchange's fees, today's and announced ones: the rulebook's, not to be edited. */
      statutory: z.array(feeLine),
      pending: pendingDecision.nullable(),
    }),
    refusals: [],
  }),
  "/api/ops/fees/propose": defineOperatorCall({
    summary:
      "Proposes a market's commission from a day on, in place of what is planned for that day; another operator approves it, and the customers are told",
    permission: "manage_fees",
    input: z.strictObject({
      type: marketKey,
      valid_from: z.iso.date(),
      rate: decimal,
      minimum: decimal,
      /** Left out: no upper bound. */
      maximum: decimal.optional(),
      /** Every customer reads it with the announcement. */
      reason: publicReason,
      note,
    }),
    output: decisionOutput,
    refusals: [
      ...reasonRefusals,
      "fee_date_reached",
      "fee_date_too_far",
      "commission_rate_out_of_range",
      "commission_minimum_out_of_range",
      "commission_maximum_out_of_range",
      "commission_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/fees/withdraw": defineOperatorCall({
    summary:
      "Proposes to withdraw a planned commission before its day comes: what holds the day before goes on",
    permission: "manage_fees",
    input: z.strictObject({
      type: marketKey,
      valid_from: z.iso.date(),
      reason: publicReason,
      note,
    }),
    output: decisionOutput,
    refusals: [
      ...reasonRefusals,
      "commission_not_planned",
      "fee_date_reached",
      "operator_held",
      "proposal_pending",
    ],
  }),
};
