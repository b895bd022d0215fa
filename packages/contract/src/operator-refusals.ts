import { refusalStatuses, type RefusalCode } from "./refusals.ts";

/**
 * What only operators' calls answer, with its HTTP status. Apart from the customers' catalogue, so that
 * their app does not load sentences that it never says.
 */
export const operatorRefusalStatuses = {
  // Signing in, and what has to be done before anything else
  password_change_required: 403,
  second_factor_required: 403,
  // Operators
  operator_exists: 200,
  operator_not_found: 200,
  operator_unchanged: 200,
  operator_is_oneself: 200,
  last_administrator: 200,
  // Reviews and four eyes
  reason_required: 200,
  reason_says_nothing: 200,
  reason_languages_missing: 200,
  reason_not_a_sentence: 200,
  reason_too_long: 200,
  review_not_found: 200,
  review_already_decided: 200,
  claimed_by_another: 200,
  proposal_pending: 200,
  proposal_expired: 200,
  proposal_outdated: 200,
  own_proposal: 200,
  own_approval: 200,
  operator_cannot_decide: 200,
  comments_too_many: 200,
  proposer_disabled: 200,
  operator_held: 200,
  not_own_proposal: 200,
  single_approval_not_possible: 200,
  title_is_the_systems: 200,
  photos_not_opened: 200,
  withdrawal_awaits_bank: 200,
  holder_unconfirmed: 200,
  withdrawal_not_approved: 200,
  bank_reference_used: 200,
  // Forgotten passwords
  login_reset_not_approved: 200,
  // Documents
  document_not_found: 200,
  // Customers
  customer_not_found: 200,
  note_says_nothing: 200,
  closing_barred_too_long: 200,
  customer_state_unchanged: 200,
  // One's own views of lists
  view_name_missing: 200,
  view_not_found: 200,
  views_too_many: 200,
  // Conversations
  conversation_not_found: 200,
  reply_says_nothing: 200,
  // Journals
  journal_not_balanced: 200,
  journal_amount_zero: 200,
  journal_account_twice: 200,
  journal_account_not_found: 200,
  journal_needs_customer: 200,
  journal_one_currency: 200,
  // Invitations
  invitation_exists: 200,
  invitation_not_found: 200,
  invitation_withdrawn: 200,
  // Trading halts
  halt_closing_needs_end: 200,
  halt_exists: 200,
  halt_not_found: 200,
  halt_ended: 200,
  // Venues
  venue_order_not_held_up: 200,
  // The site, instruments and credit, fees, announcements, news, bank movements
  setting_invalid: 200,
  setting_unchanged: 200,
  offer_unchanged: 200,
  instrument_code_malformed: 200,
  instrument_exchange_wrong: 200,
  instrument_name_missing: 200,
  listing_date_wrong: 200,
  instrument_exists: 200,
  instrument_not_in_feed: 200,
  instruments_too_many: 200,
  instrument_unchanged: 200,
  lot_not_allowed: 200,
  credit_limit_out_of_range: 200,
  credit_limit_unchanged: 200,
  credit_limit_below_borrowed: 200,
  fee_date_reached: 200,
  fee_date_too_far: 200,
  commission_rate_out_of_range: 200,
  commission_minimum_out_of_range: 200,
  commission_maximum_out_of_range: 200,
  commission_unchanged: 200,
  commission_not_planned: 200,
  calendar_year_out_of_range: 200,
  calendar_year_wrong: 200,
  calendar_date_wrong: 200,
  calendar_weekday_wrong: 200,
  calendar_day_twice: 200,
  calendar_half_day_closed: 200,
  calendar_reopens_closed: 200,
  calendar_nothing_read: 200,
  calendar_days_too_many: 200,
  calendar_unchanged: 200,
  calendar_not_confirmed: 200,
  calendar_not_expected: 200,
  calendar_allowed_already: 200,
  closing_date_out_of_range: 200,
  closing_day_closed: 200,
  closing_day_over: 200,
  closing_time_wrong: 200,
  closing_exists: 200,
  closing_not_withdrawable: 200,
  end_exists: 200,
  end_without_price: 200,
  end_day_not_ahead: 200,
  end_day_too_far: 200,
  end_day_before_listing: 200,
  end_day_closed: 200,
  end_price_not_allowed: 200,
  end_price_out_of_range: 200,
  end_document_missing: 200,
  end_not_found: 200,
  end_of_the_feed: 200,
  end_is_over: 200,
  announcement_audience_unclear: 200,
  news_article_not_found: 200,
  news_article_not_draft: 200,
  news_article_withdrawn: 200,
  books_span_too_long: 200,
  bank_file_imported: 200,
  bank_movement_not_found: 200,
  bank_movement_matched: 200,
  bank_record_not_found: 200,
  bank_amount_differs: 200,
  // Block trades
  block_offer_not_found: 200,
  block_offer_ended: 200,
  block_terms_wrong: 200,
  block_price_outside_band: 200,
  block_seller_lacks_shares: 200,
  block_beyond_consent: 200,
  // New shares
  copy_product_not_found: 200,
  copy_product_ended: 200,
  copy_terms_wrong: 200,
  copy_beyond_consent: 200,
  copy_notice_too_short: 200,
  copy_notice_too_long: 200,
  offering_not_found: 200,
  offering_exists: 200,
  offering_terms_wrong: 200,
  offering_ended: 200,
  offering_price_set: 200,
  offering_not_closed: 200,
  offering_price_wrong: 200,
  prospectus_not_pdf: 200,
  prospectus_too_large: 200,
  prospectus_not_found: 200,
  // Loans
  loan_limit_out_of_range: 200,
  loan_limit_unchanged: 200,
  loan_capital_exhausted: 200,
  loan_borrower_owes: 200,
  loan_not_overdue: 200,
} as const satisfies Record<string, number>;

export type OperatorRefusalCode = keyof typeof operatorRefusalStatuses;
/** What an operators' call can answer: its own codes and those that it shares with the customers'. */
export type AnyRefusalCode = RefusalCode | OperatorRefusalCode;

export type OperatorRefusalTexts = Record<OperatorRefusalCode, string>;

export const allRefusalStatuses: Readonly<Record<AnyRefusalCode, number>> = {
  ...refusalStatuses,
  ...operatorRefusalStatuses,
};

export function isAnyRefusalCode(text: string): text is AnyRefusalCode {
  return Object.hasOwn(allRefusalStatuses, text);
}
