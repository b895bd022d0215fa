import { best, equally, turnoverOf, type Strategy } from "./strategy.ts";

/** The same share of each of the twenty most traded stocks, put right once a month: the market, without an opinion. */
export const equalWeight: Strategy = {
  key: "equal_weight",
  every: "month",
  lookBackDays: 70,
  leverage: 1,
  decide({ stocks }) {
    const largest = best(stocks, 20, (stock) => turnoverOf(stock, 60));
    return equally(
      largest.map(({ code }) => code),
      9_600,
    );
  },
};
