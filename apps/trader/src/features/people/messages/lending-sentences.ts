const open = "open_position";

/** Of dividends, and of shares that are lent or that a short has borrowed. */
export const lendingSentences = {
  dividend_paid: { title: "title_dividend_paid", body: "body_dividend_paid", open },
  dividend_charged: { title: "title_dividend_charged", body: "body_dividend_charged", open },
  dividend_equivalent: {
    title: "title_dividend_equivalent",
    body: "body_dividend_equivalent",
    open,
  },
  stock_lent: { title: "title_stock_lent", body: "body_stock_lent", open },
  shares_returned: { title: "title_shares_returned", body: "body_shares_returned", open },
  shares_bought_in: { title: "title_shares_bought_in", body: "body_shares_bought_in", open },
  shares_recalled: { title: "title_shares_recalled", body: "body_shares_recalled", open },
  recall_withdrawn: { title: "title_recall_withdrawn", body: "body_recall_withdrawn", open },
  recall_postponed: { title: "title_recall_postponed", body: "body_recall_postponed", open },
  short_bought_in: { title: "title_short_bought_in", body: "body_short_bought_in", open },
} as const;
