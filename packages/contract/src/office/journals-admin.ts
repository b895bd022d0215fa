import { explanation } from "../governance/explanations.ts";
import { decisionOutput, queueCalls } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern } from "../people/constants.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import { decimal, currency, typedTextOrNone, requestId } from "../wire.ts";
import { journalCustomerPurposes, journalHousePurposes, journalPostingsMax } from "./constants.ts";
import { z } from "zod";

const posting = z.strictObject({
  owner: z.enum(["customer", "house"]),
  purpose: z.enum([...journalCustomerPurposes, ...journalHousePurposes]),
  /** Signed: what the customer gains the house gives. */
  amount: decimal,
});

export const journalCalls = {
  "/api/ops/journals/propose": defineOperatorCall({
    summary:
      "Proposes a correction: postings between one customer and the house that sum to zero; another operator approves it, and the customer reads the reason",
    permission: "propose_journal",
    input: z.strictObject({
      account: z.string().regex(accountPattern),
      currency,
      postings: z.array(posting).min(1).max(journalPostingsMax),
      /** A code of `journals`. */
      reason: typedTextOrNone(reasonLengthMax),
      explanation,
      note: typedTextOrNone(reasonLengthMax).optional(),
      /** The same again is answered as the first time, and proposes nothing. */
      request_id: requestId,
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_code_required",
      "customer_not_found",
      "journal_amount_zero",
      "journal_account_twice",
      "journal_needs_customer",
      "journal_not_balanced",
      "journal_account_not_found",
      "insufficient_balance",
      "request_id_reused",
    ],
  }),
  ...queueCalls("journals", {
    ofProposals: true,
    what: "Manual journals",
    view: "view_reviews",
    decide: "approve_proposals",
    item: {
      currency,
      /** What the customer gains or loses. */
      amount: decimal,
      postings: z.array(posting),
    },
    refusals: ["customer_not_found", "journal_account_not_found", "insufficient_balance"],
  }),
};
