import type { MarketKey } from "@sanshi/money";
import { addTradingDays } from "./calendars.ts";
import { interestTerms, marginTerms, type InterestTerms, type MarginTerms } from "./data/margin.ts";

export type { ShortLeast } from "./data/margin.ts";
import { dated } from "./dated.ts";
import { instantOf } from "./local-time.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export type MarginRules = MarginTerms & {
  /** Multiples of the customer's own money, 1 first, none beyond the initial margin. */
  readonly leverageMultiples: readonly number[];
};

const offeredMultiples = [1, 2, 3, 5, 10];

/** The terms of a margin trade opened on `date`. */
export function marginRules(market: MarketKey, date: LocalDate): MarginRules {
  const terms = dated(marginTerms[market], date);
  return {
    ...terms,
    leverageMultiples: offeredMultiples.filter(
      (multiple) => multiple * terms.initialPercent <= 100,
    ),
  };
}

/** What borrowing costs on a day; both sides' rates are a year's, in basis points. */
export function interestRates(market: MarketKey, date: LocalDate): InterestTerms {
  return dated(interestTerms[market], date);
}

/** The moment at which a margin call made on `callDate` is due. */
export function marginCallDueAt(
  market: MarketKey,
  callDate: LocalDate,
): { at: number; reference: RuleReference } {
  const rules = marginRules(market, callDate);
  const dueDate = addTradingDays(market, callDate, rules.callDueTradingDays);
  return {
    at: instantOf(market, dueDate, rules.callDueTime),
    reference: { ...rules.reference, confirmed: false },
  };
}
