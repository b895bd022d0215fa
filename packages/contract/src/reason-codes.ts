/**
 * Why something was rejected or an account changed: codes per queue, each with a sentence that the
 * customer reads in their language (reason-texts/). `other` goes with the operator's own words.
 */
export const reasonCodes = {
  "customer-states": [
    "suspicious_activity",
    "identity_in_doubt",
    "customer_request",
    "terms_violated",
    "payment_disputed",
    "authority_request",
    "matter_resolved",
    "other",
  ],
  journals: ["booking_error", "double_booking", "fee_refund", "goodwill", "late_credit", "other"],
  deposits: [
    "payment_not_received",
    "amount_differs",
    "payer_differs",
    "receipt_unreadable",
    "receipt_used_before",
    "other",
  ],
  withdrawals: [
    "holder_differs",
    "bank_details_wrong",
    "bank_returned_payment",
    "identity_in_doubt",
    "suspicious_activity",
    "authority_request",
    "other",
  ],
  verifications: [
    "photo_unreadable",
    "document_expired",
    "document_not_accepted",
    "name_differs",
    "number_differs",
    "side_missing",
    "document_in_use",
    "other",
  ],
  "login-password-resets": [
    "identity_in_doubt",
    "customer_request",
    "suspicious_activity",
    "other",
  ],
  loans: ["credit_insufficient", "unpaid_debt", "documents_missing", "amount_too_large", "other"],
  halts: ["technical_fault", "prices_in_doubt", "market_disruption", "authority_request", "other"],
  proposals: ["not_justified", "wrong_details", "needs_more_evidence", "other"],
} as const;

export type ReasonQueue = keyof typeof reasonCodes;
export type ReasonCode = (typeof reasonCodes)[ReasonQueue][number];
export type ReasonTexts = Record<ReasonCode, string>;

export const reasonLengthMax = 500;

/**
 * What an operator gave as the reason: a code of the queue, or their own words, which the customer
 * reads as they are.
 */
export type Reason = { code: ReasonCode; words: string };

export function reasonOf(queue: ReasonQueue, given: string): Reason {
  const codes: readonly ReasonCode[] = reasonCodes[queue];
  const code = codes.find((candidate) => candidate === given && candidate !== "other");
  return code === undefined ? { code: "other", words: given } : { code, words: "" };
}
