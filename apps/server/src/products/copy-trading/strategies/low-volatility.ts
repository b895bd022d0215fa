import { best, deviation, equally, returnsOf, type Strategy } from "./strategy.ts";

/** Holds what moves least; falls less than the market, and stays behind when everything rises. */
export const lowVolatility: Strategy = {
  key: "low_volatility",
  every: "month",
  lookBackDays: 130,
  leverage: 1,
  decide({ stocks }) {
    const calm = best(stocks, 10, (stock) => {
      const returns = returnsOf(stock, 120);
      const spread = returns === null ? 0 : deviation(returns);
      return spread === 0 ? null : -spread;
    });
    return equally(
      calm.map(({ code }) => code),
      9_600,
    );
  },
};
