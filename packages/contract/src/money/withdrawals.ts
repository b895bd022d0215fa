import { defineCall } from "../call.ts";
import { fundPassword } from "../people/passwords.ts";
import { recordId, currency, decimal, time, nothing, requestId, unsettledCash } from "../wire.ts";
import { withdrawalStatuses, withdrawalObstacles } from "./constants.ts";
import { delay } from "./delays.ts";
import { rejection } from "./verification.ts";
import { marketKeys } from "@sanshi/money";
import { z } from "zod";

/** "May I?" for the screen and the server alike. */
export const withdrawalCan = {
  /** Until it was approved: from then on the bank may have paid it; nor once a statement's line says so before. */
  cancel: (withdrawal: { status: number; approved_at: unknown; has_line: boolean }) =>
    withdrawal.status === withdrawalStatuses.under_review &&
    withdrawal.approved_at === null &&
    !withdrawal.has_line,
};

const withdrawal = z
  .object({
    id: recordId,
    number: z.string(),
    status: z.int().min(0).max(3).meta({
      description:
        "0 under review (the money is frozen), 1 paid, 2 rejected, 3 cancelled by the customer",
    }),
    currency,
    money: decimal,
    /** The account as it was at the request, its number masked. */
    bank: z.object({
      holder_name: z.string(),
      card_number: z.string(),
      bank_name: z.string(),
      branch_name: z.string(),
    }),
    requested_at: time,
    /** When it is expected to arrive, and by when at the latest. */
    expected_by: time,
    latest_by: time,
    /** Of one that waits past a promise: what for, and by when it is promised now. */
    delay: delay.nullable(),
    /** When the payment was given to the bank, and the bank's reference of it once it was paid. */
    approved_at: time.nullable(),
    /** When it was sent to the bank; null again where the bank did not accept its file. */
    sent_at: time.nullable(),
    bank_reference: z.string().nullable(),
    decided_at: time.nullable(),
    rejection: rejection.nullable(),
    can_cancel: z.boolean(),
    timeline: z.array(
      z.object({
        step: z.enum([
          "requested",
          "under_review",
          "approved",
          "not_accepted",
          "sent",
          "paid",
          "rejected",
          "cancelled",
        ]),
        at: time,
      }),
    ),
  })
  .meta({ id: "Withdrawal" });

export type Withdrawal = z.output<typeof withdrawal>;

const terms = z
  .object({
    currencies: z.array(
      z.object({
        currency,
        available: decimal,
        /** What of the available money has settled, and what each date to come adds to it. */
        withdrawable: decimal,
        unsettled: unsettledCash,
        minimum: decimal,
        maximum: decimal,
      }),
    ),
    /** Tokyo time. */
    hours: z.object({
      from: z.string(),
      to: z.string(),
      days: z.enum(["business", "weekdays", "every"]),
      open: z.boolean(),
      opens_at: time.nullable(),
      closes_at: time.nullable(),
    }),
    requires_no_positions: z.boolean(),
    arrival_minutes: z.int(),
    /** For a withdrawal requested now. */
    expected_by: time,
    latest_by: time,
    /** What stands in the way now, with what fills each one's sentence. */
    obstacles: z.array(
      z.object({
        code: z.enum(withdrawalObstacles),
        params: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .meta({ id: "WithdrawalTerms" });

export type WithdrawalTerms = z.output<typeof terms>;

export const withdrawalCalls = {
  "/user/withdrawal-terms": defineCall({
    summary: "Limits, hours and arrival, and what stands in the way of a withdrawal now",
    access: "customer",
    input: nothing,
    output: terms,
    refusals: [],
  }),
  "/user/withdraw": defineCall({
    summary: "Asks for money to be paid out; it is frozen at once. There is never a fee",
    access: "customer",
    input: z.strictObject({
      currency,
      amount: decimal,
      card_id: recordId,
      fund_password: fundPassword,
      request_id: requestId,
    }),
    output: withdrawal,
    refusals: [
      "request_id_reused",
      "amount_not_positive",
      "amount_too_precise",
      "account_frozen",
      "reset_hold",
      "not_verified",
      "fund_password_not_set",
      "card_not_found",
      "card_cooling_off",
      "card_holder_differs",
      "withdrawals_closed",
      "amount_below_minimum",
      "amount_above_maximum",
      "unpaid_debt",
      "unpaid_loan_exists",
      "positions_held",
      "fund_operation_in_progress",
      "insufficient_balance",
      "cash_not_settled",
      "margin_call_open",
      "margin_needed",
      "submit_too_frequent",
      "proof_required",
      "too_many_tries",
      "wrong_fund_password",
    ],
  }),
  "/user/cancel-withdrawal": defineCall({
    summary: "Cancels a withdrawal that is under review; the money is available again at once",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: withdrawal,
    refusals: ["request_id_reused", "withdrawal_not_found", "withdrawal_not_under_review"],
  }),
  "/user/withdrawallist": defineCall({
    summary: "The customer's withdrawals, the newest first; of one market's currency with a type",
    access: "customer",
    input: z.strictObject({ type: z.enum(marketKeys).optional() }),
    output: z.array(withdrawal),
    refusals: [],
  }),
  "/user/withdrawal-statistics": defineCall({
    summary: "How long withdrawals took on this instance, for everybody to see",
    access: "anyone",
    input: nothing,
    output: z.object({
      days: z.int(),
      requested: z.int(),
      paid: z.int(),
      rejected: z.int(),
      cancelled: z.int(),
      under_review: z.int(),
      /** Of those under review: past the time that was promised at the request. */
      overdue: z.int(),
      /**
       * From request to payment, and to now or the end for whoever waited longer than was promised; null
       * where there is nobody yet.
       */
      median_minutes: z.int().nullable(),
      ninetieth_percentile_minutes: z.int().nullable(),
      longest_minutes: z.int().nullable(),
      /**
       * In percent, paid within the time that was promised: of those paid, and of those that were not paid
       * in it, whether they wait still or have ended otherwise. Null where there is nobody yet.
       */
      on_time_percent: z.int().nullable(),
      at: time,
    }),
    refusals: [],
  }),
};
