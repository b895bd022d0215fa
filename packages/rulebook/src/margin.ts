import { currencies, type Currency, type MarketKey } from "@sanshi/money";
import { addTradingDays } from "./calendars.ts";
import { interestTerms, marginTerms, type InterestTerms, type MarginTerms } from "./data/margin.ts";
import { dated } from "./dated.ts";
import { dayOf, instantOf } from "./local-time.ts";
import {
  beforeRecords,
  generalKnowledge,
  type LocalDate,
  type RuleReference,
} from "./rule-reference.ts";

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

/** Days that bear interest from opening to repayment; never negative. */
export function interestDays(
  market: MarketKey,
  openedOn: LocalDate,
  repaidOn: LocalDate,
): { days: number; dayCount: 360 | 365; reference: RuleReference } {
  const { bothEndsBearInterest, dayCount, reference } = marginRules(market, openedOn);
  const nights = Math.max(0, dayOf(repaidOn) - dayOf(openedOn));
  return { days: nights + (bothEndsBearInterest ? 1 : 0), dayCount, reference };
}

/** Days of the interest year of a currency's loans: 360 for dollars and yuan, 365 for the others. */
export function dayCount(currency: Currency): { days: 360 | 365; reference: RuleReference } {
  return { days: yearDays[currency], reference: dayCountReference };
}

const yearDays = Object.fromEntries(
  currencies.map((currency) => [currency, currency === "USD" || currency === "CNY" ? 360 : 365]),
) as Record<Currency, 360 | 365>;

const dayCountReference: RuleReference = {
  rule: "interest_day_count",
  validFrom: beforeRecords,
  source: generalKnowledge,
  confirmed: false,
};
