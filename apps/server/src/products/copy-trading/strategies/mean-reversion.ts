import { best, deviation, equally, mean, returnsOf, type Strategy } from "./strategy.ts";

/** Buys what fell unusually far within a week, and lets go once it is usual again; loses where a fall has a reason. */
export const meanReversion: Strategy = {
  key: "mean_reversion",
  every: "week",
  lookBackDays: 70,
  leverage: 1,
  decide({ stocks }) {
    const fallen = best(stocks, 6, (stock) => {
      const returns = returnsOf(stock, 60);
      if (returns === null) return null;
      const spread = deviation(returns);
      if (spread === 0) return null;
      const week = returns.slice(-5).reduce((product, value) => product * (1 + value), 1) - 1;
      const score = (week - 5 * mean(returns)) / (spread * Math.sqrt(5));
      return score > -1 ? null : -score;
    });
    return equally(
      fallen.map(({ code }) => code),
      Math.floor((9_000 * fallen.length) / 6),
    );
  },
};
