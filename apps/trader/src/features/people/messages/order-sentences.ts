/** What becomes of a working order. */
export const orderSentences = {
  order_triggered: {
    title: "title_order_triggered",
    body: "body_order_triggered",
    open: "open_position",
  },
  order_expired: {
    title: "title_order_expired",
    body: "body_order_expired_opening",
    open: "open_position",
  },
  order_lowered: {
    title: "title_order_lowered",
    body: "body_order_lowered",
    open: "open_position",
  },
  order_not_lowered: {
    title: "title_order_not_lowered",
    body: "body_order_not_lowered",
    open: "open_position",
  },
  order_rejected: {
    title: "title_order_rejected",
    body: "body_order_rejected_insufficient_balance",
    open: "open_position",
  },
} as const;
