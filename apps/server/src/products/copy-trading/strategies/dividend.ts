import { best, closeBefore, equally, type Strategy } from "./strategy.ts";

/** Holds what paid most for its price within a year; loses where a dividend was high because the price had fallen. */
export const dividend: Strategy = {
  key: "dividend",
  every: "month",
  lookBackDays: 20,
  leverage: 1,
  decide({ stocks, today }) {
    const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
    const paying = best(stocks, 10, (stock) => {
      const price = closeBefore(stock, 0);
      const paid = stock.dividends
        .filter(({ date }) => date > yearAgo && date <= today)
        .reduce((sum, { perShare }) => sum + perShare, 0);
      return price === null || paid <= 0 ? null : paid / price;
    });
    return equally(
      paying.map(({ code }) => code),
      Math.floor((9_600 * paying.length) / 10),
    );
  },
};
