import { iso } from "@sanshi/contract";
import { divide, formatScaled, type MarketKey } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { stepsOf } from "../../market-feed/candles.ts";
import type { MarketFeed } from "../../market-feed/market-feed.ts";

const factorDigits = 8;
const factorScale = 10n ** BigInt(factorDigits);

/** What stands between a stock's traded prices and its chart that is adjusted forward, oldest first. */
export async function adjustmentFactors(
  { feed }: { feed: MarketFeed },
  { type, code }: { type: MarketKey; code: string },
): Promise<{ until: string; factor: string }[]> {
  const steps = await stepsOf({ feed, market: type, code });
  // Of two that take effect on one day the first carries both.
  const days = steps.filter(({ until }, index) => steps[index - 1]?.until !== until);
  return days.map(({ until, price: { numerator, denominator } }) => ({
    until: iso(instantOf(type, until, "00:00")),
    factor: formatScaled(divide(numerator * factorScale, denominator, "half_up"), factorDigits),
  }));
}
