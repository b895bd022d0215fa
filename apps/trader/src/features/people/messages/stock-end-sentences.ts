/** Of stocks whose listing ends. */
export const stockEndSentences = {
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
  stock_end_settled: {
    title: "title_stock_end_settled",
    body: "body_stock_end_settled",
    open: "open_position",
  },
} as const;
