import { minor, type Currency, type Minor } from "@sanshi/money";
import { dated } from "./dated.ts";
import {
  beforeRecords,
  generalKnowledge,
  type LocalDate,
  type RuleReference,
} from "./rule-reference.ts";

/** The most interest a year that a loan of this size may bear, in percent. */
export type UsuryBand = { readonly below: Minor | null; readonly yearlyPercentMax: number };

/**
 * Japan's caps by the loan's principal: 20 % below 100,000 yen, 18 % below a million, 15 % above.
 * For loans in other currencies the operator's own terms hold: null.
 */
export function usuryCap(
  currency: Currency,
  principalMinor: Minor,
  date: LocalDate,
): { yearlyPercentMax: number; reference: RuleReference } | null {
  if (currency !== "JPY") return null;
  const caps = dated(usuryCaps, date);
  const band = caps.bands.find(({ below }) => below === null || principalMinor < below);
  return { yearlyPercentMax: band?.yearlyPercentMax ?? 15, reference: caps.reference };
}

const usuryCaps: readonly {
  readonly reference: RuleReference;
  readonly bands: readonly UsuryBand[];
}[] = [
  {
    reference: {
      rule: "jp_interest_cap",
      validFrom: "2010-06-18",
      source: `Interest Rate Restriction Act, article 1; ${generalKnowledge}`,
      confirmed: false,
    },
    bands: [
      { below: minor(100_000n), yearlyPercentMax: 20 },
      { below: minor(1_000_000n), yearlyPercentMax: 18 },
      { below: null, yearlyPercentMax: 15 },
    ],
  },
];

export type SecuredLoanRules = {
  /** (Principal + unpaid interest + late charges) ÷ collateral: no further borrowing from here. */
  readonly borrowingStopsAtPercent: number;
  /** The collateral is sold from here. */
  readonly collateralSoldAtPercent: number;
  readonly reference: RuleReference;
};

/** Loans secured by stocks, as Japanese brokers offer them. */
export function securedLoanRules(date: LocalDate): SecuredLoanRules {
  return dated(securedLoans, date);
}

const securedLoans: readonly SecuredLoanRules[] = [
  {
    reference: {
      rule: "jp_secured_loan",
      validFrom: beforeRecords,
      source: "terms of Japanese securities-backed loans, read in November 2026",
      confirmed: true,
    },
    borrowingStopsAtPercent: 60,
    collateralSoldAtPercent: 85,
  },
];

/**
 * What the lender of a stock gets in place of a dividend: 84.685 % of it, the dividend less income
 * tax. As a fraction, so that amounts stay whole numbers.
 */
export function dividendEquivalent(): {
  numerator: bigint;
  denominator: bigint;
  reference: RuleReference;
} {
  return { numerator: 84_685n, denominator: 100_000n, reference: dividendEquivalentReference };
}

const dividendEquivalentReference: RuleReference = {
  rule: "jp_stock_lending_dividend_equivalent",
  validFrom: beforeRecords,
  source: "terms of Japanese stock lending, read in November 2026",
  confirmed: true,
};
