import {
  closeBefore,
  deviation,
  mean,
  returnsOf,
  type PastStock,
  type Strategy,
} from "./strategy.ts";

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
    const known = stocks.filter((stock) => returnsOf(stock, daysCompared) !== null);
    const found = known.flatMap((one, index) =>
      known
        .slice(index + 1)
        .filter(({ sector }) => sector === one.sector)
        .flatMap((other) => {
          const drift = driftOf(one, other);
          return drift === null ? [] : [{ one, other, drift }];
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

/** How unusually far the first has risen above the second; null where they did not move together, or not apart. */
function driftOf(one: PastStock, other: PastStock): number | null {
  const [left, right] = [returnsOf(one, daysCompared), returnsOf(other, daysCompared)];
  if (left === null || right === null) return null;
  const spreads = deviation(left) * deviation(right);
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const together = mean(
    left.map((value, index) => (value - leftMean) * ((right[index] ?? 0) - rightMean)),
  );
  if (spreads === 0 || together / spreads < 0.4) return null;
  const ratios = Array.from({ length: daysCompared }, (_, ago) => {
    const [above, below] = [closeBefore(one, ago), closeBefore(other, ago)];
    return above === null || below === null ? 0 : Math.log(above / below);
  });
  const usual = deviation(ratios);
  if (usual === 0) return null;
  const drift = ((ratios[0] ?? 0) - mean(ratios)) / usual;
  return Math.abs(drift) < 1.2 ? null : drift;
}

function order(left: { one: PastStock }, right: { one: PastStock }): number {
  return left.one.code < right.one.code ? -1 : 1;
}
