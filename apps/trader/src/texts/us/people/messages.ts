import { messageTitles } from "@sanshi/contract/message-titles/us";
import type { Texts } from "../../jp/index.ts";

export const messages: Texts["messages"] = {
  ...messageTitles,
  title: "Messages",
  read_all: "Mark all read",
  read_all_done: "All messages are marked as read",
  unread: "Unread",
  list: "Your messages",
  empty: "No messages yet. Important news about your trades and your account will appear here.",
  to_market: "See the market",
  older: "Show more",
  all_shown: "There are no earlier messages",
  info_title: "Message",
  to_messages: "Go to messages",
  unknown_device: "an unknown device",
  open: "See details",
  body_welcome:
    "Your account is ready. You can trade stocks in Japan, the US and China from a single account.",
  body_welcome_simulated:
    "Your practice account is ready and your simulated money has arrived. No real money moves, so feel free to try stocks in Japan, the US and China.",
  open_welcome: "See the market",
  body_sign_in:
    "Your account was logged in to with {{device}}. If this was not you, log that device out under “Devices logged in” on your page and change your login password.",
  body_new_sign_in:
    "Someone logged in to your account with {{device}}. If this was not you, log that device out under “Devices logged in” on your page and change your login password.",
  open_new_sign_in: "Go to my page",
  body_password_changed:
    "Your login password was changed, and all other devices were logged out. If this was not you, please contact customer service right away.",
  open_password_changed: "Go to my page",
  body_price_at_or_above:
    "{{name}} ({{code}}) is at or above {{value}}, as you asked. It stood at {{price}} ({{change}}% on the day).",
  body_price_at_or_below:
    "{{name}} ({{code}}) is at or below {{value}}, as you asked. It stood at {{price}} ({{change}}% on the day).",
  body_percent_up:
    "{{name}} ({{code}}) is up {{value}}% on the day, as you asked. It stood at {{price}} ({{change}}% on the day).",
  body_percent_down:
    "{{name}} ({{code}}) is down {{value}}% on the day, as you asked. It stood at {{price}} ({{change}}% on the day).",
  open_price_alert: "See this stock",
  amount_jpy: "¥{{amount}}",
  amount_usd: "${{amount}}",
  amount_cny: "CN¥{{amount}}",
  tabs: "Kind of message",
  tab_messages: "Messages",
  tab_alerts: "Price alerts",
  body_stock_split:
    "{{name}} ({{code}}) split {{numerator}} for {{denominator}}. Your {{before}} shares are now {{after}}, and what you paid for them stays the same. Cash for fractions of a share: {{amount}} {{currency}}.",
  body_dividend_paid:
    "{{name}} ({{code}}) paid {{per_share}} {{currency}} a share. For your {{before}} shares, {{amount}} {{currency}} was added to your balance.",
  body_dividend_charged:
    "{{name}} ({{code}}) paid {{per_share}} {{currency}} a share. You are short {{before}} shares, so {{amount}} {{currency}} was taken from your balance to pay their lender.",
  market_jpy: "Japanese stocks",
  market_usd: "US stocks",
  market_cny: "Chinese stocks",
  margin_ratio: "margin ratio",
  collateral_ratio: "collateral ratio",
  body_margin_call:
    "Your {{ratio_name}} in {{market}} is {{ratio}}%, below the {{required}}% that must be kept. Add at least {{missing}} by a deposit or an exchange, or close positions, to bring it back to {{restore}}% by {{due_at}}. After that, positions are closed at the market price.",
  open_margin: "See positions",
  body_margin_restored:
    "Your {{ratio_name}} in {{market}} is back where it has to be, and the margin call is over. If it falls below again today, the same deadline applies.",
  body_margin_call_over:
    "You have no positions on margin in {{market}} any more, so the margin call is over.",
  body_margin_term:
    "Your margin position of {{quantity}} {{name}} ({{code}}) ends on {{due_on}}. Close it by {{last_day}}; whatever is left is closed at the market on that day.",
  body_forced_sale_term_ended:
    "Your margin position in {{name}} ({{code}}) was not closed before its end on {{due_on}}, so {{quantity}} shares were closed at the market at {{price}}.",
  body_forced_sale_call_overdue:
    "A margin call was not met in time, so {{quantity}} shares of {{name}} ({{code}}) were closed at the market price of {{price}}. Your {{ratio_name}} was {{ratio}}%; it had to be {{required}}%.",
  body_forced_sale_ratio_too_low:
    "Your {{ratio_name}} fell to {{ratio}}%, below {{required}}%, so {{quantity}} shares of {{name}} ({{code}}) were closed at the market price of {{price}}.",
  body_unpaid_debt:
    "After a sudden move, closing your position left {{debt}} unpaid. It is part of the total debt in your assets. Whatever comes in repays it first: a deposit, an exchange into this currency, or your next closings. Until then you cannot open positions in this market or withdraw.",
  open_assets: "See assets",
  open_position: "See the position",
  body_account_active: "Your account can be used without restriction again. {{reason}}",
  body_account_trading_disabled:
    "Your account cannot place orders for now. What you hold, deposits and withdrawals are not affected. {{reason}} Please contact customer service with any questions.",
  body_account_frozen:
    "Your account cannot open positions or withdraw for now. What you hold can be closed and stays yours. {{reason}} Please contact customer service with any questions.",
  body_account_banned:
    "Your account can no longer log in. What you hold stays yours. {{reason}} Please contact customer service.",
  body_account_closing_until: "Closing is stopped until {{closing_until}}.",
  body_account_review: "This restriction is reviewed by {{review_at}}.",
  body_trading_halted:
    "New orders are not taken: {{scope}}. What you hold can still be closed. {{reason}}",
  body_trading_halted_closing:
    "New orders and closing are stopped: {{scope}}. Closing comes back by {{until}} at the latest; until then these positions do not keep you from withdrawing. {{reason}}",
  body_trading_resumed: "Orders are taken again: {{scope}}.",
  body_new_share_closed:
    "Subscription to {{name}} ({{code}}) has closed, and the list for the draw is published. Your number is {{number}}; the list’s hash is {{root}}. Use it to check the draw.",
  body_new_share_allotted:
    "You were allotted {{quantity}} shares of {{name}} ({{code}}); {{amount}} {{currency}} is payable. Pay by {{until}}. Anybody can check the draw (your number is {{number}}).",
  body_new_share_not_allotted:
    "You were not allotted shares of {{name}} ({{code}}). Your place on the waiting list is {{place}}. Anybody can check the draw (your number is {{number}}).",
  body_new_share_missed:
    "{{name}} ({{code}}) was not paid for in time, so the allotment has lapsed.",
  body_new_share_withdrawn:
    "The offering of {{name}} ({{code}}) was withdrawn. What you had paid is back in your balance. {{reason}}",
  open_new_share: "See new shares",
  open_halt: "See details",
  body_correction:
    "A correction of {{amount}} {{currency}} was booked to your balance; two operators approved it. {{reason}} It is among your records.",
  body_correction_announced:
    "A correction of {{amount}} {{currency}} was proposed ({{proposed_role}}) and approved ({{approved_roles}}). {{reason}} It takes effect at {{until}} unless you object.",
  correction_by: " Proposed: {{proposed_role}}. Approved: {{approved_roles}}.",
  object: "Object to this correction",
  objected:
    "Your objection was received. The correction does not take effect unless it is approved once more.",
  body_correction_simulated:
    "A correction of {{amount}} {{currency}} was booked to your simulated balance. {{reason}} It is among your records.",
  open_records: "See records",
  body_order_filled:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) was filled at {{price}} on average.",
  body_order_partly_filled:
    "{{filled}} of the {{quantity}} shares of {{name}} ({{code}}) that you ordered were filled at {{price}} on average. The rest is still waiting.",
  body_order_partly_filled_ended:
    "{{filled}} of the {{quantity}} shares of {{name}} ({{code}}) that you ordered were filled at {{price}} on average. Nobody offered more, so the rest was cancelled and its money released.",
  body_order_triggered:
    "{{name}} ({{code}}) reached your stop price of {{stop}}. Your order for {{quantity}} shares is now waiting at the limit of {{price}}.",
  body_order_expired_opening:
    "The trading day is over. {{quantity}} shares of {{name}} ({{code}}) were not filled: the order has expired, and the money held for it was released.",
  body_order_expired_closing:
    "The trading day is over. {{quantity}} shares of {{name}} ({{code}}) were not closed: the order has expired, and you still hold them.",
  body_order_rejected_insufficient_balance:
    "Your stop order for {{quantity}} shares of {{name}} ({{code}}) was triggered, but your available balance did not cover the price. The money held for it was released.",
  body_order_rejected_insufficient_credit_limit:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) could not be filled because it would have borrowed more than your credit limit. The money held for it was released.",
  body_order_rejected_no_counterparty:
    "Your stop order for {{quantity}} shares of {{name}} ({{code}}) was triggered, but nobody was on the other side of the market. The money held for it was released.",
  body_order_rejected_by_venue:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) was rejected by the venue. The money held for it was released.",
  body_closing_filled_limit:
    "Your closing order was filled: {{quantity}} shares of {{name}} ({{code}}) at {{price}} on average. Realised profit or loss of the position: {{profit}}.",
  body_closing_filled_take_profit:
    "Your take-profit price was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realised profit or loss of the position: {{profit}}.",
  body_closing_filled_stop_loss:
    "Your stop-loss price was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realised profit or loss of the position: {{profit}}.",
  body_exit_started_take_profit:
    "Your take-profit price was reached. {{quantity}} shares of {{name}} ({{code}}) are being closed at that price or better; not all of them are filled yet.",
  body_exit_started_stop_loss:
    "Your stop-loss price was reached. {{quantity}} shares of {{name}} ({{code}}) are being closed at the market price; not all of them are filled yet.",
  body_verification_approved:
    "We have checked your documents. You can now withdraw to a bank account of your own.",
  body_verification_rejected:
    "Your documents could not be accepted. {{reason}} You can submit them again.",
  body_bank_card_added:
    "{{bank}} {{number}} was added for withdrawals. If this was not you, remove it, change your passwords and contact customer service right away.",
  body_fund_password_set:
    "A fund password was set. It is asked for whenever money is withdrawn. If this was not you, please contact customer service right away.",
  body_fund_password_changed:
    "Your fund password was changed. If this was not you, please contact customer service right away.",
  body_fund_password_locked:
    "A wrong fund password was entered too many times. You can try again in {{minutes}} minutes. If this was not you, change your login password now.",
  body_fund_password_reset_requested:
    "You can choose a new fund password from {{due_at}} until {{until}}. Your current one goes on working, and using it cancels the reset. If this was not you, cancel the reset and change your login password now.",
  open_fund_password_reset: "See the reset",
  body_fund_password_reset_cancelled:
    "It was cancelled, or your current fund password was used. The current one stays in force. If this was not you, change your login password now.",
  body_fund_password_reset_done:
    "A new fund password was chosen after the reset you requested. If this was not you, freeze your account at once and contact customer service.",
  body_login_password_reset_approved:
    "Customer service approved the new login password that was chosen because you had forgotten yours. It works from {{due_at}} until {{until}}. Until it is used your current one works, and logging in with the present one cancels the reset. If this was not you, cancel the reset now.",
  open_login_password_reset: "See the reset",
  body_login_password_reset_rejected: "Your current password stays in force. {{reason}}",
  body_login_password_reset_cancelled:
    "It was cancelled, or your current password was used. The current one stays in force. If you never requested a reset, please contact customer service. {{reason}}",
  body_login_password_reset_done:
    "The new password was used to log in, and all other devices were logged out. If this was not you, please contact customer service right away.",
  body_factor_reset_requested:
    "Somebody who knows your login password said that every second factor and the recovery codes are lost ({{device}}). If this wasn’t you, stop it with one tap and change your password.",
  body_factor_reset_approved:
    "Customer service approved the removal of your authenticator app, passkeys and recovery codes. It can be used from {{due_at}} until {{until}}. If this wasn’t you, stop it with one tap.",
  body_factor_reset_rejected: "Your second factors stay as they are. {{reason}}",
  body_factor_reset_cancelled: "Your second factors stay as they are. {{reason}}",
  body_factor_reset_done:
    "Authenticator app, passkeys and recovery codes no longer count, and nothing can be withdrawn or changed for the time of the hold. If this wasn’t you, stop it with one tap.",
  open_factor_reset: "See the reset",
  body_deposit_approved: "{{amount}} {{currency}} was added to your balance (deposit {{number}}).",
  body_deposit_rejected:
    "Your deposit {{number}} of {{amount}} {{currency}} was not accepted. {{reason}}",
  body_withdrawal_paid:
    "{{amount}} {{currency}} was sent to {{bank}} {{card}} (withdrawal {{number}}).",
  body_withdrawal_rejected:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was not accepted, and the money is available again. {{reason}}",
  body_loan_approved:
    "{{amount}} {{currency}} ({{number}}) is in your available money. It is due on {{due_on}} with {{due}} {{currency}}. Until {{cooling_off}} you can give it back without interest.",
  body_loan_rejected:
    "Your application {{number}} for {{amount}} {{currency}} was not approved. Reason: {{reason}}",
  body_loan_repaid:
    "{{paid}} {{currency}} was repaid on loan {{number}}. Nothing more is owed on it.",
  body_loan_due_soon:
    "Loan {{number}} is due on {{due_on}} with {{due}} {{currency}}. Please have the money available by then.",
  body_loan_overdue:
    "Loan {{number}} was due on {{due_on}}, {{days}} days ago. {{due}} {{currency}} is owed now. Until it is repaid it bears {{rate}} % a year, and you can neither borrow nor withdraw. We never sell your shares for it.",
  body_loan_limit_lowered:
    "Your loan limit in {{currency}} was lowered to {{amount}} {{currency}}. Reason: {{reason}}",
  body_loan_limit_raised:
    "The lowering of your loan limit in {{currency}} was changed. The loan screen shows your limit.",
  body_loan_written_off:
    "The {{amount}} {{currency}} still owed on loan {{number}} was written off. You owe it no more. Reason: {{reason}}",
  body_withdrawal_delayed:
    "Your withdrawal {{number}} of {{amount}} {{currency}} has not been decided in the time that we announced. Your money is kept safe, and you can cancel the withdrawal at any time. Please contact customer service with any questions.",
  body_withdrawal_delayed_reason:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was not completed in the time that we promised. {{delay}} We now expect to complete it by {{until}}. Your money is kept safe, and you can cancel while it is under review. Please contact customer service with any questions.",
  body_deposit_delayed:
    "Your deposit {{number}} of {{amount}} {{currency}} was not reviewed in the time that we promised. {{delay}} We now expect to finish by {{until}}. Please contact customer service with any questions.",
  delay_not_reviewed: "Nobody has reviewed it yet.",
  delay_in_review: "It is being reviewed now.",
  delay_second_operator: "It has passed the first check and waits for a second person’s approval.",
  delay_bank: "It has been approved, and we are waiting for the bank’s confirmation.",
  open_my_page: "Go to my page",
  open_verification: "Submit again",
  open_cards: "See bank accounts",
  open_deposits: "See deposits",
  open_withdrawals: "See withdrawals",
  open_loan: "See the loan screen",
  open_loans: "See my loans",
  title_unknown: "Notice",
  body_unknown: "This is a new kind of notice. Reload the app to read it.",
  body_totp_set:
    "From now on signing in and withdrawing ask for a code of your authenticator app. If this wasn’t you, freeze your account at once.",
  body_totp_removed:
    "No code is asked for any more. If this wasn’t you, freeze your account at once.",
  body_passkey_added: "You can sign in with it. If this wasn’t you, freeze your account at once.",
  body_recovery_codes_renewed:
    "The old ones no longer work. If this wasn’t you, freeze your account at once.",
  body_reset_hold_started:
    "A password was reset. Until {{until}} (real time) nobody can withdraw, add a bank account or change a factor. If this wasn’t you, stop it with one tap.",
  open_reset_hold: "Stop it",
  title_passkey_removed: "A passkey was removed",
  body_passkey_removed: "It can’t be used to sign in any more.",
  body_passkeys_to_confirm:
    "Your login password was reset, so these passkeys no longer log in by themselves: {{names}}. Use each of yours once together with the new password until {{until}} (real time). Those that are not used are removed.",
  body_frozen_by_customer:
    "You stopped trading and withdrawals. Closing is stopped for 24 hours and possible after that. Contact customer service to have the account opened again.",
  written_by: "Written by a person: {{role}}, {{broker}}",
  written_note:
    "This was written by a member of staff, not by the system. Money is only ever sent to the accounts shown under “Deposit”.",
  role_viewer: "Observer",
  role_support: "Customer support",
  role_reviewer: "Case reviewer",
  role_approver: "Approver",
  role_administrator: "Administrator",
};
