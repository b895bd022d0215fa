// Written by `npm run types` from the migrations and the statements: not by hand.

export type ChartOfRow = {
  view:
    | "timeshare"
    | "1m"
    | "5m"
    | "15m"
    | "30m"
    | "day"
    | "week"
    | "month"
    | "year"
    | "1w"
    | "1mo"
    | "3mo"
    | "6mo";
  adjust: "none" | "forward" | "backward";
  main: "MA" | "EMA" | "BOLL" | "VOL" | "none";
  sub: "VOL" | "MACD" | "KDJ" | "RSI" | "OBV";
  changed_at: number;
};

export type ExtendedSwitchedOnRow = {
  customer_id: bigint;
};

export type HomeOfRow = {
  entries: string[];
  currency: "JPY" | "USD" | "CNY";
  market: "jpy" | "usd" | "cny";
  changed_at: number;
};

export type ShortAllowedAmongRow = {
  id: bigint;
};

export type TradingOfRow = {
  review: boolean;
  leverage: boolean;
  short: boolean;
  extended_since: number | null;
};
