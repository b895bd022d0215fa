import {
  isSentence,
  saysSomething,
  sentenceLanguages,
  type SentenceLanguage,
} from "./sentences.ts";

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
  "payment-files": ["bank_refused_file", "transfer_day_passed"],
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
  loans: [
    "credit_insufficient",
    "unpaid_debt",
    "documents_missing",
    "amount_too_large",
    "uncollectable",
    "other",
  ],
  halts: ["technical_fault", "prices_in_doubt", "market_disruption", "authority_request", "other"],
  closings: [
    "mourning",
    "severe_weather",
    "exchange_outage",
    "technical_fault",
    "market_disruption",
    "authority_request",
    "other",
  ],
  offerings: [
    "issuer_withdrew",
    "market_disruption",
    "technical_fault",
    "authority_request",
    "other",
  ],
  "copy-products": [
    "holder_left",
    "market_disruption",
    "technical_fault",
    "authority_request",
    "other",
  ],
  "block-offers": [
    "seller_withdrew",
    "market_disruption",
    "technical_fault",
    "authority_request",
    "other",
  ],
  settings: [
    "service_improved",
    "law_changed",
    "risk_limited",
    "costs_changed",
    "capacity_limited",
    "mistake_corrected",
    "other",
  ],
  proposals: ["not_justified", "wrong_details", "needs_more_evidence", "other"],
} as const;

export type ReasonQueue = keyof typeof reasonCodes;
/** Why the rules of the market halt trading by themselves; no operator gives one of these. */
export const marketRuleReasons = [
  "price_band",
  "market_fall_1",
  "market_fall_2",
  "market_fall_3",
  "free_day_move_1",
  "free_day_move_2",
] as const;
export type MarketRuleReason = (typeof marketRuleReasons)[number];

export type ReasonCode = (typeof reasonCodes)[ReasonQueue][number] | MarketRuleReason;
export type ReasonTexts = Record<ReasonCode, string>;

export const reasonLengthMax = 500;

/**
 * What an operator gave as the reason: a code of the queue, with an explanation in their own words where two
 * decide; or `other` with own sentences. Customers read own words framed as an operator's.
 */
export type Reason = { code: ReasonCode; words: string; texts?: ReasonSentences };

/** The operator's own reason, a sentence in each of the customers' languages. */
export type ReasonSentences = Readonly<Record<SentenceLanguage, string>>;

/**
 * The reason of what a customer reads at once: a code of the queue. What explains it in own words is kept as its
 * `words`, and waits for a second operator.
 */
export function readReasonCode(
  queue: ReasonQueue,
  typed: string,
  explanation = "",
): { ok: true; reason: Reason } | { ok: false; code: "reason_required" | "reason_code_required" } {
  const given = typed.trim();
  if (given === "" || given === "other") return { ok: false, code: "reason_required" };
  const reason = reasonOf(queue, given);
  return reason.code === "other"
    ? { ok: false, code: "reason_code_required" }
    : { ok: true, reason: { ...reason, words: explanation.trim() } };
}

/** A reason between operators, which no customer reads: a code, or own words; `.` is none. */
export function readReason(
  queue: ReasonQueue,
  typed: string,
): { ok: true; reason: Reason } | { ok: false; code: "reason_required" | "reason_says_nothing" } {
  const given = typed.trim();
  if (given === "" || given === "other") return { ok: false, code: "reason_required" };
  const reason = reasonOf(queue, given);
  const isClear = reason.code !== "other" || saysSomething(reason.words);
  return isClear ? { ok: true, reason } : { ok: false, code: "reason_says_nothing" };
}

/**
 * The reason of what two operators decide for everybody: a changed setting, a withdrawn offering. A code, which
 * has its sentence in every language, or the operator's own sentences in all three, which the second reads first.
 */
export function readPublicReason(
  queue: ReasonQueue,
  typed: string | ReasonSentences,
):
  | { ok: true; reason: Reason }
  | {
      ok: false;
      code:
        | "reason_required"
        | "reason_too_long"
        | "reason_languages_missing"
        | "reason_not_a_sentence";
      params?: Record<string, string>;
    } {
  if (typeof typed === "string") {
    if (typed.length > reasonLengthMax) return tooLong;
    const given = typed.trim();
    if (given === "" || given === "other") return { ok: false, code: "reason_required" };
    const reason = reasonOf(queue, given);
    return reason.code === "other"
      ? { ok: false, code: "reason_languages_missing" }
      : { ok: true, reason };
  }
  const texts = { jp: typed.jp.trim(), cn: typed.cn.trim(), us: typed.us.trim() };
  for (const language of sentenceLanguages) {
    const text = texts[language];
    if (text === "") return { ok: false, code: "reason_languages_missing" };
    if (text.length > reasonLengthMax) return tooLong;
    if (!isSentence(language, text)) {
      return { ok: false, code: "reason_not_a_sentence", params: { language } };
    }
  }
  return { ok: true, reason: { code: "other", words: texts.us, texts } };
}

const tooLong = {
  ok: false,
  code: "reason_too_long",
  params: { max: String(reasonLengthMax) },
} as const;

export function reasonOf(queue: ReasonQueue, given: string): Reason {
  const codes: readonly ReasonCode[] = reasonCodes[queue];
  const code = codes.find((candidate) => candidate === given && candidate !== "other");
  return code === undefined ? { code: "other", words: given } : { code, words: "" };
}
