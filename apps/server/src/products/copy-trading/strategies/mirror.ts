import { turnoverOf, wholePool, type Strategy, type Target } from "./strategy.ts";

/** What is published of how an account is mirrored. */
export const mirrorRule = {
  /** Of what a stock traded on an average day of the last 20, a pool holds no more than this part. */
  turnoverDays: 20,
  ofTurnoverPercent: 1,
  /** And of the pool no more than this in one stock. */
  oneStockBasisPoints: 2_500,
};

/**
 * What another account holds, in the proportion of its net assets and never with borrowed money. It is a strategy like
 * the others: it has no orders of its own, and what it is handed was bought before.
 */
export const mirror: Strategy = {
  key: "mirror",
  every: "day",
  lookBackDays: mirrorRule.turnoverDays,
  leverage: 1,
  decide({ stocks, mirrored }) {
    if (mirrored === null || mirrored.pool <= 0) return [];
    const { holds, pool } = mirrored;
    const byCode = new Map(stocks.map((stock) => [stock.code, stock]));
    const held = holds.reduce((sum, { basisPoints }) => sum + Math.abs(basisPoints), 0);
    const scale = held > wholePool ? wholePool / held : 1;
    return holds.flatMap(({ code, basisPoints }): Target[] => {
      const stock = byCode.get(code);
      const turnover = stock === undefined ? null : turnoverOf(stock, mirrorRule.turnoverDays);
      if (turnover === null) return [];
      const ofVolume = ((turnover * mirrorRule.ofTurnoverPercent) / 100 / pool) * wholePool;
      const most = Math.min(mirrorRule.oneStockBasisPoints, ofVolume);
      const part = Math.trunc(Math.min(Math.abs(basisPoints) * scale, most));
      return part === 0 ? [] : [{ code, basisPoints: basisPoints < 0 ? -part : part }];
    });
  },
};
