import { z } from "zod";
import { explanation } from "../governance/explanations.ts";
import { decisionOutput, givenReason, operatorName, queueCalls } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern } from "../people/constants.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  cursor,
  decimal,
  listLimit,
  page,
  recordId,
  time,
  typedText,
  typedTextOrNone,
} from "../wire.ts";
import { loanPurposes } from "./loan-constants.ts";
import {
  calendarDay,
  currencyLimit,
  lawRule,
  loan,
  loanCurrency,
  rate,
  score,
} from "./credit-loans.ts";

const loanQueue = queueCalls("loans", {
  what: "Applications for loans",
  view: "view_reviews",
  decide: "decide_loans",
  item: {
    status: z.int().min(0).max(5).meta({
      description:
        "0 under review, 1 outstanding, 2 rejected, 3 repaid, 4 written off, 5 cancelled by the customer",
    }),
    number: z.string(),
    currency: loanCurrency,
    amount: decimal,
    term_days: z.int(),
    purpose: z.enum(loanPurposes),
    due_on: calendarDay.nullable(),
  },
  detail: {
    name: z.string().nullable(),
    score: score.nullable(),
    limits: z.array(currencyLimit),
    /** What the customer has now, in each currency that anything is in. */
    wallet: z.array(
      z.object({
        currency: z.string(),
        available: decimal,
        frozen: decimal,
        holdings_value: decimal,
        total_debt: decimal,
        net_assets: decimal,
      }),
    ),
    yearly_rate: rate,
    overdue_rate: rate,
    ...lawRule,
    loans: z.array(loan),
  },
  refusals: [
    "loan_borrower_owes",
    "loan_limit_insufficient",
    "loan_capital_exhausted",
    "account_frozen",
    "reset_hold",
    "not_verified",
  ],
});

const account = z.string().regex(accountPattern);

export const creditLoanAdminCalls = {
  ...loanQueue,
  "/api/ops/customers/:account/loans": defineOperatorCall({
    summary: "A customer's credit score with its parts, limits and loans",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account }),
    output: z.object({
      score: score.nullable(),
      limits: z.array(currencyLimit),
      loans: z.array(loan),
    }),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/loan-limit": defineOperatorCall({
    summary:
      "Lowers a customer's loan limit at once, or proposes to raise what was lowered; without an amount, to lift it. Never above the formula",
    permission: "decide_loans",
    input: z.strictObject({
      account,
      currency: loanCurrency,
      limit: decimal.nullable(),
      reason: typedText(reasonLengthMax),
      explanation,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_code_required",
      "customer_not_found",
      "loan_limit_out_of_range",
      "loan_limit_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/loans/:id/write-off": defineOperatorCall({
    summary:
      "Proposes to write off a loan that is late for more than 90 days: what is available of its currency pays first, the rest stays owed as an unpaid debt without interest",
    permission: "decide_loans",
    input: z.strictObject({
      id: recordId,
      reason: typedText(reasonLengthMax),
      explanation,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_code_required",
      "loan_not_found",
      "loan_not_overdue",
      "loan_not_long_overdue",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/loan-report": defineOperatorCall({
    summary: "What is lent and what is late, the house's capital, provision, losses and income",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({}),
    output: z.object({
      currencies: z.array(
        z.object({
          currency: loanCurrency,
          /** The most that may be lent at a time, and what of it is. */
          capital: decimal,
          lent: decimal,
          loans: z.int(),
          under_review: decimal,
          applications: z.int(),
          interest_owed: decimal,
          /** From 1, 31 and 91 days after the day of repayment on: how many and how much principal. */
          late: z.array(z.object({ from_day: z.int(), loans: z.int(), principal: decimal })),
          /** From the ledger. */
          income: decimal,
          provision: decimal,
          losses: decimal,
          written_off: decimal,
          yearly_rate: rate,
          law_rate_max: rate,
          ...lawRule,
        }),
      ),
      at: time,
    }),
    refusals: [],
  }),
  "/api/ops/late-loans": defineOperatorCall({
    summary: "Loans that are past their day of repayment, the longest first",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(
      z.object({
        id: recordId,
        number: z.string(),
        account,
        currency: loanCurrency,
        principal_left: decimal,
        interest_left: decimal,
        due_on: calendarDay,
        days_late: z.int(),
        write_off: z
          .object({
            proposal_id: recordId,
            proposed_by: operatorName,
            reason: givenReason.nullable(),
          })
          .nullable(),
      }),
    ),
    refusals: [],
  }),
};
