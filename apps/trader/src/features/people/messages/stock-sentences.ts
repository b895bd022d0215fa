const open = "open_price_alert";

/** Of stocks that are halted, renamed or moved. */
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
} as const;
