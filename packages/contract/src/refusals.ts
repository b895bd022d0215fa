/**
 * Every reason for which a call can be refused, with the HTTP status that carries it: 200 where the
 * request was well-formed and the rules said no. The first blocks are the specification's section 8.
 */
export const refusalStatuses = {
  // Account
  wrong_account_or_password: 200,
  account_not_found: 200,
  account_exists: 200,
  inviter_not_found: 200,
  account_banned: 200,
  account_frozen: 200,
  sign_in_again: 401,
  key_mismatch: 200,
  // Passwords
  wrong_fund_password: 200,
  fund_password_not_set: 200,
  wrong_channel_password: 200,
  wrong_original_password: 200,
  modification_failed: 200,
  // Verification
  verification_under_review: 200,
  already_verified: 200,
  not_verified: 200,
  // Funds
  insufficient_balance: 200,
  insufficient_credit_limit: 200,
  pending_deposit_exists: 200,
  fund_operation_in_progress: 200,
  submit_too_frequent: 200,
  // Trading
  sell_locked: 200,
  market_closed: 200,
  price_beyond_limit: 200,
  price_unavailable: 200,
  cannot_buy: 200,
  insufficient_quota: 200,
  position_not_holding: 200,
  product_not_available: 200,
  product_follow_expired: 200,
  subscription_not_open: 200,
  block_closed: 200,
  // Loans
  unpaid_loan_exists: 200,
  repayment_below_loan: 200,
  loan_limit_insufficient: 200,
  // Cards
  card_exists: 200,
  card_not_found: 200,
  // Other
  service_link_unavailable: 200,
  upload_failed: 200,
  submission_failed: 200,
  network_error: 200,

  // The specification's validation rules (section 5) and what the calls above add
  account_not_ten_digits: 200,
  password_too_short: 200,
  password_too_common: 200,
  passwords_do_not_match: 200,
  agreement_required: 200,
  invitation_code_required: 200,
  trading_disabled: 200,
  too_many_tries: 200,
  instrument_not_found: 200,
  instrument_halted: 200,
  quantity_not_whole: 200,
  quantity_not_positive: 200,
  quantity_not_in_lots: 200,
  quantity_too_large: 200,
  quantity_exceeds_position: 200,
  order_value_too_large: 200,
  price_required: 200,
  price_not_allowed: 200,
  price_not_positive: 200,
  price_not_on_tick: 200,
  stop_price_required: 200,
  stop_price_not_allowed: 200,
  stop_price_not_positive: 200,
  stop_price_not_on_tick: 200,
  stop_price_reached: 200,
  market_order_only_while_open: 200,
  exit_price_not_positive: 200,
  exit_price_not_on_tick: 200,
  take_profit_on_wrong_side: 200,
  stop_loss_on_wrong_side: 200,
  cannot_sell_short: 200,
  unpaid_debt: 200,
  amendment_empty: 200,
  quantity_already_filled: 200,
  leverage_not_offered: 200,
  short_not_offered: 200,
  order_not_found: 200,
  order_not_pending: 200,
  orders_waiting_too_many: 200,
  position_not_found: 200,
  watchlist_full: 200,
  session_not_found: 200,
  message_not_found: 200,
  alert_value_out_of_range: 200,
  alert_already_reached: 200,
  alert_exists: 200,
  alerts_too_many: 200,
  alert_not_found: 200,
  record_not_found: 200,
  date_range_reversed: 200,
  date_range_too_long: 200,
  news_not_found: 200,
  request_id_reused: 200,
  simulation_only: 200,
  clock_step_out_of_range: 200,

  // The transport's own
  invalid_request: 400,
  forbidden: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  server_fault: 500,
  overloaded: 503,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusalStatuses;

/**
 * One sentence per refusal; `{{name}}` is filled from the answer's `params`. Where a market's rule
 * refuses, `rule` is its key, which the rule texts put into words, and `since` the day from which it
 * holds; a sentence has the one gap `{{rule}}` for both.
 */
export type RefusalTexts = Record<RefusalCode, string>;

export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(refusalStatuses, text);
}
