import { divide, price, type Minor, type Price, type Shares } from "@sanshi/money";
import { chinaBlocks, houseBlocks, tostnetBlocks, type BlockBand } from "./data/block-trades.ts";
import { dated } from "./dated.ts";
import { priceLimits, type PriceLimitQuestion } from "./price-limits.ts";
import type { RuleReference } from "./rule-reference.ts";

export type BlockLimits = {
  readonly low: Price;
  readonly high: Price;
  /** A block needs at least so many shares, or so much value, whichever comes first; null: no minimum. */
  readonly minimum: { readonly shares: Shares; readonly valueMinor: Minor } | null;
  readonly reference: RuleReference;
};

/**
 * The prices at which a block of a stock may change hands outside the auction, both allowed: ±7 % of
 * the last price in Japan (±5 yen where 7 % is less), the day's limit in China. Not on the tick
 * grid. In the United States no rule sets a band: there it is our own, ±10 % of the last price.
 */
export function blockLimits(
  question: PriceLimitQuestion & { readonly lastPrice: Price },
): BlockLimits {
  const { market, lastPrice, date } = question;
  if (market !== "cny") {
    const rule = dated(market === "jpy" ? tostnetBlocks : houseBlocks, date);
    return { ...bandAround(lastPrice, rule), minimum: null, reference: rule.reference };
  }
  const rule = dated(chinaBlocks, date);
  const { low, high } = priceLimits(question) ?? bandAround(lastPrice, rule);
  const minimum = { shares: rule.minimumShares, valueMinor: rule.minimumValueMinor };
  return { low, high, minimum, reference: rule.reference };
}

/** Rounded inwards, so that no price outside the band is allowed. */
function bandAround(lastPrice: Price, { percent, amountMinimum }: BlockBand) {
  const share = divide(lastPrice * percent, 100n, "floor");
  const amount = share > amountMinimum ? share : amountMinimum;
  const low = lastPrice - amount;
  return { low: price(low > 0n ? low : 1n), high: price(lastPrice + amount) };
}
