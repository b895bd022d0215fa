/** What is kept of a valuation and of a back-test, as the database has it: whole numbers as text. */
export type KeptBalance = { purpose: string; amount: string };

export type KeptPosition = {
  position: string;
  code: string;
  side: "long" | "short";
  quantity: string;
  /** In ten-thousandths. */
  bid: string;
  ask: string;
  feed: string;
  sequence: string;
  at: number;
  /** What the shares come to at the side that they would be closed at; of a short below zero. */
  value: string;
  interest: string;
};

/** Of a unit that began at 1,000,000: what it was worth after everything, and what was traded and paid that day. */
export type BacktestDay = {
  day: string;
  value: number;
  traded: number;
  costs: number;
  /** The least that it came to within the day; where its minutes were read. */
  low?: number;
};

/** In per cent with two decimals. */
export type KeptFigures = {
  from: string;
  to: string;
  days: number;
  lost_days: number;
  return: string;
  worst_fall: string;
  worst_fall_days: number;
  volatility: string;
  worst_day: string;
  worst_month: string | null;
  turnover: string;
  costs: string;
  /** Between these lie eight of ten days. */
  low: string;
  high: string;
};
