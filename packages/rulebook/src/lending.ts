import type { Minor } from "@sanshi/money";
import { dated } from "./dated.ts";
import { loanCeilings, type LoanCeilingBand, type LoanCurrency } from "./data/loan-ceilings.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export { loanCurrencies, type LoanCurrency } from "./data/loan-ceilings.ts";

/** What a loan of this size, made on a day, may cost a year at most, and what after its day of repayment. */
export type LoanCeiling = Omit<LoanCeilingBand, "below"> & { readonly reference: RuleReference };

export function loanCeiling(
  currency: LoanCurrency,
  principal: Minor,
  date: LocalDate,
): LoanCeiling {
  const { bands, reference } = dated(loanCeilings[currency], date);
  const band = bands.find(({ below }) => below === null || principal < below);
  if (band === undefined) throw new RangeError("a ceiling has a band for every amount");
  const { yearlyBasisPointsMax, overdueBasisPointsMax } = band;
  return { yearlyBasisPointsMax, overdueBasisPointsMax, reference };
}

/** Damages run at so many hundredths of the loan's own rate, where the law allows that much. */
const overdueHundredths = 146;

/**
 * The rates of a loan: the house's own, and never more than the law's ceiling of the day on which it is made.
 * After the day of repayment the rate is 1.46 times as much, up to the ceiling on damages.
 */
export function loanRates(
  currency: LoanCurrency,
  principal: Minor,
  date: LocalDate,
  asked: number,
): { basisPoints: number; overdueBasisPoints: number; reference: RuleReference } {
  const ceiling = loanCeiling(currency, principal, date);
  const basisPoints = Math.min(asked, ceiling.yearlyBasisPointsMax);
  const damages = Math.floor((basisPoints * overdueHundredths) / 100);
  return {
    basisPoints,
    overdueBasisPoints: Math.min(damages, ceiling.overdueBasisPointsMax),
    reference: ceiling.reference,
  };
}
