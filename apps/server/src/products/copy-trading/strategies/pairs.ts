import { deviation, mean, returnsOf, type PastStock, type Strategy } from "./strategy.ts";

const pairsMax = 3;
const daysCompared = 90;

/**
 * Two companies of one industry that moved together: where they drift apart, the dearer is sold short and the
 * cheaper bought. It earns when they come together again, and loses when they never do.
 */
export const pairs: Strategy = {
  key: "pairs",
  every: "week",
  lookBackDays: 100,
  leverage: 1,
  decide({ stocks }) {
    const known = stocks.flatMap((stock) => comparedOf(stock) ?? []);
    const found = known.flatMap((left, index) =>
      known
        .slice(index + 1)
        .filter(({ stock }) => stock.sector === left.stock.sector)
        .flatMap((right) => {
          const drift = driftOf(left, right);
          return drift === null ? [] : [{ one: left.stock, other: right.stock, drift }];
        }),
    );
    const taken = new Set<string>();
    const targets = found
      .sort((left, right) => Math.abs(right.drift) - Math.abs(left.drift) || order(left, right))
      .filter(({ one, other }) => {
        if (taken.size >= 2 * pairsMax || taken.has(one.code) || taken.has(other.code))
          return false;
        taken.add(one.code).add(other.code);
        return true;
      })
      .map(({ one, other, drift }) => (drift > 0 ? [other, one] : [one, other]));
    return targets.flatMap(([cheap, dear]) =>
      cheap === undefined || dear === undefined
        ? []
        : [
            { code: cheap.code, basisPoints: 1_500 },
            { code: dear.code, basisPoints: -1_500 },
          ],
    );
  },
};

/** What each pair of a stock is worked out from. */
type Compared = {
  stock: PastStock;
  /** Of its daily returns, less their mean. */
  apart: readonly number[];
  spread: number;
  /** The newest first. */
  closes: readonly number[];
};

/** Null where there were not as many days. */
function comparedOf(stock: PastStock): Compared | null {
  const returns = returnsOf(stock, daysCompared);
  if (returns === null) return null;
  const middle = mean(returns);
  const closes = stock.days.slice(-daysCompared).map(({ close }) => close);
  return {
    stock,
    apart: returns.map((value) => value - middle),
    spread: deviation(returns),
    closes: closes.toReversed(),
  };
}

/** How unusually far the first has risen above the second; null where they did not move together, or not apart. */
function driftOf(left: Compared, right: Compared): number | null {
  const spreads = left.spread * right.spread;
  const together = mean(left.apart.map((value, day) => value * right.apart[day]!));
  if (spreads === 0 || together / spreads < 0.4) return null;
  const ratios = left.closes.map((close, ago) => Math.log(close / right.closes[ago]!));
  const usual = deviation(ratios);
  if (usual === 0) return null;
  const drift = (ratios[0]! - mean(ratios)) / usual;
  return Math.abs(drift) < 1.2 ? null : drift;
}

function order(left: { one: PastStock }, right: { one: PastStock }): number {
  return left.one.code < right.one.code ? -1 : 1;
}
