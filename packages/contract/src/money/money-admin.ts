import { queueCalls } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { recordId, time, currency, decimal, done } from "../wire.ts";
import { idTypes } from "./constants.ts";
import { z } from "zod";

/** The queues of people who hand in documents, and of money that comes and goes. */
const verificationQueue = queueCalls("verifications", {
  what: "Identity checks",
  view: "view_reviews",
  decide: "decide_verifications",
  item: {
    /** 1 under review, 2 verified, 3 failed. */
    status: z.int().min(1).max(3).meta({ description: "1 under review, 2 verified, 3 failed" }),
    name: z.string(),
    name_kana: z.string().nullable(),
    id_type: z.enum(idTypes),
    id_number_masked: z.string(),
    front_document_id: recordId,
    back_document_id: recordId.nullable(),
  },
  detail: {
    /** Other customers who handed in the same number. */
    same_number_accounts: z.array(z.string()),
    /** How often the very files came before, from anybody. */
    same_files_before: z.int().min(0),
    /** What this customer handed in before. */
    earlier: z.array(
      z.object({
        id: recordId,
        status: z.int(),
        name: z.string(),
        submitted_at: time,
        reason_code: z.string().nullable(),
      }),
    ),
  },
  refusals: ["photos_not_opened"],
});

const bankAccount = {
  country: z.string(),
  holder_name: z.string(),
  bank_name: z.string(),
  bank_code: z.string().nullable(),
  branch_name: z.string(),
  branch_code: z.string(),
  card_type: z.string(),
};

const depositQueue = queueCalls("deposits", {
  what: "Deposits",
  view: "view_reviews",
  decide: "decide_deposits",
  item: {
    /** 0 under review, 1 approved, 2 rejected. */
    status: z.int().min(0).max(2).meta({ description: "0 under review, 1 approved, 2 rejected" }),
    number: z.string(),
    currency,
    amount: decimal,
    channel: z.string(),
    /** What the transfer's message should say. */
    reference: z.string(),
    receipt_document_id: recordId,
  },
  detail: {
    name: z.string().nullable(),
    /** How often the very file came before, from anybody. */
    same_receipts_before: z.int().min(0),
  },
  refusals: [],
});

const withdrawalQueue = queueCalls("withdrawals", {
  what: "Withdrawals",
  view: "view_reviews",
  decide: "decide_withdrawals",
  item: {
    /** 0 under review, 1 paid, 2 rejected, 3 cancelled by the customer. */
    status: z
      .int()
      .min(0)
      .max(3)
      .meta({ description: "0 under review, 1 paid, 2 rejected, 3 cancelled by the customer" }),
    number: z.string(),
    currency,
    amount: decimal,
    expected_by: time,
    latest_by: time,
    /** When the payment was released; it is paid once the bank says so. */
    approved_at: time.nullable(),
    bank_reference: z.string().nullable(),
    bank_name: z.string(),
    holder_name: z.string(),
    card_number: z.string(),
  },
  detail: {
    name: z.string().nullable(),
    name_kana: z.string().nullable(),
    /** Whether holder and verified name are the same; null where they cannot be compared. */
    holder_is_customer: z.boolean().nullable(),
    bank: z.object({ ...bankAccount, added_at: time }),
    /** Other customers who have or had this very account. */
    same_account_customers: z.array(z.string()),
  },
  refusals: ["withdrawal_awaits_bank", "withdrawal_with_bank", "holder_unconfirmed"],
});

export const moneyAdminCalls = {
  ...verificationQueue,
  "/api/ops/verifications/:id/number": defineOperatorCall({
    summary:
      "The whole number of an ID, where it is kept; that it was looked at is written down, and the customer reads it",
    permission: "view_documents",
    input: z.strictObject({ id: recordId }),
    output: z.object({ id_number: z.string().nullable() }),
    refusals: ["review_not_found"],
  }),
  ...depositQueue,
  ...withdrawalQueue,
  "/api/ops/withdrawals/:id/paid": defineOperatorCall({
    summary:
      "Says by the bank's reference that an approved withdrawal was paid; a line of an imported statement says it by itself",
    permission: "decide_withdrawals",
    input: z.strictObject({
      id: recordId,
      bank_reference: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/),
    }),
    output: done,
    refusals: [
      "review_not_found",
      "review_already_decided",
      "withdrawal_not_approved",
      "bank_reference_used",
    ],
  }),
  "/api/ops/withdrawals/:id/bank-account": defineOperatorCall({
    summary:
      "The whole bank account that a withdrawal is paid to; that it was looked at is written down, and the customer reads it",
    permission: "view_documents",
    input: z.strictObject({ id: recordId }),
    output: z.object({ ...bankAccount, card_number: z.string() }),
    refusals: ["review_not_found"],
  }),
};
