import { divide, price, type MarketKey, type Price } from "@sanshi/money";
import { newShareRules, type NewShareRule } from "./data/new-listings.ts";
import { dated } from "./dated.ts";
import { sources } from "./data/sources.ts";
import { beforeRecords, cited, type LocalDate, type RuleReference } from "./rule-reference.ts";

export type { NewShareRule } from "./data/new-listings.ts";

/** How new shares of a market are subscribed to on a day. */
export function newShareRule(market: MarketKey, date: LocalDate): NewShareRule {
  return dated(newShareRules[market], date);
}

/**
 * Where the final price may lie. In Japan 80 % of the provisional range's low to 120 % of its high since October
 * 2023; inside the range before and elsewhere. In whole price units.
 */
export function offerPriceRange(
  market: MarketKey,
  provisional: { readonly low: Price; readonly high: Price },
  date: LocalDate,
): { low: Price; high: Price; reference: RuleReference } {
  const range = dated(offerRanges, market === "jpy" ? date : beforeRecords);
  return {
    low: price(divide(provisional.low * range.lowPercent, 100n, "ceiling")),
    high: price(divide(provisional.high * range.highPercent, 100n, "floor")),
    reference: range.reference,
  };
}

/** Of the provisional range's low and high; both 100 where the price lies inside the range. */
export const offerRanges: readonly {
  readonly reference: RuleReference;
  readonly lowPercent: bigint;
  readonly highPercent: bigint;
}[] = [
  {
    reference: cited("jp_offer_price_range", beforeRecords, sources.jsdaOfferPrice, {
      inForceBefore: "2023-10-01",
    }),
    lowPercent: 100n,
    highPercent: 100n,
  },
  {
    reference: cited("jp_offer_price_range", "2023-10-01", sources.jsdaOfferPrice),
    lowPercent: 80n,
    highPercent: 120n,
  },
];
