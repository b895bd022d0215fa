import {
  divide,
  exactPerShare,
  perShareOfPrice,
  price,
  shares,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { AdjustMode } from "@sanshi/contract";
import type { Bar, CorporateAction } from "./market-feed.ts";

/** What raw prices of days before `until` are multiplied by, exactly; shares by the split part alone. */
export type AdjustmentStep = {
  /** The factor holds for trading days before this one. */
  until: string;
  price: Ratio;
  shares: Ratio;
};
export type Ratio = { numerator: bigint; denominator: bigint };

const whole: Ratio = { numerator: 1n, denominator: 1n };

/**
 * The steps of forward adjustment, oldest first: today's prices stay as they are, earlier ones are
 * brought to today's shares. A split of 4 for 1 divides by four. A dividend takes the part of the
 * last close with it (close − dividend) ÷ close, as data vendors do; those of one day count together.
 *
 * `closeBefore` answers the raw close of the last trading day before a date, null where there is none.
 */
export function adjustmentSteps(
  actions: readonly CorporateAction[],
  closeBefore: (exDate: string) => Price | null,
): AdjustmentStep[] {
  const steps: AdjustmentStep[] = [];
  let priceRatio = whole;
  let sharesRatio = whole;
  const newestFirst = [...Map.groupBy(actions, ({ exDate }) => exDate)].toSorted(
    ([left], [right]) => (left < right ? 1 : -1),
  );
  for (const [exDate, ofDay] of newestFirst) {
    const close = closeBefore(exDate);
    let paid = 0n;
    for (const action of ofDay) {
      if (action.kind === "dividend") {
        paid += exactPerShare(action);
        continue;
      }
      const { numerator, denominator } = action;
      priceRatio = multiply(priceRatio, { numerator: denominator, denominator: numerator });
      sharesRatio = multiply(sharesRatio, { numerator, denominator });
    }
    const worth = close === null ? 0n : perShareOfPrice(close);
    if (paid > 0n && worth > paid) {
      priceRatio = multiply(priceRatio, { numerator: worth - paid, denominator: worth });
    }
    steps.push({ until: exDate, price: priceRatio, shares: sharesRatio });
  }
  return steps.reverse();
}

/**
 * A raw bar as the mode shows it. `forward` keeps today's prices, `backward` the oldest ones. Prices
 * and shares are rounded once, at the end, half up; money paid is never adjusted.
 */
export function adjustBar(bar: Bar, steps: readonly AdjustmentStep[], mode: AdjustMode): Bar {
  if (mode === "none" || steps.length === 0) return bar;
  const step = steps.find(({ until }) => bar.tradingDate < until);
  const oldest = steps[0]!;
  const priceRatio = ratioOf(step?.price, oldest.price, mode);
  const sharesRatio = ratioOf(step?.shares, oldest.shares, mode);
  return {
    ...bar,
    open: scalePrice(bar.open, priceRatio),
    high: scalePrice(bar.high, priceRatio),
    low: scalePrice(bar.low, priceRatio),
    close: scalePrice(bar.close, priceRatio),
    volume: scaleShares(bar.volume, sharesRatio),
  };
}

function ratioOf(forward: Ratio | undefined, oldest: Ratio, mode: AdjustMode): Ratio {
  const ratio = forward ?? whole;
  return mode === "forward" ? ratio : multiply(ratio, invert(oldest));
}

function scalePrice(value: Price, { numerator, denominator }: Ratio): Price {
  return price(divide(value * numerator, denominator, "half_up"));
}

function scaleShares(value: Shares, { numerator, denominator }: Ratio): Shares {
  return shares(divide(value * numerator, denominator, "half_up"));
}

function invert({ numerator, denominator }: Ratio): Ratio {
  return { numerator: denominator, denominator: numerator };
}

function multiply(left: Ratio, right: Ratio): Ratio {
  const numerator = left.numerator * right.numerator;
  const denominator = left.denominator * right.denominator;
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  return right === 0n ? left : greatestCommonDivisor(right, left % right);
}
