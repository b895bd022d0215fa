/**
 * The rules that a refusal can name in its `rule`, by the rulebook's keys. `since`, where the answer
 * has it, is the first day on which the rule holds as it is: the rulebook keeps every version. `since_confirmed`
 * is `false` where that day rests on general knowledge; a first day that is not known is none, and
 * `in_force_before` says by when the rule was in force. `rule_title`, `rule_publisher`, `rule_publisher_name`,
 * `rule_publisher_kind`, `rule_text_date` and `rule_address` name the text that it rests on, as far as they are
 * known; `rule_confirmed` says whether an official text confirms all of it.
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
  // Shown on the page of rules.
  "us_extended_hours",
  "us_night_sessions",
  "jp_gains_tax",
  "jp_nisa",
  "us_round_lot",
  "cn_risk_warning_cap",
  "us_price_bands",
  "us_market_halt",
  "cn_free_day_pause",
  "tse_itayose",
  "sse_call_auction",
  "szse_call_auction",
  "bse_call_auction",
  "nasdaq_cross",
  "nyse_auction",
  "jp_new_shares",
  "us_new_shares",
  "cn_new_shares",
  "jp_offer_price_range",
  "jp_margin_interest",
  "us_margin_interest",
  "cn_margin_interest",
  "cn_short_margin",
  "sse_stamp_duty",
  "sse_handling_fee",
  "bse_handling_fee",
  "sse_management_fee",
  "sse_transfer_fee",
  "sec_section_31_fee",
  "finra_trading_activity_fee",
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

/** Whose texts rules rest on, as a refusal names them in `rule_publisher`. */
export const rulePublishers = [
  "jpx",
  "sse",
  "szse",
  "bse",
  "nyse",
  "nasdaq",
  "luld",
  "cta",
  "jsda",
  "npa",
  "csrc",
  "finra",
  "sec",
  "federalReserve",
  "pbc",
  "federalRegister",
  "japaneseLaw",
  "newYorkLaw",
  "stateCouncil",
  "chineseFinance",
  "chineseTax",
  "chineseCourt",
  "chinaClear",
  "taisyaku",
  "dmm",
  "interactiveBrokers",
  "kabucom",
  "daiwa",
  "matsui",
  "monex",
  "nikko",
  "rakuten",
  "robinhood",
  "sbi",
  "house",
  "generalKnowledge",
] as const;
export type RulePublisher = (typeof rulePublishers)[number];

export type RuleTexts = {
  names: Record<RuleKey, string>;
  publishers: Record<RulePublisher, string>;
  /** The rule and the day from which it holds. */
  since: string;
  /** A rule of which the day asked for lies before the record. */
  older: string;
  /** What stands under a refusal: which rule it was, since when, and whose text says so. */
  why: Record<
    | "refused"
    | "title"
    | "since_unknown"
    | "since_unconfirmed"
    | "unconfirmed"
    | "open_source"
    | "rules",
    string
  >;
  amounts: Record<AmountCurrency, string>;
};
