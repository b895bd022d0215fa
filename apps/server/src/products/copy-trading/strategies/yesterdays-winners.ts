import { best, equally, returnsOf, type Strategy } from "./strategy.ts";

/**
 * Buys each day what rose most the day before. It turns its whole pool over every day, and fees and spreads eat
 * what it finds: it is kept because it did badly, and products of it stay in the ranking.
 */
export const yesterdaysWinners: Strategy = {
  key: "yesterdays_winners",
  every: "day",
  lookBackDays: 10,
  leverage: 1,
  decide({ stocks }) {
    const winners = best(stocks, 4, (stock) => {
      const last = returnsOf(stock, 1)?.[0] ?? 0;
      return last <= 0 ? null : last;
    });
    return equally(
      winners.map(({ code }) => code),
      Math.floor((9_200 * winners.length) / 4),
    );
  },
};
