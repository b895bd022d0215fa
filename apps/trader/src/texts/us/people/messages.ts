import { messageTitles } from "@sanshi/contract/message-titles/us";
import type { Texts } from "../../jp/index.ts";

export const messages: Texts["messages"] = {
  ...messageTitles,
  title: "Messages",
  read_all: "Mark all read",
  read_all_done: "All messages marked as read",
  unread: "Unread",
  list: "Your messages",
  empty: "No messages yet. Important updates about your trades and your account appear here.",
  to_market: "See the market",
  older: "Show more",
  all_shown: "No earlier messages",
  info_title: "Message",
  to_messages: "Go to messages",
  unknown_device: "an unknown device",
  open: "See details",
  body_welcome:
    "Your account is ready. You can trade stocks in Japan, the US and China from a single account.",
  body_welcome_simulated:
    "Your simulated account is ready and your simulated funds have arrived. No real money moves, so feel free to try stocks in Japan, the US and China.",
  open_welcome: "See the market",
  body_sign_in:
    "New sign-in to your account on {{device}}. If this was not you, sign that device out under “Signed-in devices” and change your login password.",
  body_new_sign_in:
    "New sign-in to your account on {{device}}. If this was not you, sign that device out under “Signed-in devices” and change your login password.",
  open_new_sign_in: "Go to my page",
  body_password_changed:
    "Your login password was changed, and all other devices were signed out. If this was not you, contact customer service right away.",
  open_password_changed: "Go to my page",
  body_price_at_or_above:
    "{{name}} ({{code}}) reached your alert price of {{value}} or above. It was at {{price}} ({{change}}% on the day).",
  body_price_at_or_below:
    "{{name}} ({{code}}) reached your alert price of {{value}} or below. It was at {{price}} ({{change}}% on the day).",
  body_percent_up:
    "{{name}} ({{code}}) is up {{value}}% on the day, the level of your alert. It was at {{price}} ({{change}}% on the day).",
  body_percent_down:
    "{{name}} ({{code}}) is down {{value}}% on the day, the level of your alert. It was at {{price}} ({{change}}% on the day).",
  open_price_alert: "See this stock",
  amount_jpy: "¥{{amount}}",
  amount_usd: "${{amount}}",
  amount_cny: "CN¥{{amount}}",
  tabs: "Message type",
  tab_messages: "Messages",
  tab_alerts: "Price alerts",
  groups: "Message type",
  group_all: "All",
  group_orders: "Orders & fills",
  group_margin: "Margin & deadlines",
  group_draws: "IPOs & block trades",
  group_stocks: "Prices & dividends",
  group_money: "Money & loans",
  group_products: "Products",
  group_account: "Account & security",
  group_notices: "Announcements",
  empty_group: "No messages of this type.",
  show_all: "Show all messages",
  body_stock_split:
    "{{name}} ({{code}}) split {{numerator}} for {{denominator}}. Your {{before}} shares are now {{after}}, and your total cost stays the same. Cash for fractional shares: {{amount}} {{currency}}.",
  body_dividend_paid:
    "{{name}} ({{code}}) paid {{per_share}} {{currency}} per share. For your {{before}} shares, {{amount}} {{currency}} was added to your balance.",
  body_dividend_charged:
    "{{name}} ({{code}}) paid {{per_share}} {{currency}} per share. You are short {{before}} shares, so {{amount}} {{currency}} was charged in lieu of the dividend.",
  body_dividend_equivalent:
    "{{name}} ({{code}}) paid {{per_share}} {{currency}} per share. For your {{before}} shares, {{amount}} {{currency}} was added to your balance. Of this, {{equivalent}} {{currency}} was paid in lieu of the dividend, for shares on loan on the ex-dividend date. For tax purposes it is usually other income, not a dividend.",
  body_shares_returned:
    "{{quantity}} of the {{name}} ({{code}}) shares you recalled are back. Still outstanding: {{left}}.",
  body_shares_bought_in:
    "The deadline has passed, so {{quantity}} shares of {{name}} ({{code}}) were bought in at market under the published rules, at {{price}} {{currency}} per share, and returned to you. The borrower bears the cost. Still outstanding: {{left}}.",
  body_shares_recalled:
    "The lender has recalled {{quantity}} of the {{name}} ({{code}}) shares you are short. Buy them back by {{due_at}}. After that, they are bought in at market under the published rules.",
  body_recall_postponed:
    "Trading was halted, so the deadline for {{quantity}} recalled shares of {{name}} ({{code}}) has moved to {{due_at}}.",
  body_recall_withdrawn:
    "The recall of {{quantity}} shares of {{name}} ({{code}}) is no longer needed. You can stay short.",
  body_short_bought_in:
    "The recall deadline has passed, so {{quantity}} shares of your {{name}} ({{code}}) short were bought back at market under the published rules, at {{price}} {{currency}} per share.",
  body_stock_lent:
    "{{quantity}} shares of {{name}} ({{code}}) were lent automatically. You can sell them at any time, or recall them on the position's page.",
  market_jpy: "Japanese stocks",
  market_usd: "US stocks",
  market_cny: "Chinese stocks",
  margin_ratio: "margin ratio",
  collateral_ratio: "collateral ratio",
  body_margin_call:
    "Your {{ratio_name}} in {{market}} is {{ratio}}%, below the required {{required}}%. Add at least {{missing}} by a deposit or an exchange, or close positions, to bring it back to {{restore}}% by {{due_at}}. After that, positions are closed at the market price.",
  open_margin: "See positions",
  body_margin_restored:
    "Your {{ratio_name}} in {{market}} is back at the required level, and the margin call is over. If it falls below again today, the same deadline applies.",
  body_margin_call_moved:
    "The exchange’s trading days have changed. Your margin call in {{market}} is now due by {{due_at}}.",
  body_settlement_moved:
    "The exchange’s trading days have changed. Your trades in {{market}} of {{traded_on}} now settle on {{settles_on}}.",
  body_margin_call_over:
    "You have no more margin positions in {{market}}, so the margin call is over.",
  body_margin_term:
    "Your margin position of {{quantity}} {{name}} ({{code}}) ends on {{due_on}}. Close it by {{last_day}}; whatever is left is closed at market on the end date.",
  body_forced_sale_term_ended:
    "Your margin position in {{name}} ({{code}}) was not closed before it ended on {{due_on}}, so {{quantity}} shares were closed at the market price of {{price}}.",
  body_forced_sale_call_overdue:
    "A margin call was not met in time, so {{quantity}} shares of {{name}} ({{code}}) were closed at the market price of {{price}}. Your {{ratio_name}} was {{ratio}}%; {{required}}% was required.",
  body_forced_sale_ratio_too_low:
    "Your {{ratio_name}} fell to {{ratio}}%, below {{required}}%, so {{quantity}} shares of {{name}} ({{code}}) were closed at the market price of {{price}}.",
  body_unpaid_debt:
    "After a sudden move, closing your position left {{debt}} unpaid. It is part of your total debt. Deposits, exchanges into this currency and future sale proceeds repay it first. Until then, you cannot open positions in this market or withdraw.",
  open_assets: "See assets",
  open_position: "See the position",
  body_account_active: "The restrictions on your account have been lifted. {{reason}}",
  body_account_trading_disabled:
    "Your account cannot place orders for now. Your holdings, deposits and withdrawals are not affected. {{reason}} Contact customer service with any questions.",
  body_account_frozen:
    "You cannot open positions or withdraw for now. You can still close positions, and what you hold stays yours. {{reason}} Contact customer service with any questions.",
  body_account_banned:
    "Sign-in to your account is blocked. What you hold stays yours. {{reason}} Contact customer service.",
  body_account_closing_until: "Closing is paused until {{closing_until}}.",
  body_account_review: "This restriction will be reviewed by {{review_at}}.",
  body_stock_end_announced:
    "{{name}} ({{code}}) is being delisted. Its last trading day is {{last_day}}. Orders and price alerts end with that day. Positions still open then, long or short, are settled at that day’s closing price, without fees.",
  body_stock_end_announced_cash:
    "{{name}} ({{code}}) is being delisted. Its last trading day is {{last_day}}. Orders and price alerts end with that day. Positions still open then, long or short, are settled at {{cash_price}} {{currency}} per share, without fees, as published at {{document}}",
  body_stock_end_announced_shares:
    "{{name}} ({{code}}) is merging into {{target_name}} ({{target}}). Its last trading day is {{last_day}}. Orders and price alerts end with that day. Positions still open then, long or short, are exchanged at {{share_ratio}} (new shares to old), without fees; fractions are paid in cash at the published closing price of {{target_name}}.",
  body_shares_exchanged:
    "{{name}} ({{code}}) has merged into {{target_name}} ({{target}}). Your position of {{quantity}} shares became {{received}} shares of {{target_name}}, without fees. Your cost and opening date carry over. Cash for fractions and per share: {{cash}}.",
  body_stock_end_withdrawn:
    "{{name}} ({{code}}) stays listed: the last trading day of {{last_day}} was withdrawn. Orders that were shortened keep their shorter validity.",
  body_stock_end_settled:
    "{{name}} ({{code}}) is no longer listed. Your position of {{quantity}} shares was settled at {{price}} {{currency}} per share, without fees. Realized profit or loss: {{profit}} {{currency}}.",
  body_trading_halted:
    "New orders are paused: {{scope}}. You can still close positions. {{reason}}",
  body_trading_halted_closing:
    "New orders and closing are paused: {{scope}}. Closing resumes by {{until}} at the latest; until then, these positions do not stop you from withdrawing. {{reason}}",
  body_trading_paused:
    "Trading in {{scope}} is paused until {{until}}. Limit and stop orders are accepted and can be filled once the pause ends. {{reason}}",
  body_trading_resumed: "Orders are accepted again: {{scope}}.",
  body_code_change_announced:
    "From {{date}}, {{name}} ({{code}}) will be listed as {{new_name}} ({{new_code}}) on {{exchange}}. Your holdings, orders, watchlist and price alerts carry over.",
  body_code_change_in_force:
    "{{name}} ({{code}}) is now {{new_name}} ({{new_code}}), listed on {{exchange}}. Your holdings, orders, watchlist and price alerts have carried over.",
  body_code_change_withdrawn:
    "{{name}} ({{code}}) keeps its code, name and exchange: the change announced for {{date}} was called off.",
  body_follow_bought:
    "You bought {{units}} units of {{name}} at {{unit_value}} {{currency}} each, for {{amount}} {{currency}}. They are locked up until {{until}}.",
  body_follow_ended:
    "Your {{units}} units of {{name}} were sold at {{unit_value}} {{currency}} each. {{proceeds}} {{currency}} was returned to your balance. Profit/loss: {{profit}} {{currency}}.",
  body_follow_returned:
    "{{name}} ended before it bought units for you. All {{amount}} {{currency}} was returned to your balance.",
  body_follow_stop_reached:
    "{{name}} fell to your stop (−{{percent}}%). Your units are sold at the next valuation.",
  body_follow_stop_reached_locked:
    "{{name}} fell to your stop (−{{percent}}%). It is locked up, so your units are sold at the first valuation after {{until}}.",
  body_follow_winds_down:
    "{{name}} winds down on {{at}}. The lock-up is lifted, and all units are sold at the same value for everyone. {{reason}}",
  body_follow_suspended:
    "A stock held by {{name}} has no price, so its valuation is suspended. Your request is processed as soon as it has one.",
  body_account_offered:
    "With your consent, your account is published as {{name}}. Its terms cannot change, and you can revoke your consent at any time.",
  body_account_offer_ends:
    "{{name}} winds down on {{at}}, and all units are sold at the same value for everyone. Nothing changes in your own account. {{reason}}",
  open_follow: "See copy trading",
  body_new_share_closed:
    "Subscription to {{name}} ({{code}}) has closed, and the draw list is published. Your number is {{number}}; the list’s hash is {{root}}. Use them to check the draw.",
  body_new_share_allotted:
    "You were allocated {{quantity}} shares of {{name}} ({{code}}). Pay {{amount}} {{currency}} by {{until}}. Anyone can check the draw (your number is {{number}}).",
  body_new_share_not_allotted:
    "You were not allocated shares of {{name}} ({{code}}). Your place on the waiting list is {{place}}. Anyone can check the draw (your number is {{number}}).",
  body_new_share_missed:
    "{{name}} ({{code}}) was not paid for in time, so the allocation has lapsed.",
  body_new_share_listed:
    "{{name}} ({{code}}) is listed. {{quantity}} shares are in your positions at the offer price, paid for with the {{amount}} {{currency}} held.",
  body_new_share_withdrawal_announced:
    "The offering of {{name}} ({{code}}) will be withdrawn on {{until}}. The draw and its result stay public. Nothing is to be paid any more, and what you paid comes back then. {{reason}}",
  body_new_share_withdrawn:
    "The offering of {{name}} ({{code}}) was withdrawn. What you paid is back in your balance. {{reason}}",
  body_intraday_squared_off:
    "Your day-trade position of {{quantity}} {{name}} ({{code}}) was closed at the market price of {{price}} before the session ended.",
  body_intraday_carried:
    "Your day-trade position in {{name}} ({{code}}) could not be closed in its session and is carried over. A carry-over fee and standard interest apply, and it is closed as soon as it can be traded.",
  body_block_invited:
    "You can apply for the block trade of {{name}} ({{code}}) until {{until}}. You need the channel password we give you separately.",
  body_block_filled:
    "Block trade of {{name}} ({{code}}): {{quantity}} of the {{wanted}} shares you applied for were filled at {{price}} {{currency}}. They are locked until {{until}}.",
  body_block_sale_offered:
    "With your consent, {{quantity}} shares of {{name}} ({{code}}) are offered at {{price}} {{currency}}. The position is locked until {{until}} at most.",
  body_block_sale_sold:
    "{{quantity}} of your {{wanted}} shares of {{name}} ({{code}}) were sold at {{price}} {{currency}}. You can sell the rest again.",
  body_block_sale_returned:
    "None of your {{name}} ({{code}}) shares were sold as a block. You can sell them again.",
  body_block_closed:
    "Applications for the block trade of {{name}} ({{code}}) have closed, and the draw list is published. Your number is {{number}}. List hash: {{root}}",
  body_block_not_allotted:
    "You were not allocated shares in the draw of the block trade of {{name}} ({{code}}). {{amount}} {{currency}} is back in your balance.",
  body_block_failed:
    "The block trade of {{name}} ({{code}}) was not filled: the seller did not have the shares. {{amount}} {{currency}} is back in your balance.",
  body_block_split:
    "The block trade of {{name}} ({{code}}) was not filled because the stock split. {{amount}} {{currency}} is back in your balance.",
  body_block_outside_band:
    "The block trade of {{name}} ({{code}}) was not filled: its price was outside the price band around the latest close. {{amount}} {{currency}} is back in your balance.",
  body_block_withdrawn:
    "The block trade of {{name}} ({{code}}) was withdrawn. {{amount}} {{currency}} is back in your balance. {{reason}}",
  body_block_unlocked:
    "The lock-up of your block-trade shares of {{name}} ({{code}}) is over. You can sell them.",
  open_block: "See the block trade",
  open_new_share: "See new shares",
  open_halt: "See details",
  body_correction:
    "A correction of {{amount}} {{currency}} was booked to your balance; two operators approved it. {{reason}} You can see it in your records.",
  body_correction_announced:
    "A correction of {{amount}} {{currency}} was proposed ({{proposed_role}}) and approved ({{approved_roles}}). {{reason}} It takes effect at {{until}} unless you object.",
  correction_by: " Proposed: {{proposed_role}}. Approved: {{approved_roles}}.",
  object: "Object to this correction",
  objected:
    "We received your objection. The correction does not take effect unless it is approved again.",
  body_correction_simulated:
    "A correction of {{amount}} {{currency}} was booked to your simulated balance. {{reason}} You can see it in your records.",
  open_records: "See records",
  body_trade_busted:
    "The venue busted a trade in {{name}} ({{code}}): {{quantity}} shares at {{price}}. Your balance changed by {{amount}} {{currency}}. Shares already sold or being sold stay sold: we made up {{made_good}}.",
  body_trade_corrected:
    "The venue corrected a trade in {{name}} ({{code}}): {{quantity}} shares at {{price}} are now {{quantity_now}} at {{price_now}}. Your balance changed by {{amount}} {{currency}}. Shares already sold or being sold stay sold: we made up {{made_good}}.",
  body_in_extended_hours: "Filled in extended hours.",
  body_order_filled:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) was filled at {{price}} on average.",
  body_order_partly_filled:
    "{{filled}} of the {{quantity}} shares of {{name}} ({{code}}) you ordered were filled at {{price}} on average. The rest is still waiting.",
  body_order_partly_filled_ended:
    "{{filled}} of the {{quantity}} shares of {{name}} ({{code}}) you ordered were filled at {{price}} on average. There was no counterparty for more, so the rest was canceled and its money released.",
  body_order_triggered:
    "{{name}} ({{code}}) reached your stop price of {{stop}}. Your order for {{quantity}} shares is now waiting at the limit of {{price}}.",
  body_order_expired_opening:
    "The trading day is over. {{quantity}} shares of {{name}} ({{code}}) were not filled: the order has expired, and the money held for it was released.",
  body_order_expired_closing:
    "The trading day is over. {{quantity}} shares of {{name}} ({{code}}) were not closed: the order has expired, and you still hold them.",
  body_order_triggered_closing:
    "{{name}} ({{code}}) reached the stop of your closing order, {{stop}}. {{quantity}} shares are now waiting at the limit of {{price}}.",
  body_closing_filled_trailing_stop:
    "Your trailing stop was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realized profit/loss of the position: {{profit}}.",
  body_order_expired_opening_auction:
    "The auction is over. {{quantity}} shares of {{name}} ({{code}}) were not filled in it: the order has expired, and the money held for it was released.",
  body_order_expired_closing_auction:
    "The auction is over. {{quantity}} shares of {{name}} ({{code}}) were not closed in it: the order has expired, and you still hold them.",
  body_order_expired_opening_date:
    "The last day of your order is over. {{quantity}} shares of {{name}} ({{code}}) were not filled: the order has expired, and the money held for it was released.",
  body_order_expired_closing_date:
    "The last day of your order is over. {{quantity}} shares of {{name}} ({{code}}) were not closed: the order has expired, and you still hold them.",
  body_order_rejected_insufficient_balance:
    "Your stop order for {{quantity}} shares of {{name}} ({{code}}) was triggered, but your available balance did not cover the price. The money held for it was released.",
  body_order_rejected_insufficient_credit_limit:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) could not be filled because it exceeded your available credit. The money held for it was released.",
  body_order_rejected_no_counterparty:
    "Your stop order for {{quantity}} shares of {{name}} ({{code}}) was triggered, but there was no counterparty. The money held for it was released.",
  body_order_rejected_corporate_action:
    "{{name}} ({{code}}) has had a stock split. Your order for {{quantity}} shares cannot continue at its new size or price and was canceled. Any money held for it was released; you can place a new order.",
  body_order_lowered:
    "{{name}} ({{code}}) went ex-dividend by {{per_share}} {{currency}} per share. The price of your order for {{quantity}} shares was lowered from {{before}} to {{after}}.",
  body_order_not_lowered:
    "{{name}} ({{code}}) went ex-dividend by {{per_share}} {{currency}} per share. The exchange did not accept a lower price for your order for {{quantity}} shares: it is still working at {{before}}. You can change or cancel it.",
  body_order_rejected_dividend:
    "{{name}} ({{code}}) went ex-dividend by {{per_share}} {{currency}} per share, which leaves nothing of the price of your order for {{quantity}} shares, {{before}}. The order was canceled, and any money held for it was released.",
  body_order_rejected_by_venue:
    "Your order for {{quantity}} shares of {{name}} ({{code}}) was rejected by the venue. The money held for it was released.",
  body_closing_filled_limit:
    "Your closing order was filled: {{quantity}} shares of {{name}} ({{code}}) at {{price}} on average. Realized profit/loss of the position: {{profit}}.",
  body_closing_filled_take_profit:
    "Your take-profit price was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realized profit/loss of the position: {{profit}}.",
  body_closing_filled_stop_loss:
    "Your stop-loss price was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realized profit/loss of the position: {{profit}}.",
  body_closing_filled_stop:
    "The stop of your closing order was reached: {{quantity}} shares of {{name}} ({{code}}) were closed at {{price}} on average. Realized profit/loss of the position: {{profit}}.",
  body_exit_started_take_profit:
    "Your take-profit price was reached. {{quantity}} shares of {{name}} ({{code}}) are being closed at that price or better; not all of them are filled yet.",
  body_exit_started_stop_loss:
    "Your stop-loss price was reached. {{quantity}} shares of {{name}} ({{code}}) are being closed at the market price; not all of them are filled yet.",
  body_verification_approved:
    "Your documents are verified. You can now withdraw to a bank account in your name.",
  body_verification_rejected:
    "Your documents were not accepted. {{reason}} You can submit them again.",
  body_bank_card_added:
    "{{bank}} {{number}} was added for withdrawals. If this was not you, remove it, change your passwords and contact customer service right away.",
  body_fund_password_set:
    "A fund password was set. You enter it for every withdrawal. If this was not you, contact customer service right away.",
  body_fund_password_changed:
    "Your fund password was changed. If this was not you, contact customer service right away.",
  body_fund_password_locked:
    "A wrong fund password was entered too many times. You can try again in {{minutes}} minutes. If this was not you, change your login password now.",
  body_fund_password_reset_requested:
    "You can choose a new fund password from {{due_at}} until {{until}}. Your current one works until then, and using it cancels the reset. If this was not you, cancel the reset and change your login password now.",
  open_fund_password_reset: "See the reset",
  body_fund_password_reset_cancelled:
    "It was canceled, or your current fund password was used. The current one stays valid. If this was not you, change your login password now.",
  body_fund_password_reset_done:
    "A new fund password was set after the reset you requested. If this was not you, freeze your account right away and contact customer service.",
  body_login_password_reset_approved:
    "Customer service approved the new login password requested for a forgotten one. It works from {{due_at}} until {{until}}. Until it is used, your current one works, and signing in with it cancels the reset. If this was not you, cancel the reset now.",
  open_login_password_reset: "See the reset",
  body_login_password_reset_rejected: "Your current password stays valid. {{reason}}",
  body_login_password_reset_cancelled:
    "It was canceled, or your current password was used. The current one stays valid. If you never requested a reset, contact customer service. {{reason}}",
  body_login_password_reset_done:
    "The new password was used to sign in, and all other devices were signed out. If this was not you, contact customer service right away.",
  body_factor_reset_requested:
    "Someone who knows your login password reported every second factor and the recovery codes lost ({{device}}). If this was not you, stop it with one tap and change your password.",
  body_factor_reset_approved:
    "Customer service approved removing your authenticator app, passkeys and recovery codes. It can be used from {{due_at}} until {{until}}. If this was not you, stop it with one tap.",
  body_factor_reset_rejected: "Your second factors stay as they are. {{reason}}",
  body_factor_reset_cancelled: "Your second factors stay as they are. {{reason}}",
  body_factor_reset_done:
    "Your authenticator app, passkeys and recovery codes no longer work. During the hold, nothing can be withdrawn or changed. If this was not you, stop it with one tap.",
  open_factor_reset: "See the reset",
  body_deposit_approved: "{{amount}} {{currency}} was added to your balance (deposit {{number}}).",
  body_deposit_rejected:
    "Your deposit {{number}} of {{amount}} {{currency}} was not accepted. {{reason}}",
  body_withdrawal_paid:
    "{{amount}} {{currency}} was sent to {{bank}} {{card}} (withdrawal {{number}}).",
  body_withdrawal_rejected:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was not accepted, and the money is available again. {{reason}}",
  body_loan_approved:
    "{{amount}} {{currency}} ({{number}}) was added to your available balance. {{due}} {{currency}} is due on {{due_on}}. Until {{cooling_off}}, you can return it interest-free.",
  body_loan_rejected:
    "Your loan application {{number}} for {{amount}} {{currency}} was not approved. Reason: {{reason}}",
  body_loan_repaid:
    "{{paid}} {{currency}} was repaid on loan {{number}}. You owe nothing more on it.",
  body_loan_due_soon:
    "Loan {{number}} is due on {{due_on}}: {{due}} {{currency}}. Have the money available by then.",
  body_loan_overdue:
    "Loan {{number}} was due on {{due_on}}, {{days}} days ago. You now owe {{due}} {{currency}}. Until it is repaid, interest accrues at {{rate}}% a year, and money available in {{currency}} is used for it, and you cannot borrow or withdraw. We never sell your shares for it.",
  body_loan_limit_lowered:
    "Your loan limit in {{currency}} was lowered to {{amount}} {{currency}}. Reason: {{reason}}",
  body_loan_limit_raised:
    "Your lowered loan limit in {{currency}} was changed. See the Loan screen for your limit.",
  body_loan_claimed:
    "{{amount}} {{currency}} was still owed on loan {{number}}. It bears no more interest, but is now an unpaid debt: money that arrives in {{currency}} pays it first, and until then you cannot borrow or withdraw. Reason: {{reason}}",
  body_loan_collected:
    "{{paid}} {{currency}} of your available balance was used for your overdue loan {{number}}. You still owe {{left}} {{currency}}.",
  body_loan_written_off:
    "The {{amount}} {{currency}} still owed on loan {{number}} was written off. You owe nothing more. Reason: {{reason}}",
  body_withdrawal_sent:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was handed to our bank and is being sent to your account. It can no longer be canceled. We will tell you when it is paid, or if the bank sends it back.",
  body_withdrawal_not_accepted:
    "The bank did not accept the transfer of your withdrawal {{number}} of {{amount}} {{currency}}. Your money is safe: we will send the transfer again, or tell you if we cannot. {{reason}}",
  body_withdrawal_delayed:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was not decided within the time we announced. Your money is safe, and you can cancel at any time. Contact customer service with any questions.",
  body_withdrawal_delayed_reason:
    "Your withdrawal {{number}} of {{amount}} {{currency}} was not completed within the time we promised. {{delay}} We now expect to complete it by {{until}}. Your money is safe, and you can cancel while it is under review. Contact customer service with any questions.",
  body_deposit_delayed:
    "Your deposit {{number}} of {{amount}} {{currency}} was not reviewed within the time we promised. {{delay}} We now expect to finish by {{until}}. Contact customer service with any questions.",
  delay_not_reviewed: "It has not been reviewed yet.",
  delay_in_review: "It is being reviewed now.",
  delay_second_operator: "It passed the first check and is waiting for a second approval.",
  delay_bank: "It has been approved, and we are waiting for the bank to confirm.",
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
    "Signing in and withdrawing now require a code from your authenticator app. If this was not you, freeze your account right away.",
  body_totp_removed:
    "Codes are no longer required. If this was not you, freeze your account right away.",
  body_passkey_added:
    "You can sign in with it. If this was not you, freeze your account right away.",
  body_recovery_codes_renewed:
    "The old codes no longer work. If this was not you, freeze your account right away.",
  body_reset_hold_started:
    "A password was reset. Until {{until}} (real time), you cannot withdraw, add a bank account or change second factors. If this was not you, stop it with one tap.",
  open_reset_hold: "Stop it",
  title_passkey_removed: "Passkey removed",
  body_passkey_removed: "It can no longer be used to sign in.",
  body_passkeys_to_confirm:
    "Your login password was reset, so these passkeys no longer sign in by themselves: {{names}}. Use each of yours once with the new password by {{until}} (real time). Unused ones are removed.",
  body_frozen_by_customer:
    "You stopped trading and withdrawals. Closing is paused for 24 hours and possible after that. Contact customer service to unfreeze your account.",
  reason_below: "A staff member explains it below.",
  written_by: "Written by staff: {{role}}, {{broker}}",
  written_note: "This message was written by a staff member, not the system.",
  role_viewer: "Viewer",
  role_support: "Customer service",
  role_reviewer: "Reviewer",
  role_approver: "Approver",
  role_administrator: "Administrator",
};
