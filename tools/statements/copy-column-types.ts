import type { ColumnTypes } from "./trading-column-types.ts";

/** Of the tables of copy trading. */
export const copyColumnTypes: ColumnTypes = {
  copy_backtest: {
    days: "BacktestDay[]",
    figures: "KeptFigures",
  },
  copy_consent: {
    capacity_most: "Minor",
    market: "MarketKey",
  },
  copy_decision: {
    answers: "string[]",
    orders: "PlannedOrder[]",
    targets: "Target[]",
  },
  copy_following: {
    amount: "Minor",
    end_cause: '"customer" | "stop" | "wind_down" | "returned"',
    proceeds: "Minor",
  },
  copy_product: {
    capacity: "Minor",
    credit_limit: "Minor",
    market: "MarketKey",
    minimum: "Minor",
    names: "ReasonSentences",
    seed: "Minor",
    strategy: "CopyStrategy",
    suspended_why: "SuspensionCause",
    wind_down_reason: "ReasonSentences",
  },
  copy_valuation: {
    balances: "KeptBalance[]",
    gross: "Minor",
    index_level: "Price",
    management_fee: "Minor",
    paid_in: "Minor",
    paid_out: "Minor",
    performance_fee: "Minor",
    positions: "KeptPosition[]",
  },
  followed_value: {
    amount: "Minor",
    currency: "Currency",
    value: "Minor",
  },
};
