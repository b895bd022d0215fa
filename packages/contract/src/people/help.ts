/**
 * The pages of help, in the order in which they stand; their titles are in `help-titles/`, for the
 * customer's app and for an operator who answers with one of them.
 */
export const helpTopics = {
  money: [
    "deposit",
    "deposit_time",
    "withdrawal",
    "withdrawal_time",
    "withdrawal_refused",
    "bank_card",
    "exchange",
  ],
  trading: ["orders", "sessions", "sell_lock", "margin", "margin_call", "fees"],
  account: ["identity", "password", "lost_factor", "records", "restricted", "closing_account"],
  safety: ["security", "fraud", "fair_prices"],
} as const;

export type HelpTopic = keyof typeof helpTopics;
export type HelpArticle = (typeof helpTopics)[HelpTopic][number];
export const helpArticles: readonly [HelpArticle, ...HelpArticle[]] = [
  ...helpTopics.money,
  ...helpTopics.trading,
  ...helpTopics.account,
  ...helpTopics.safety,
];

export type HelpTitles = Record<HelpArticle, string>;
