/** What a customer tells messages apart by: the list shows one of them, and each is pushed or not. */
export const messageGroups = [
  "orders",
  "margin",
  "draws",
  "stocks",
  "money",
  "products",
  "account",
  "notices",
] as const;

export type MessageGroup = (typeof messageGroups)[number];

/**
 * What a message is about, each kind in its group; customer service's replies are `notices`. The sentences are the
 * app's own, per kind and language; only an announcement, which an operator wrote, carries its three texts with it.
 */
const kindsByGroup = {
  orders: [
    "order_filled",
    "order_partly_filled",
    "order_triggered",
    "order_expired",
    "order_lowered",
    "order_not_lowered",
    "order_rejected",
    "trade_busted",
    "trade_corrected",
    "closing_filled",
    "settlement_moved",
    "exit_started",
  ],
  // Whatever is closed for somebody unless they act in time.
  margin: [
    "margin_call",
    "margin_restored",
    "margin_call_moved",
    "forced_sale",
    "margin_term",
    "unpaid_debt",
    "shares_recalled",
    "recall_withdrawn",
    "recall_postponed",
    "short_bought_in",
  ],
  draws: [
    "new_share_closed",
    "new_share_allotted",
    "new_share_not_allotted",
    "new_share_missed",
    "new_share_listed",
    "new_share_withdrawn",
    "new_share_withdrawal_announced",
    "block_invited",
    "block_filled",
    "block_sale_offered",
    "block_sale_sold",
    "block_sale_returned",
    "block_closed",
    "block_not_allotted",
    "block_failed",
    "block_split",
    "block_outside_band",
    "block_withdrawn",
    "block_unlocked",
  ],
  stocks: [
    "price_alert",
    "stock_split",
    "dividend_paid",
    "dividend_charged",
    "dividend_equivalent",
    "trading_halted",
    "trading_resumed",
    "code_change_announced",
    "code_change_in_force",
    "code_change_withdrawn",
    "stock_end_announced",
    "stock_end_withdrawn",
    "stock_end_settled",
    "shares_exchanged",
  ],
  money: [
    "deposit_approved",
    "deposit_rejected",
    "deposit_delayed",
    "withdrawal_paid",
    "withdrawal_rejected",
    "withdrawal_delayed",
    "withdrawal_sent",
    "withdrawal_not_accepted",
    "correction",
    "correction_announced",
    "loan_approved",
    "loan_rejected",
    "loan_repaid",
    "loan_due_soon",
    "loan_overdue",
    "loan_limit_lowered",
    "loan_limit_raised",
    "loan_written_off",
    "loan_claimed",
    "loan_collected",
  ],
  products: [
    "stock_lent",
    "shares_returned",
    "shares_bought_in",
    "follow_bought",
    "follow_ended",
    "follow_returned",
    "follow_stop_reached",
    "follow_winds_down",
    "follow_suspended",
    "account_offered",
    "account_offer_ends",
    "intraday_squared_off",
    "intraday_carried",
  ],
  account: [
    "sign_in",
    "new_sign_in",
    "password_changed",
    "account_state",
    "verification_approved",
    "verification_rejected",
    "bank_card_added",
    "fund_password_set",
    "fund_password_changed",
    "fund_password_locked",
    "fund_password_reset_requested",
    "fund_password_reset_cancelled",
    "fund_password_reset_done",
    "login_password_reset_approved",
    "login_password_reset_rejected",
    "login_password_reset_cancelled",
    "login_password_reset_done",
    "reset_hold_started",
    "totp_set",
    "totp_removed",
    "passkey_added",
    "passkey_removed",
    "passkeys_to_confirm",
    "factor_reset_requested",
    "factor_reset_approved",
    "factor_reset_rejected",
    "factor_reset_cancelled",
    "factor_reset_done",
    "recovery_codes_renewed",
    "frozen_by_customer",
  ],
  notices: ["welcome", "announcement"],
} as const satisfies Record<MessageGroup, readonly string[]>;

export type MessageKind = (typeof kindsByGroup)[MessageGroup][number];

export const messageKinds: readonly MessageKind[] = Object.values(kindsByGroup).flat();

export function kindsOf(group: MessageGroup): readonly MessageKind[] {
  return kindsByGroup[group];
}

export function groupOf(kind: MessageKind): MessageGroup {
  const kinds: Record<MessageGroup, readonly MessageKind[]> = kindsByGroup;
  return messageGroups.find((group) => kinds[group].includes(kind)) ?? "notices";
}

/** The routes of the app that messages lead to. */
export const messagePlaces = [
  ...(["/home/index", "/home/follow", "/home/largeInfo", "/home/newShareInfo"] as const),
  ...([
    "/mine/bank",
    "/mine/followOrder",
    "/mine/fundPassword",
    "/mine/index",
    "/mine/loan",
  ] as const),
  ...(["/mine/loanOrder", "/mine/loginPassword", "/mine/newShareOrder", "/mine/notices"] as const),
  ...(["/mine/service", "/mine/stored", "/mine/transactionRecords", "/mine/verified"] as const),
  ...([
    "/mine/withdraw",
    "/news/info",
    "/position/index",
    "/position/info",
    "/quotes/info",
  ] as const),
] as const;
type MessagePlace = (typeof messagePlaces)[number];
/** A place, and what it is opened for: `/position/info?id=7`. */
export type MessageLink = MessagePlace | `${MessagePlace}?${string}`;
