import { best, closeBefore, equally, type Strategy } from "./strategy.ts";

/** What has risen goes on to rise, more often than not; until the market turns, and then all of it falls at once. */
export const momentum: Strategy = {
  key: "momentum",
  every: "month",
  lookBackDays: 130,
  leverage: 1,
  decide({ stocks }) {
    const risen = best(stocks, 8, (stock) => {
      // The last month is left out: what has just jumped tends to give some of it back.
      const [then, now] = [closeBefore(stock, 125), closeBefore(stock, 21)];
      return then === null || now === null || now <= then ? null : now / then;
    });
    return equally(
      risen.map(({ code }) => code),
      // Where little rises, the rest stays in money.
      Math.floor((9_600 * risen.length) / 8),
    );
  },
};
