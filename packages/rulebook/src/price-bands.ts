import { divide, price, type Price } from "@sanshi/money";
import {
  marketFallRules,
  priceBandRules,
  type BandTier,
  type MarketFallRule,
} from "./data/price-bands.ts";
import { dated } from "./dated.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export type { BandTier } from "./data/price-bands.ts";

/** The average that a band stands on is that of so long. */
export const bandAverageMs = 300_000;
/** A stock that stays at a band for so long is paused, for so long. */
export const bandHoldMs = 15_000;
export const bandPauseMs = 300_000;

export type BandQuestion = {
  readonly tier: BandTier;
  readonly date: LocalDate;
  readonly previousClose: Price;
  /** The average of the last five minutes. */
  readonly average: Price;
  readonly at: number;
  /** The session that is on. */
  readonly session: { readonly opensAt: number; readonly closesAt: number };
};

const minuteMs = 60_000;
const cent = 100n;

/**
 * The lowest and the highest price at which a stock of New York may trade, each to the nearest cent; null before there
 * were bands, and in the minutes and of the stocks that had none at first.
 */
export function priceBand(
  question: BandQuestion,
): { low: Price; high: Price; reference: RuleReference } | null {
  const { tier, date, previousClose, average, at, session } = question;
  const rule = dated(priceBandRules, date);
  if (rule.reference.isOlderThanRecord === true || average <= 0n || !rule.tiers.includes(tier))
    return null;
  const bandsFrom = session.opensAt + rule.freeFirstMinutes * minuteMs;
  if (at < bandsFrom || at >= session.closesAt - rule.freeLastMinutes * minuteMs) return null;
  const band = rule.bands.find(({ above }) => previousClose > above) ?? rule.bands.at(-1)!;
  const isFirst = at < session.opensAt + rule.doubledFirstMinutes * minuteMs;
  const isLast = at >= session.closesAt - rule.doubledLastMinutes * minuteMs;
  const isLastDoubled = rule.doublesSecondTier || tier === 1 || band !== rule.bands[0];
  const times = isFirst || (isLast && isLastDoubled) ? 2n : 1n;
  const percent = band.percent[tier] * times;
  // Of a price below 75 cents fifteen cents where they are less.
  const isMost = band.most !== null && band.most * 100n < average * band.percent[tier];
  const bound = (sign: 1n | -1n) => {
    const hundredfold = isMost
      ? (average + sign * (band.most ?? 0n) * times) * 100n
      : average * (100n + sign * percent);
    return hundredfold <= 0n ? 0n : divide(hundredfold, 100n * cent, "half_up") * cent;
  };
  const [low, high] = [bound(-1n), bound(1n)];
  // Rounded, a band of an average between two cents could leave the average outside.
  return {
    low: price(low > average ? average : low),
    high: price(high < average ? average : high),
    reference: rule.reference,
  };
}

/** The average follows the trades only where they have moved it by a hundredth. */
export function movedAverage(kept: Price, found: Price): Price {
  const away = found > kept ? found - kept : kept - found;
  return away * 100n >= kept ? found : kept;
}

export type MarketFall = MarketFallRule["levels"][number] & { readonly reference: RuleReference };

/** The level that a fall of the broadest index has reached and that halts the market at a moment; null: none. */
export function marketFall(
  date: LocalDate,
  index: { readonly level: Price; readonly previousClose: Price },
  at: number,
  closesAt: number,
): MarketFall | null {
  const { levels, lastMinutes, reference } = dated(marketFallRules, date);
  if (reference.isOlderThanRecord === true || index.previousClose <= 0n) return null;
  const isLate = at >= closesAt - lastMinutes * minuteMs;
  const reached = levels.findLast(
    ({ percent, minutes }) =>
      index.level * 100n <= index.previousClose * (100n - percent) && !(isLate && minutes !== null),
  );
  return reached === undefined ? null : { ...reached, reference };
}
