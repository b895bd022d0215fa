const open = "open_price_alert";

/** Of stocks: prices that are reached, splits, halts, listings that end, and what is renamed or moved. */
export const stockSentences = {
  trading_halted: {
    title: "title_trading_halted",
    body: "body_trading_halted",
    open: "open_halt",
  },
  trading_resumed: {
    title: "title_trading_resumed",
    body: "body_trading_resumed",
    open: "open_halt",
  },
  code_change_announced: {
    title: "title_code_change_announced",
    body: "body_code_change_announced",
    open,
  },
  code_change_in_force: {
    title: "title_code_change_in_force",
    body: "body_code_change_in_force",
    open,
  },
  code_change_withdrawn: {
    title: "title_code_change_withdrawn",
    body: "body_code_change_withdrawn",
    open,
  },
  price_alert: {
    title: "title_price_alert",
    body: "body_price_at_or_above",
    open: "open_price_alert",
  },
  stock_split: { title: "title_stock_split", body: "body_stock_split", open: "open_position" },
  stock_end_announced: {
    title: "title_stock_end_announced",
    body: "body_stock_end_announced",
    open: "open_price_alert",
  },
  stock_end_withdrawn: {
    title: "title_stock_end_withdrawn",
    body: "body_stock_end_withdrawn",
    open: "open_price_alert",
  },
  shares_exchanged: {
    title: "title_shares_exchanged",
    body: "body_shares_exchanged",
    open: "open_position",
  },
  stock_end_settled: {
    title: "title_stock_end_settled",
    body: "body_stock_end_settled",
    open: "open_position",
  },
} as const;
