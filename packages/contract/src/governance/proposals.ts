import { defineOperatorCall } from "../operator-call.ts";
import { recordId, done } from "../wire.ts";
import { difference, queueCalls, refusalShown } from "./reviews.ts";
import { z } from "zod";

/**
 * Four eyes: what one operator proposes and another approves, of whatever kind. A case of this queue is
 * never decided by the operator who proposed it, unless single approval is on.
 */
export const proposalCalls = {
  ...queueCalls("proposals", {
    what: "Proposals that wait for a second operator",
    view: "view_reviews",
    decide: "approve_proposals",
    item: {
      /** For example `journal`, `customer_state`, `operator_role`, `review:deposits`. */
      kind: z.string(),
      /** What it is about: an account, an operator, a case of a queue. */
      subject: z.string(),
      /** Why it could not be carried out, where its state is `refused`. */
      refusal: refusalShown.nullable(),
    },
    detail: {
      /** Exactly what would be applied. */
      input: z.record(z.string(), z.unknown()),
      differences: z.array(difference),
    },
    // Whatever the kind itself refuses when it is applied.
    refusals: [
      "forbidden",
      "customer_not_found",
      "customer_state_unchanged",
      "insufficient_balance",
      "journal_account_not_found",
      "operator_not_found",
      "operator_exists",
      "operator_unchanged",
      "operator_is_oneself",
      "last_administrator",
      "single_approval_not_possible",
      "channel_not_found",
      "setting_invalid",
      "setting_unchanged",
      "instrument_not_found",
      "offer_unchanged",
      "instrument_code_malformed",
      "instrument_exchange_wrong",
      "instrument_name_missing",
      "listing_date_wrong",
      "instrument_exists",
      "instrument_not_in_feed",
      "instruments_too_many",
      "instrument_unchanged",
      "lot_not_allowed",
      "code_change_date_wrong",
      "code_change_planned",
      "credit_limit_out_of_range",
      "credit_limit_unchanged",
      "credit_limit_below_borrowed",
      "fee_date_reached",
      "fee_date_too_far",
      "commission_rate_out_of_range",
      "commission_minimum_out_of_range",
      "commission_maximum_out_of_range",
      "commission_unchanged",
      "commission_not_planned",
      "calendar_year_out_of_range",
      "calendar_unchanged",
      "calendar_not_expected",
      "calendar_allowed_already",
      "block_offer_not_found",
      "block_offer_ended",
      "block_terms_wrong",
      "block_price_outside_band",
      "block_seller_lacks_shares",
      "copy_product_not_found",
      "copy_product_ended",
      "copy_terms_wrong",
      "copy_beyond_consent",
      "copy_notice_too_short",
      "copy_notice_too_long",
      "offering_not_found",
      "offering_exists",
      "offering_terms_wrong",
      "offering_ended",
      "offering_price_set",
      "offering_not_closed",
      "offering_price_wrong",
      "loan_limit_out_of_range",
      "loan_limit_unchanged",
      "loan_limit_insufficient",
      "loan_capital_exhausted",
      "loan_borrower_owes",
      "loan_not_found",
      "loan_not_overdue",
      "account_frozen",
      "photos_not_opened",
      "withdrawal_awaits_bank",
      "request_id_reused",
    ],
  }),
  "/api/ops/proposals/:id/withdraw": defineOperatorCall({
    summary: "Cancels one's own proposal",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["review_not_found", "not_own_proposal", "review_already_decided"],
  }),
};
