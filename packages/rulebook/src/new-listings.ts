import { divide, multiplyDivide, price, type Price } from "@sanshi/money";
import type { LocalDate, RuleReference } from "./rule-reference.ts";
import { beforeRecords } from "./rule-reference.ts";
import { roundToTick, type TickClass } from "./tick-sizes.ts";

/**
 * Where the offer price of a Japanese new share may lie: 80 % of the provisional range's low to
 * 120 % of its high since October 2023, inside the range before. In whole price units.
 */
export function offerPriceRange(
  provisional: { readonly low: Price; readonly high: Price },
  date: LocalDate,
): { low: Price; high: Price; reference: RuleReference } {
  const reference = date < offerPriceReference.validFrom ? insideRange : offerPriceReference;
  if (reference === insideRange) return { ...provisional, reference };
  return {
    low: price(divide(provisional.low * 80n, 100n, "ceiling")),
    high: price(divide(provisional.high * 120n, 100n, "floor")),
    reference,
  };
}

const offerPriceReference: RuleReference = {
  rule: "jp_offer_price_range",
  validFrom: "2023-10-01",
  source: "https://ipoget.com",
  confirmed: true,
};
const insideRange: RuleReference = {
  rule: "jp_offer_price_range",
  validFrom: beforeRecords,
  source: "https://ipoget.com",
  confirmed: true,
};

/**
 * The bounds of a Japanese new share's quotes before its first price: 2.3 times the offer price and
 * three quarters of it, rounded up to the tick. 1,940 yen gives 4,465 and 1,455.
 */
export function firstPriceBounds(
  offerPrice: Price,
  tickClass: TickClass,
  date: LocalDate,
): { low: Price; high: Price; reference: RuleReference } {
  const grid = { market: "jpy", tickClass, date } as const;
  return {
    low: roundToTick(price(multiplyDivide(offerPrice, 75n, 100n, "ceiling")), grid, "ceiling"),
    high: roundToTick(price(multiplyDivide(offerPrice, 230n, 100n, "ceiling")), grid, "ceiling"),
    reference: firstPriceReference,
  };
}

const firstPriceReference: RuleReference = {
  rule: "tse_first_price_bounds",
  validFrom: beforeRecords,
  source: "https://kabu-cross.com/pre-opening-price-discovery-244a-245a-246a-248a",
  confirmed: true,
};
