/** Of stocks: prices that are reached, splits, and listings that end. */
export const stockSentences = {
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
  stock_end_settled: {
    title: "title_stock_end_settled",
    body: "body_stock_end_settled",
    open: "open_position",
  },
} as const;
