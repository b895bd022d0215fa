import type { AskedRefusalTexts, RefusalTexts } from "../refusals.ts";
import { earlyRefusalTexts } from "./early/us.ts";

export const askedRefusalTexts: AskedRefusalTexts = {
  wrong_account_or_password: "The account or password is not correct.",
  account_not_found: "This account does not exist.",
  account_exists:
    "This number is already registered. Sign in, or choose another ten digits if it was not you.",
  inviter_not_found:
    "This invitation code was not found. Check it with the person who invited you.",
  account_banned: "This account cannot sign in. Contact customer service.",
  account_frozen: "Your account is frozen and cannot trade. Contact customer service.",
  sign_in_again: "Sign in again.",
  key_mismatch: "The keys do not match. Try again.",
  wrong_fund_password: "The fund password is not correct.",
  fund_password_not_set: "You have not set a fund password yet. Set one first.",
  wrong_channel_password: "The channel password is not correct.",
  wrong_original_password: "The current password is not correct.",
  modification_failed: "The change could not be made. Try again later.",
  verification_under_review: "Your documents are under review. Wait for the result.",
  already_verified: "Your identity is already verified.",
  not_verified: "Your identity is not verified yet. Complete verification first.",
  same_day_money:
    "You can use {{amount}} to buy this stock today. Proceeds of shares bought and sold today cannot buy the same stock before {{time}} ({{rule}}).",
  insufficient_balance:
    "Your available balance is not enough. Lower the quantity or make a deposit.",
  cash_not_settled:
    "Sale proceeds have not settled yet. You can withdraw or exchange {{amount}} now, and the amount you entered from {{date}} ({{rule}}).",
  insufficient_credit_limit: "Your available credit is not enough.",
  insufficient_own_money:
    "Loan money cannot be used as margin or exchanged. Your own available balance is not enough.",
  pending_deposit_exists: "A deposit is still under review. Wait until it is done.",
  fund_operation_in_progress: "Another fund operation is in progress. Wait until it is done.",
  submit_too_frequent: "You are submitting too often. Wait a moment.",
  sell_locked:
    "A position can be closed 15 minutes after it was opened: sell or buy back from {{time}}.",
  price_beyond_limit:
    "Beyond today's limit of {{limit}}. Enter a price from {{low}} to {{high}} ({{rule}}).",
  not_taken_by_venue:
    "This market currently takes limit and market orders only, without stops, exits or conditions.",
  opening_still_works:
    "The order that opens this position is still working. Cancel it first, or wait until it fills.",
  venue_not_answered: "The venue has not answered on this order yet. Try again in a moment.",
  price_unavailable:
    "No current price is available, so the order was not accepted. Try again in a moment.",
  cannot_buy: "This stock cannot be bought right now.",
  insufficient_quota: "The remaining quota is not enough.",
  block_applications_too_many: "You can have at most {{max}} open applications in a market.",
  position_not_holding: "This position is no longer held. Do not repeat the action.",
  product_not_available: "This product does not exist or is no longer offered.",
  product_follow_expired: "This product no longer accepts followers.",
  subscription_not_open: "Subscription has not started or has ended.",
  block_closed: "This block trade is closed.",
  unpaid_loan_exists: "Repay your outstanding loan first.",
  repayment_below_loan: "The repayment is below the amount due.",
  loan_limit_insufficient: "Your loan limit is not enough.",
  loan_not_found: "This loan was not found.",
  lending_not_found: "None of this position is on loan.",
  shares_not_lendable:
    "You can only lend shares you hold and paid for in full, not margin positions, shorts or locked shares.",
  loan_not_outstanding: "Nothing is owed on this loan.",
  loan_not_under_review: "This application is no longer under review.",
  card_exists: "This bank account is already registered.",
  card_not_found: "This bank account was not found.",
  service_is_elsewhere: "Customer service answers at the link under “Customer service”.",
  service_link_unavailable: "The customer-service link could not be loaded.",
  upload_failed: "The upload failed. Try again.",
  submission_failed: "The submission failed. Try again.",
  password_unchanged: "This is the current password. Choose another.",
  password_too_common: "This password is too easy to guess. Choose another.",
  closing_barred:
    "Closing is paused on your account until {{until}}. See your messages for the reason.",
  trading_disabled: "Trading is disabled for your account. Contact customer service.",
  too_many_tries: "Too many attempts. Try again in {{minutes}} min.",
  instrument_not_found: "This stock was not found.",
  instrument_renamed: "Since {{date}} this stock trades under the code {{code}}. Use that code.",
  instrument_halted: "Trading in this stock is halted.",
  instrument_ended:
    "This stock ({{code}}) is no longer listed. Its last trading day was {{last_day}}.",
  trading_halted: "Orders are paused for now: {{scope}}.",
  pause_takes_lasting_orders:
    "Trading is paused for now: {{scope}}. Limit and stop orders are accepted and wait for the end of the pause; market, IOC and FOK orders are not.",
  calendar_not_published:
    "This trade would settle on {{date}}, and the exchange has not published its trading days for {{year}} yet. Please try again once they are published.",
  quantity_not_whole: "The quantity must be a whole number.",
  quantity_not_positive: "The quantity must be at least 1.",
  quantity_not_in_lots: "The quantity must be a multiple of {{lot}} shares ({{rule}}).",
  quantity_too_large: "The quantity can be at most {{max}} shares.",
  quantity_below_minimum: "An order needs at least {{min}} shares ({{rule}}).",
  quantity_above_maximum: "One order can be at most {{max}} shares ({{rule}}).",
  price_outside_cage:
    "The limit price is too far from the market. The furthest allowed now is {{limit}} ({{rule}}).",
  late_limit_too_far:
    "At this hour, a limit for the close can go no further than {{limit}}, the closing auction's reference price ({{rule}}).",
  short_price_too_low:
    "After a 10% fall, or for more than 50 lots in Tokyo, a short sale needs a limit above {{above}} ({{rule}}).",
  minimum_margin_missing: "Margin trading requires {{amount}} of your own ({{rule}}).",
  bought_today: "You can sell {{max}} shares now, and those bought today from {{time}} ({{rule}}).",
  same_day_sale:
    "You can sell {{shares}} shares today. Shares bought back with today's sale proceeds can be sold from {{time}} ({{rule}}), or today after a deposit of {{amount}}.",
  quantity_exceeds_position: "You can close at most {{max}} shares.",
  order_value_too_large: "One order can be worth at most {{max}}.",
  price_required: "Enter a limit price.",
  price_not_allowed: "Market orders take no price.",
  price_not_positive: "The price must be greater than 0.",
  price_not_on_tick: "The price must be a multiple of {{tick}} ({{rule}}).",
  stop_price_required: "Enter a stop price.",
  stop_price_not_allowed: "This order type takes no stop price.",
  stop_price_not_positive: "The stop price must be greater than 0.",
  stop_price_not_on_tick: "The stop price must be a multiple of {{tick}} ({{rule}}).",
  stop_price_reached:
    "The market ({{now}}) has already reached this stop price. A buy stop must be above the market, a sell stop below it.",
  oco_prices_contradict:
    "The two prices of this OCO order contradict each other. When selling, the limit must be above the stop; when buying, below it.",
  order_kind_closes_only: "Trailing stops only close positions. They cannot open one.",
  trail_not_allowed: "Only trailing stops have a trailing distance.",
  trail_required: "Enter the trailing distance: an amount or a percentage.",
  trail_not_positive: "The distance must be greater than 0.",
  trail_not_on_tick: "The distance must be a multiple of {{tick}} ({{rule}}).",
  trail_too_wide: "The distance may be at most {{percent}}% of the price.",
  order_form_not_offered: "This market does not offer this order type ({{rule}}).",
  opening_has_passed:
    "Trading has started. Orders for the open must be placed before it ({{rule}}).",
  after_hours_not_taken_now:
    "Orders for the after-hours session are accepted from {{time}} ({{rule}}).",
  auction_takes_no_more: "Orders for this auction closed at {{time}} ({{rule}}).",
  good_until_required: "Choose the last day of the order.",
  good_until_not_allowed: "Only orders until a date have a last day.",
  good_until_past: "This day has passed. Choose a later one.",
  good_until_too_far: "Orders can stay open for at most {{days}} days.",
  good_until_not_trading_day: "The market is closed on this day. Choose a trading day.",
  good_until_after_last_day:
    "The last trading day of this stock is {{last_day}}. Choose that day or an earlier one.",
  immediate_only_while_open:
    "This order fills immediately, so it is only accepted while the market is open ({{rule}}).",
  not_fillable_now: "Nothing can be filled right now, so the order was not placed.",
  not_fillable_whole:
    "Only {{quantity}} shares can be filled right now, so the order was not placed.",
  exit_price_not_positive: "Take-profit and stop-loss prices must be greater than 0.",
  exit_price_not_on_tick:
    "Take-profit and stop-loss prices must be a multiple of {{tick}} ({{rule}}).",
  exits_contradict:
    "Take-profit and stop-loss contradict each other. For a long position the take-profit must be above the stop-loss, for a short below it.",
  exits_with_bracket:
    "Set exits in parts, or a take-profit and stop-loss for the whole order, but not both.",
  exit_part_without_price: "Part {{part}} needs a take-profit, a stop-loss or both.",
  exit_trails_alone:
    "Part {{part}} is a trailing stop, so it cannot have a take-profit or stop-loss as well.",
  exits_exceed_order: "The parts together can be at most {{max}} shares, the size of the order.",
  take_profit_on_wrong_side:
    "A take-profit lies above {{price}} for a long position, and below it for a short one.",
  stop_loss_on_wrong_side:
    "A stop-loss lies below {{price}} for a long position, and above it for a short one.",
  shares_not_borrowable: "Only {{max}} shares can be borrowed right now. Sell fewer short.",
  cannot_sell_short: "There are no buyers for this stock right now, so it cannot be sold short.",
  unpaid_debt:
    "You have an unpaid debt of {{amount}}. Deposit or exchange into its currency first.",
  margin_call_open:
    "You have an open margin call in this market. Meet it first: deposit, exchange into its currency or close positions.",
  margin_needed:
    "Part of this money is margin for your positions. You can withdraw or exchange up to {{max}} {{currency}} right now.",
  amendment_empty: "Enter what to change.",
  quantity_already_filled: "{{filled}} shares are already filled. Enter a larger quantity.",
  leverage_not_offered: "This leverage is not offered. The maximum is {{max}}× ({{rule}}).",
  short_not_offered: "This stock cannot be sold short ({{rule}}).",
  case_not_found: "There is no open case with this number. Check it, or ask for a new one.",
  short_not_switched_on:
    "Short selling is off. Read the risks and turn it on in the short order ticket first.",
  extended_hours_not_offered:
    "Extended-hours trading is not available for this stock here. Place the order for regular hours only.",
  extended_hours_not_switched_on:
    "Extended-hours trading is off. Read the risks and turn it on in the order ticket of a US stock first.",
  extended_hours_own_money_only:
    "In extended hours you can buy with your own money and sell shares paid in full. Short selling, leverage and closing margin positions are for regular hours only.",
  extended_hours_limit_only:
    "Orders for extended hours are limit orders without a take-profit or stop-loss, good for the day or longer ({{rule}}).",
  order_not_found: "This order was not found.",
  cancel_not_accepted: "Orders cannot be canceled or changed before {{time}} ({{rule}}).",
  order_not_pending: "This order has already been filled or canceled.",
  orders_waiting_too_many: "You can have at most {{max}} open orders.",
  position_not_found: "This position was not found.",
  watchlist_full: "Your watchlist can hold at most {{max}} stocks.",
  chart_lines_too_many: "You can keep at most {{max}} drawings. Remove one you no longer need.",
  screens_too_many: "You can save at most {{max}} screens. Remove one you no longer need.",
  session_not_found: "This device is already signed out.",
  message_not_found: "This message was not found.",
  push_not_offered: "Push notifications are not available right now.",
  push_service_unknown: "This browser’s push service is not supported. Try another browser.",
  alert_value_out_of_range: "Enter a value between {{min}} and {{max}}.",
  alert_already_reached:
    "The current value ({{now}}) already meets this condition. Enter another value.",
  alert_exists: "You already have this alert.",
  alerts_too_many: "You can have at most {{max}} alerts. Remove one you no longer need.",
  alert_not_found: "This alert was not found. It has already been triggered or removed.",
  name_scripts_mixed:
    "Use letters of one alphabet only. Some letters look alike but are different.",
  name_not_a_name: "Enter your name as shown on your ID.",
  name_not_katakana: "Enter the reading of your name in katakana.",
  id_type_not_accepted: "This type of ID is not accepted. Choose another.",
  id_number_malformed: "The number's format does not fit this ID. Enter it as printed.",
  id_number_check_digit_wrong:
    "This My Number is not valid: its check digit does not match. Check it again.",
  front_photo_required: "Add a photo of the front.",
  back_photo_required: "Add a photo of the back.",
  photographs_not_enough:
    "Photos of an ID alone can no longer verify you ({{rule}}). Verification will be available again once we can read the chip of your card.",
  id_not_read:
    "Your card could not be read. Check that the name and number match it, then try again ({{rule}}).",
  back_photo_not_taken: "Do not send the back of a My Number card. Only the front is needed.",
  photo_too_large: "The photo is too large. The maximum is {{max}} MB.",
  photo_type_not_accepted: "This file type is not accepted. Choose a JPEG, PNG or WebP photo.",
  photo_pixels_too_many: "The photo has too many pixels. The maximum is {{megapixels}} megapixels.",
  photo_too_small: "The photo is too small to read. Each side needs at least {{min}} pixels.",
  photo_unreadable: "The photo could not be read. Take it again or choose another.",
  holder_has_characters:
    "Letter {{at}} of the account holder, “{{letters}}”, is a Chinese character. Enter the reading in kana as it is printed in the passbook.",
  holder_letter_not_allowed:
    "Letter {{at}} of the account holder, “{{letter}}”, cannot be part of a name at a Japanese bank. Use kana, Latin letters, digits, brackets, hyphens and full stops.",
  holder_not_katakana:
    "The account holder has no kana. Enter the name in kana as it is printed in the passbook.",
  holder_not_a_name: "Enter the account holder as registered with your bank.",
  bank_merged:
    "{{bank}} has merged into {{today}} ({{code}}). Enter the branch and account number that {{today}} gave you.",
  bank_not_found:
    "This bank is not in the list of banks of {{date}}. Choose it from the list, or check its four-digit code.",
  post_symbol_malformed:
    "The symbol (記号) of a Japan Post Bank account has five digits and begins with 1 or 0. Check it in the passbook.",
  post_number_malformed:
    "The number (番号) of a Japan Post Bank account has 2 to 8 digits and ends in 1 where the symbol begins with 1, and up to 6 digits where it begins with 0.",
  branch_not_found:
    "{{bank}} has no branch {{code}} in the list of {{date}}. Choose the branch from the list.",
  branch_code_not_three_digits: "The branch code must be three digits.",
  card_number_not_seven_digits:
    "The account number must be seven digits. Add leading zeros to a shorter one.",
  card_number_malformed: "The account number must be 4 to 34 letters and digits.",
  card_type_not_offered: "Banks of this country do not offer this account type.",
  card_holder_differs:
    "The account holder does not match your verified name. You can only use an account of your own.",
  card_cooling_off: "This account was added recently. You can withdraw to it from {{until}}.",
  cards_too_many: "You can have at most {{max}} bank accounts. Remove one you no longer need.",
  fund_password_not_six_digits: "The fund password must be six digits.",
  fund_password_too_simple:
    "This is too easy to guess. Avoid repeated or mirrored digits, pairs, sequences, dates and digits of your account number.",
  old_password_required: "Enter your current fund password.",
  wrong_login_password: "The login password is not correct.",
  new_password_not_yet:
    "Your new password works from {{from}}. To keep your current one, sign in with it: that cancels the reset.",
  channel_not_found: "This deposit method is no longer available.",
  channel_closed: "Deposits are closed right now. They open again {{opens_at}}.",
  pattern_day_trader_equity:
    "This trade would make you a pattern day trader. That requires {{amount}} of your own ({{rule}}).",
  day_trading_buying_power:
    "After maintenance margin, you can place day trades of up to {{amount}} right now ({{rule}}).",
  amount_or_quantity: "Enter either an amount or a number of shares.",
  amount_below_minimum: "The minimum is {{min}}.",
  amount_above_maximum: "The maximum per request is {{max}}.",
  withdrawals_closed: "Withdrawals are closed right now. They open again {{opens_at}}.",
  positions_held: "You hold positions. Close them all before you withdraw.",
  correction_not_found: "This correction was not found.",
  correction_ended:
    "You can no longer object to this correction: it has taken effect or was dropped.",
  withdrawal_not_found: "This withdrawal was not found.",
  follow_capacity_exceeded: "Only {{left}} of the capacity is left. Enter that or less.",
  followings_too_many: "You can follow at most {{max}} strategies at once. End one first.",
  following_not_found: "This copy trade was not found.",
  following_ended: "This copy trade has already ended.",
  following_ends_already: "Ending was already requested. The units are sold at the next valuation.",
  follow_locked: "It is locked up. You can end it from {{until}}.",
  copy_consent_exists: "You have already consented in this market. Revoke that consent first.",
  copy_consent_not_found: "This consent was not found.",
  copy_consent_ended: "This consent has already been revoked.",
  subscribed_already:
    "You have already subscribed to these new shares. You can subscribe once per offering.",
  person_entered_already:
    "Another account verified with your ID is already in this draw. Each person can enter once. If you think this is wrong, contact customer service.",
  subscription_suspended:
    "Several allocations were left unpaid, so you cannot subscribe to new shares until {{until}}.",
  subscription_not_found: "This subscription was not found.",
  subscription_not_cancellable: "This subscription cannot be canceled.",
  subscription_not_payable: "No payment is due for this subscription right now.",
  payment_deadline_passed: "The payment deadline has passed.",
  position_locked: "These shares were bought in a block trade and are locked until {{time}}.",
  intraday_closed:
    "Day trades are accepted while the market is open, until {{time}}, and again from the next trading day.",
  block_sale_not_possible:
    "These shares cannot be offered as a block. Only shares paid for in full, without orders or exits, can.",
  block_consents_too_many: "You have {{max}} active consents. Revoke one first.",
  block_consent_time: "Choose a time between one hour and {{days}} days from now.",
  block_consent_not_found: "This consent was not found.",
  block_consent_ended: "This consent was already used, was revoked or has expired.",
  block_not_open: "This block trade opens at {{time}}.",
  block_applied_already:
    "You have already applied for this block trade. It is decided by a draw, with one application per customer.",
  channel_password_required:
    "This offer is for invited customers only. Enter your channel password.",
  application_not_found: "This application was not found.",
  application_not_cancellable: "This application cannot be canceled.",
  withdrawal_not_under_review: "This withdrawal has already been decided.",
  record_not_found: "This record was not found.",
  date_range_reversed: "The first day must not be later than the last.",
  date_range_too_long: "Choose no more than {{days}} days.",
  news_not_found: "This article was not found.",
  amount_not_positive: "Enter an amount above zero.",
  amount_too_precise: "This currency takes at most {{digits}} decimal places.",
  amount_not_whole: "Enter a whole amount without decimals.",
  same_currency: "A currency cannot be exchanged for itself. Choose another one.",
  exchange_rate_unavailable: "No exchange rate is available right now. Try again in a moment.",
  exchange_amount_too_small:
    "This amount is too small: it would yield less than the smallest unit of the other currency.",
  exchange_quote_not_found: "This quote cannot be found. Get a new rate.",
  exchange_quote_used: "This quote has already been used.",
  exchange_quote_expired: "This quote has expired. Check the new rate.",
  code_required: "Enter the code from your authenticator app, or use your passkey.",
  wrong_code: "The code is not correct or has been used.",
  passkey_not_accepted: "The passkey was not accepted.",
  passkey_unconfirmed:
    "Your password was reset, and this passkey is not confirmed yet. Enter your number and the new password first, then use the passkey.",
  puzzle_required: "Your browser needs to complete a check first. Try again.",
  factor_reset_not_yet:
    "Your second factors can be reset from {{from}}. Until then, sign in with one of them; that cancels the reset.",
  factor_reset_ready:
    "The reset of your second factors is approved. Use it below, or sign in with one of them; that cancels the reset.",
  challenge_expired: "That took too long. Start again.",
  totp_already_set: "An authenticator app is already set up. Remove it first.",
  totp_not_set: "No authenticator app is set up.",
  passkey_exists: "This passkey is already registered.",
  passkey_not_found: "This passkey was not found.",
  passkeys_too_many: "You can register at most {{max}} passkeys.",
  second_factor_not_set: "No second step is set up yet.",
  reset_hold:
    "After a password reset, you cannot withdraw, add a bank account or change second factors until {{until}} (real time).",
  no_reset_to_stop: "There is no reset to stop.",
  proof_required:
    "This needs your second step: confirm with a code from your authenticator app or a passkey.",
  password_proof_required: "Enter your login password to confirm that it is you.",
  request_id_reused: "The same request number was sent with different content. Reopen the page.",
  simulation_only: "Available in simulated trading only.",
  clock_step_out_of_range: "The step must be between 1 and {{max}} seconds.",
  clock_passes_deadline:
    "A customer's deadline is on {{at}}, {{seconds}} seconds from now. Move the clock to it at most.",
  clock_announced_lately:
    "Every open screen has to announce this for ten seconds first. Approve it in {{seconds}} seconds.",
  invalid_request: "The request is not valid.",
  forbidden: "You are not allowed to do this.",
  not_found: "This page or function was not found.",
  payload_too_large: "The data sent is too large.",
  unsupported_media_type: "This kind of data is not accepted.",
  request_timeout: "The request took too long to arrive. Try again.",
  too_many_requests: "Too many requests. Wait a moment.",
  outcome_unknown:
    "We could not confirm the result. Try again: the same request is never carried out twice.",
};

// Not spread: a bundler could not leave that out where only the others are wanted.
export const refusalTexts: RefusalTexts = /* @__PURE__ */ Object.assign(
  {},
  earlyRefusalTexts,
  askedRefusalTexts,
);
