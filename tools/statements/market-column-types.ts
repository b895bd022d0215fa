import type { ColumnTypes } from "./trading-column-types.ts";

/** Those of what customers keep of the market: drawings, alerts and the watchlist. */
export const marketColumnTypes: ColumnTypes = {
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
