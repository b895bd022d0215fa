import type { ColumnTypes } from "./trading-column-types.ts";

/** Those of what customers keep of the market: drawings, alerts and the watchlist. */
export const marketColumnTypes: ColumnTypes = {
  stock_end: {
    cash_price: "Price",
    market: "MarketKey",
    settlement_price: "Price",
    target_price: "Price",
  },
  share_exchange: {
    cash: "Minor",
    quantity: "Shares",
    received: "Shares",
  },
  stock_end_settlement: {
    price: "Price",
    quantity: "Shares",
  },
  chart_line: {
    from_price: "Price",
    market: "MarketKey",
    to_price: "Price",
  },
  price_alert: {
    fired_price: "Price",
    kind: "AlertKind",
    market: "MarketKey",
  },
  watched_stock: {
    market: "MarketKey",
  },
};
