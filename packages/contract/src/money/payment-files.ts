import { defineOperatorCall } from "../operator-call.ts";
import {
  cursor,
  currency,
  decimal,
  listLimit,
  page,
  recordId,
  time,
  typedText,
  typedTextOrNone,
} from "../wire.ts";
import {
  bankFileBytesMax,
  paymentAnswerFaults,
  paymentFileFormats,
  paymentsLeftOut,
} from "../office/constants.ts";
import { explanation } from "../governance/explanations.ts";
import { decisionOutput } from "../governance/reviews.ts";
import { reasonCodes, reasonLengthMax } from "../reason-codes.ts";
import { z } from "zod";

const date = z.iso.date();
const count = z.int().min(0);

/** The house's own account that the bank pays from. */
const payer = z.strictObject({
  /** Japan: the ten digits that the bank gave; elsewhere nothing. */
  code: typedTextOrNone(10),
  name: typedText(140),
  /** Japan: four digits; elsewhere a BIC. */
  bank: typedText(11),
  /** Japan: three digits; elsewhere nothing. */
  branch: typedTextOrNone(3),
  account_type: z.enum(["ordinary", "current"]),
  /** Japan: seven digits; elsewhere an IBAN or another number. */
  account: typedText(34),
});

const leftOut = z.object({ id: recordId, number: z.string(), why: z.enum(paymentsLeftOut) });

const paymentFile = z.object({
  id: recordId,
  format: z.enum(paymentFileFormats),
  currency,
  transfer_on: date,
  payer,
  payments: count,
  total: decimal,
  made_by: z.string(),
  made_at: time,
  /** Null until the bank's answer was read. */
  answered_at: time.nullable(),
  /** When it was first handed out, and when two operators said that the bank refused it. */
  fetched_at: time.nullable(),
  refused_at: time.nullable(),
  refused_reason: z.enum(reasonCodes["payment-files"]).nullable(),
  /** False once somebody has said what became of any of its payments. */
  may_refuse: z.boolean(),
  /** False once any of its payments has ended: the bank must not receive it again. */
  may_send: z.boolean(),
  /** Paid by the bank and not in our books, or the reverse: somebody has to look. */
  contradicted: z.array(z.object({ id: recordId, number: z.string() })),
  /** So many the bank says that it paid, and each that it sent back. */
  paid: count,
  returned: z.array(z.object({ id: recordId, number: z.string(), reason: z.string() })),
});

export const paymentFileCalls = {
  "/api/ops/payment-files": defineOperatorCall({
    summary:
      "Files of payments that were made for the bank, the newest first, and what waits for one",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(paymentFile).extend({
      /** Approved withdrawals that are in no file, by the file that they would be in. */
      waiting: z.array(
        z.object({
          format: z.enum(paymentFileFormats),
          currency,
          payments: count,
          total: decimal,
          approved_from: date,
        }),
      ),
    }),
    refusals: [],
  }),
  "/api/ops/payment-files/make": defineOperatorCall({
    summary:
      "Makes a file of the withdrawals approved up to a day that are in no file yet: Zengin for yen to Japan, else ISO 20022",
    permission: "decide_withdrawals",
    input: z.strictObject({
      format: z.enum(paymentFileFormats),
      currency,
      /** A day of Tokyo's. */
      approved_through: date,
      transfer_on: date,
      payer,
    }),
    output: z.object({
      id: recordId,
      payments: count,
      total: decimal,
      /** What cannot be paid by this file, and why; it waits on. */
      left_out: z.array(leftOut),
    }),
    refusals: [
      "payment_currency_differs",
      "payment_day_not_business",
      "payer_name_malformed",
      "payer_account_malformed",
      "no_payments_wait",
    ],
  }),
  "/api/ops/payment-files/:id/file": defineOperatorCall({
    summary:
      "The file for the bank; that it was fetched, with whole account numbers, is written down",
    method: "GET",
    permission: "decide_withdrawals",
    answersFile: true,
    input: z.strictObject({ id: recordId }),
    output: z.string(),
    refusals: ["payment_file_not_found", "payment_file_refused", "payment_file_ended"],
  }),
  "/api/ops/payment-files/:id/refuse": defineOperatorCall({
    summary:
      "Proposes to give up a file that the bank refused as a whole: its withdrawals wait for another file again",
    permission: "decide_withdrawals",
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
      "payment_file_not_found",
      "payment_file_refused",
      "payment_file_answered",
      "payment_file_confirmed",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/payment-files/:id/answer": defineOperatorCall({
    summary:
      "Reads the bank's answer to a Zengin file, all of it or nothing: what was paid is paid, what came back waits for a decision",
    permission: "import_bank_movements",
    bodyBytesMax: 2 * bankFileBytesMax,
    input: z.strictObject({
      id: recordId,
      file_name: typedText(120),
      text: z.string().max(bankFileBytesMax),
    }),
    output: z.object({
      paid: count,
      returned: count,
      bad: z.array(z.object({ line: z.int().min(1), fault: z.enum(paymentAnswerFaults) })),
    }),
    refusals: [
      "payment_file_not_found",
      "payment_file_refused",
      "payment_file_answered",
      "bank_file_imported",
    ],
  }),
};
