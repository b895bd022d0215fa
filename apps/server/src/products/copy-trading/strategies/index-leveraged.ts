import { best, equally, turnoverOf, type Strategy } from "./strategy.ts";

/** The market's twelve most traded stocks with borrowed money: it falls as much faster as it rises, and pays interest. */
export const indexLeveraged: Strategy = {
  key: "index_leveraged",
  every: "month",
  lookBackDays: 70,
  leverage: 2,
  decide({ stocks }) {
    const largest = best(stocks, 12, (stock) => turnoverOf(stock, 60));
    return equally(
      largest.map(({ code }) => code),
      16_000,
    );
  },
};
