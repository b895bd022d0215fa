import type { MessageKind } from "@sanshi/contract";
import type { TextKey } from "../../../shared/text.ts";
import { followSentences } from "./follow-sentences.ts";
import { orderSentences } from "./order-sentences.ts";
import { lendingSentences } from "./lending-sentences.ts";
import { stockSentences } from "./stock-sentences.ts";

export type Key = TextKey<"messages">;
export type Sentences = { title: Key; body: Key; open: Key };

/** The sentences of every kind; a kind that this release does not know yet has its own. */
export const sentences: Readonly<Record<Exclude<MessageKind, "announcement">, Sentences>> = {
  welcome: { title: "title_welcome", body: "body_welcome", open: "open_welcome" },
  sign_in: { title: "title_sign_in", body: "body_sign_in", open: "open_new_sign_in" },
  new_sign_in: { title: "title_new_sign_in", body: "body_new_sign_in", open: "open_new_sign_in" },
  password_changed: {
    title: "title_password_changed",
    body: "body_password_changed",
    open: "open_password_changed",
  },
  margin_call: { title: "title_margin_call", body: "body_margin_call", open: "open_margin" },
  margin_restored: {
    title: "title_margin_restored",
    body: "body_margin_restored",
    open: "open_margin",
  },
  margin_call_moved: {
    title: "title_margin_call_moved",
    body: "body_margin_call_moved",
    open: "open_margin",
  },
  settlement_moved: {
    title: "title_settlement_moved",
    body: "body_settlement_moved",
    open: "open_assets",
  },
  margin_term: { title: "title_margin_term", body: "body_margin_term", open: "open_position" },
  forced_sale: {
    title: "title_forced_sale",
    body: "body_forced_sale_ratio_too_low",
    open: "open_position",
  },
  unpaid_debt: { title: "title_unpaid_debt", body: "body_unpaid_debt", open: "open_assets" },
  verification_approved: {
    title: "title_verification_approved",
    body: "body_verification_approved",
    open: "open_my_page",
  },
  verification_rejected: {
    title: "title_verification_rejected",
    body: "body_verification_rejected",
    open: "open_verification",
  },
  bank_card_added: {
    title: "title_bank_card_added",
    body: "body_bank_card_added",
    open: "open_cards",
  },
  fund_password_set: {
    title: "title_fund_password_set",
    body: "body_fund_password_set",
    open: "open_my_page",
  },
  fund_password_changed: {
    title: "title_fund_password_changed",
    body: "body_fund_password_changed",
    open: "open_my_page",
  },
  fund_password_locked: {
    title: "title_fund_password_locked",
    body: "body_fund_password_locked",
    open: "open_my_page",
  },
  fund_password_reset_requested: {
    title: "title_fund_password_reset_requested",
    body: "body_fund_password_reset_requested",
    open: "open_fund_password_reset",
  },
  fund_password_reset_cancelled: {
    title: "title_fund_password_reset_cancelled",
    body: "body_fund_password_reset_cancelled",
    open: "open_my_page",
  },
  fund_password_reset_done: {
    title: "title_fund_password_reset_done",
    body: "body_fund_password_reset_done",
    open: "open_my_page",
  },
  login_password_reset_approved: {
    title: "title_login_password_reset_approved",
    body: "body_login_password_reset_approved",
    open: "open_login_password_reset",
  },
  login_password_reset_rejected: {
    title: "title_login_password_reset_rejected",
    body: "body_login_password_reset_rejected",
    open: "open_login_password_reset",
  },
  login_password_reset_cancelled: {
    title: "title_login_password_reset_cancelled",
    body: "body_login_password_reset_cancelled",
    open: "open_my_page",
  },
  login_password_reset_done: {
    title: "title_login_password_reset_done",
    body: "body_login_password_reset_done",
    open: "open_my_page",
  },
  deposit_approved: {
    title: "title_deposit_approved",
    body: "body_deposit_approved",
    open: "open_deposits",
  },
  deposit_rejected: {
    title: "title_deposit_rejected",
    body: "body_deposit_rejected",
    open: "open_deposits",
  },
  deposit_delayed: {
    title: "title_deposit_delayed",
    body: "body_deposit_delayed",
    open: "open_deposits",
  },
  withdrawal_paid: {
    title: "title_withdrawal_paid",
    body: "body_withdrawal_paid",
    open: "open_withdrawals",
  },
  withdrawal_rejected: {
    title: "title_withdrawal_rejected",
    body: "body_withdrawal_rejected",
    open: "open_withdrawals",
  },
  withdrawal_delayed: {
    title: "title_withdrawal_delayed",
    body: "body_withdrawal_delayed",
    open: "open_withdrawals",
  },
  withdrawal_sent: {
    title: "title_withdrawal_sent",
    body: "body_withdrawal_sent",
    open: "open_withdrawals",
  },
  withdrawal_not_accepted: {
    title: "title_withdrawal_not_accepted",
    body: "body_withdrawal_not_accepted",
    open: "open_withdrawals",
  },
  loan_approved: ofKind("loan_approved", "open_loans"),
  loan_rejected: ofKind("loan_rejected", "open_loans"),
  loan_repaid: ofKind("loan_repaid", "open_loans"),
  loan_due_soon: ofKind("loan_due_soon", "open_loans"),
  loan_overdue: ofKind("loan_overdue", "open_loans"),
  loan_limit_lowered: ofKind("loan_limit_lowered", "open_loan"),
  loan_limit_raised: ofKind("loan_limit_raised", "open_loan"),
  loan_written_off: ofKind("loan_written_off", "open_loans"),
  loan_claimed: ofKind("loan_claimed", "open_loans"),
  loan_collected: ofKind("loan_collected", "open_loans"),
  totp_set: {
    title: "title_totp_set",
    body: "body_totp_set",
    open: "open_my_page",
  },
  totp_removed: {
    title: "title_totp_removed",
    body: "body_totp_removed",
    open: "open_my_page",
  },
  passkey_added: {
    title: "title_passkey_added",
    body: "body_passkey_added",
    open: "open_my_page",
  },
  passkey_removed: {
    title: "title_passkey_removed",
    body: "body_passkey_removed",
    open: "open_my_page",
  },
  factor_reset_requested: {
    title: "title_factor_reset_requested",
    body: "body_factor_reset_requested",
    open: "open_factor_reset",
  },
  factor_reset_approved: {
    title: "title_factor_reset_approved",
    body: "body_factor_reset_approved",
    open: "open_factor_reset",
  },
  factor_reset_rejected: {
    title: "title_factor_reset_rejected",
    body: "body_factor_reset_rejected",
    open: "open_factor_reset",
  },
  factor_reset_cancelled: {
    title: "title_factor_reset_cancelled",
    body: "body_factor_reset_cancelled",
    open: "open_my_page",
  },
  factor_reset_done: {
    title: "title_factor_reset_done",
    body: "body_factor_reset_done",
    open: "open_factor_reset",
  },
  passkeys_to_confirm: {
    title: "title_passkeys_to_confirm",
    body: "body_passkeys_to_confirm",
    open: "open_my_page",
  },
  reset_hold_started: {
    title: "title_reset_hold_started",
    body: "body_reset_hold_started",
    open: "open_reset_hold",
  },
  recovery_codes_renewed: {
    title: "title_recovery_codes_renewed",
    body: "body_recovery_codes_renewed",
    open: "open_my_page",
  },
  frozen_by_customer: {
    title: "title_frozen_by_customer",
    body: "body_frozen_by_customer",
    open: "open_my_page",
  },
  account_state: { title: "title_account_state", body: "body_account_active", open: "open" },
  ...stockSentences,
  ...followSentences,
  ...lendingSentences,
  new_share_closed: ofKind("new_share_closed", "open_new_share"),
  new_share_allotted: ofKind("new_share_allotted", "open_new_share"),
  new_share_not_allotted: ofKind("new_share_not_allotted", "open_new_share"),
  new_share_listed: ofKind("new_share_listed", "open_position"),
  new_share_missed: ofKind("new_share_missed", "open_new_share"),
  new_share_withdrawal_announced: ofKind("new_share_withdrawal_announced", "open_new_share"),
  new_share_withdrawn: ofKind("new_share_withdrawn", "open_new_share"),
  intraday_squared_off: ofKind("intraday_squared_off", "open_position"),
  intraday_carried: ofKind("intraday_carried", "open_position"),
  block_invited: ofKind("block_invited", "open_block"),
  block_filled: ofKind("block_filled", "open_position"),
  block_sale_offered: ofKind("block_sale_offered", "open_block"),
  block_sale_sold: ofKind("block_sale_sold", "open_block"),
  block_sale_returned: ofKind("block_sale_returned", "open_block"),
  block_closed: ofKind("block_closed", "open_block"),
  block_not_allotted: ofKind("block_not_allotted", "open_block"),
  block_failed: ofKind("block_failed", "open_block"),
  block_split: ofKind("block_split", "open_block"),
  block_outside_band: ofKind("block_outside_band", "open_block"),
  block_withdrawn: ofKind("block_withdrawn", "open_block"),
  block_unlocked: ofKind("block_unlocked", "open_position"),
  correction_announced: {
    title: "title_correction_announced",
    body: "body_correction_announced",
    open: "open",
  },
  correction: { title: "title_correction", body: "body_correction", open: "open_records" },
  trade_busted: ofKind("trade_busted", "open_position"),
  trade_corrected: ofKind("trade_corrected", "open_position"),
  order_filled: {
    title: "title_order_filled",
    body: "body_order_filled",
    open: "open_position",
  },
  order_partly_filled: {
    title: "title_order_partly_filled",
    body: "body_order_partly_filled",
    open: "open_position",
  },
  ...orderSentences,
  closing_filled: {
    title: "title_closing_filled",
    body: "body_closing_filled_limit",
    open: "open_position",
  },
  exit_started: {
    title: "title_exit_started",
    body: "body_exit_started_stop_loss",
    open: "open_position",
  },
};

type PlainKind = Extract<
  MessageKind,
  | `block_${string}`
  | `intraday_${string}`
  | `loan_${string}`
  | `new_share_${string}`
  | `trade_${string}`
>;

function ofKind<Kind extends PlainKind>(kind: Kind, open: Key): Sentences {
  return { title: `title_${kind}`, body: `body_${kind}`, open };
}
