/**
 * The rules that a refusal can name in its `rule`, by the rulebook's keys. `since`, where the answer
 * has it, is the first day on which the rule holds as it is: the rulebook keeps every version.
 */
export const ruleKeys = [
  "always_open",
  "tse_sessions",
  "sse_sessions",
  "bse_sessions",
  "nyse_sessions",
  "nyse_auctions",
  "nasdaq_crosses",
  "tse_calendar",
  "sse_calendar",
  "nyse_calendar",
  "tse_tick_size",
  "tse_tick_size_topix500",
  "tse_tick_size_topix100",
  "nms_tick_size",
  "sse_tick_size",
  "tse_daily_price_limit",
  "sse_daily_price_limit",
  "sse_daily_price_limit_special_treatment",
  "growth_board_daily_price_limit",
  "bse_daily_price_limit",
  "tse_trading_unit",
  "us_trading_unit",
  "sse_buy_lot",
  "star_buy_lot",
  "chinext_buy_lot",
  "bse_buy_lot",
  "jp_margin",
  "us_margin",
  "cn_margin",
  "jp_short_selling",
  "us_short_selling",
  "cn_short_selling",
  "cn_price_cage",
  "bse_price_cage",
  "jp_short_sale_trigger",
  "us_rule_201",
  "jp_order_forms",
  "us_order_forms",
  "cn_order_forms",
  "jp_minimum_margin",
  "us_minimum_margin",
  "jp_loan_ceiling",
  "us_loan_ceiling",
  "cn_loan_ceiling",
  "cn_t_plus_1",
  "cn_no_cancels",
  "jp_same_day_money",
  "jp_margin_term",
  "jp_identity_verification",
  "tse_settlement",
  "us_settlement",
  "sse_settlement",
  "jp_day_margin",
  "us_day_margin",
  "us_pattern_day_trader",
  "us_intraday_margin",
  "intraday_fees",
  "tostnet_single_stock",
  "sse_block_trade",
  // Not a market's: what this installation has decided for itself.
  "site_block_trade",
  "site_trading_unit",
  "site_leverage",
  "site_short_selling",
  "site_price_range",
  "offering_terms",
  "block_terms",
] as const;
export type RuleKey = (typeof ruleKeys)[number];

/** Amounts of money in a refusal's sentence, which come with their `currency`. */
export type AmountCurrency = "JPY" | "USD" | "CNY";

export type RuleTexts = {
  names: Record<RuleKey, string>;
  /** The rule and the day from which it holds. */
  since: string;
  /** A rule of which the day asked for lies before the record. */
  older: string;
  amounts: Record<AmountCurrency, string>;
};
