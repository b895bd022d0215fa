import { marketKeys } from "@sanshi/money";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { rejection } from "../money/verification.ts";
import { cursor, decimal, listLimit, nothing, page, recordId, requestId, time } from "../wire.ts";
import {
  loanCurrencies,
  loanObstacles,
  loanPurposes,
  loanStatuses,
  loanTermDays,
  scoreParts,
} from "./loan-constants.ts";

/** "May I?" for the screen and the server alike. */
export const loanCan = {
  cancel: ({ status }: { status: number }) => status === loanStatuses.under_review,
  repay: ({ status }: { status: number }) => status === loanStatuses.outstanding,
};

export const loanCurrency = z.enum(loanCurrencies);
export const calendarDay = z.iso.date();
/** Days as a form has them. */
const termDays = z.enum(loanTermDays.map(String) as [string, ...string[]]);
const onOff = z.enum(["true", "false"]);
/** Per cent a year with two decimals. */
export const rate = decimal;

/** The rule of the law that a rate is held against, by its key in the rule texts. */
export const lawRule = {
  rule: z.string(),
  since: calendarDay.optional(),
  /** False where no page confirmed it: an operator should check it. */
  confirmed: z.boolean(),
};

export const loan = z
  .object({
    id: recordId,
    number: z.string(),
    status: z.int().min(0).max(5).meta({
      description:
        "0 under review, 1 outstanding, 2 rejected, 3 repaid, 4 written off, 5 cancelled by the customer",
    }),
    currency: loanCurrency,
    /** What was lent, and what of it is still owed. */
    money: decimal,
    principal_left: decimal,
    /** Interest until today that is still owed, and all interest so far. */
    interest_left: decimal,
    interest_total: decimal,
    /** What repays it in full today; 0 where nothing is owed. In the cooling-off period without interest. */
    payoff: decimal,
    term_days: z.int(),
    purpose: z.enum(loanPurposes),
    yearly_rate: rate,
    overdue_rate: rate,
    ...lawRule,
    interest_per_day: decimal,
    requested_at: time,
    approved_at: time.nullable(),
    /** The day of repayment, in Tokyo, and what is to be repaid on it. */
    due_on: calendarDay.nullable(),
    due_amount: decimal,
    /** Days after the day of repayment. */
    days_late: z.int().min(0),
    cooling_off_until: time.nullable(),
    in_cooling_off: z.boolean(),
    auto_repay: z.boolean(),
    ended_at: time.nullable(),
    given_back: z.boolean(),
    /** What was still owed when it was written off, and stays owed as an unpaid debt. */
    claimed: decimal,
    rejection: rejection.nullable(),
    can_cancel: z.boolean(),
    can_repay: z.boolean(),
  })
  .meta({ id: "CreditLoan" });

export type CreditLoan = z.output<typeof loan>;

const part = z.object({
  part: z.enum(scoreParts),
  points: z.int(),
  /** What the part can give at most. */
  most: z.int(),
  /** The customer's own facts behind it, which fill its sentence. */
  params: z.record(z.string(), z.string()),
});

export const score = z.object({
  /** The recorded day whose facts it follows from, in UTC. */
  day: calendarDay,
  score: z.int().min(0).max(100),
  parts: z.array(part),
});

export type CreditScore = z.output<typeof score>;

export const currencyLimit = z.object({
  currency: loanCurrency,
  /**
   * Net assets on average, and now without what withdrawals under review hold, and what the formula makes of the lesser
   * of them at this score.
   */
  average_assets: decimal,
  present_assets: decimal,
  share_percent: z.int(),
  computed_limit: decimal,
  /** Where operators have lowered it: to what, since when and why. */
  lowered: z
    .object({
      limit: decimal,
      since: time,
      why: z.object({ jp: z.string(), cn: z.string(), us: z.string() }),
    })
    .nullable(),
  limit: decimal,
  loaned: decimal,
  under_review: decimal,
  /** What can still be applied for. */
  loanable: decimal,
  minimum: decimal,
  yearly_rate: rate,
});

const overview = z
  .object({
    /** Null until the first day of the account was recorded. */
    score: score.nullable(),
    currencies: z.array(currencyLimit),
    terms: z.array(z.int()),
    cooling_off_days: z.int(),
    partial_repayment: z.boolean(),
    obstacles: z.array(
      z.object({
        code: z.enum(loanObstacles),
        params: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .meta({ id: "LoanOverview" });

export type LoanOverview = z.output<typeof overview>;

const preview = z.object({
  currency: loanCurrency,
  money: decimal,
  term_days: z.int(),
  daily_rate: decimal,
  yearly_rate: rate,
  overdue_rate: rate,
  ...lawRule,
  law_rate_max: rate,
  interest_per_day: decimal,
  /** If it is approved today. */
  due_on: calendarDay,
  interest: decimal,
  due_amount: decimal,
  /** Null where the customer has given a loan back without interest lately: again from `free_return_from` on. */
  cooling_off_until: time.nullable(),
  free_return_from: time.nullable(),
  /** What ten days late would cost on top. */
  ten_days_late: decimal,
});

export type LoanPreview = z.output<typeof preview>;

const amountRefusals = [
  "amount_not_positive",
  "amount_not_whole",
  "amount_below_minimum",
  "amount_above_maximum",
] as const;

export const creditLoanCalls = {
  "/user/loan": defineCall({
    summary:
      "The credit score with its parts, the limit in each currency, and what stands in the way of a loan",
    access: "customer",
    input: nothing,
    output: overview,
    refusals: [],
  }),
  "/user/loan-scores": defineCall({
    summary: "The days on which the credit score changed, the newest first",
    access: "customer",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(score),
    refusals: [],
  }),
  "/user/preview-loan": defineCall({
    summary: "What a loan would cost, by the rules that an application is held against",
    access: "customer",
    input: z.strictObject({ currency: loanCurrency, amount: decimal, term_days: termDays }),
    output: preview,
    refusals: [...amountRefusals],
  }),
  "/user/apply-loan": defineCall({
    summary: "Applies for a loan: a positive whole amount within the limit",
    access: "customer",
    input: z.strictObject({
      currency: loanCurrency,
      amount: decimal,
      term_days: termDays,
      purpose: z.enum(loanPurposes),
      auto_repay: onOff.default("true"),
      request_id: requestId,
    }),
    output: loan,
    refusals: [
      "request_id_reused",
      ...amountRefusals,
      "account_frozen",
      "reset_hold",
      "not_verified",
      "unpaid_debt",
      "unpaid_loan_exists",
      "fund_operation_in_progress",
      "loan_limit_insufficient",
    ],
  }),
  "/user/cancel-loan": defineCall({
    summary: "Cancels an application that is under review",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: loan,
    refusals: ["request_id_reused", "loan_not_found", "loan_not_under_review"],
  }),
  "/user/repay-loan": defineCall({
    summary:
      "Repays from the available money: in full at any time, in the cooling-off period without interest; in part where the instance allows it",
    access: "customer",
    input: z.strictObject({ id: recordId, amount: decimal, request_id: requestId }),
    output: loan,
    refusals: [
      "request_id_reused",
      "amount_not_positive",
      "amount_too_precise",
      "loan_not_found",
      "loan_not_outstanding",
      "amount_above_maximum",
      "repayment_below_loan",
      "insufficient_balance",
    ],
  }),
  "/user/auto-repay-loan": defineCall({
    summary: "Whether a loan is repaid by itself on its day, from the available money",
    access: "customer",
    input: z.strictObject({ id: recordId, on: onOff }),
    output: loan,
    refusals: ["loan_not_found", "loan_not_outstanding"],
  }),
  "/user/loanlist": defineCall({
    summary: "The customer's loans, the newest first; of one market's currency with a type",
    access: "customer",
    input: z.strictObject({ type: z.enum(marketKeys).optional() }),
    output: z.array(loan),
    refusals: [],
  }),
};
