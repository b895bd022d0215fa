import { minor, type Minor } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** In which currencies money is lent: those whose law on interest the rulebook has. */
export const loanCurrencies = ["JPY", "USD", "CNY"] as const;
export type LoanCurrency = (typeof loanCurrencies)[number];

/** The most that a loan below an amount may cost a year, in basis points; null is any amount. */
export type LoanCeilingBand = {
  readonly below: Minor | null;
  readonly yearlyBasisPointsMax: number;
  /** The same for what is owed after the day of repayment. */
  readonly overdueBasisPointsMax: number;
};

export type LoanCeilings = {
  readonly reference: RuleReference;
  readonly bands: readonly LoanCeilingBand[];
};

/**
 * Japan's law caps damages at 1.46 times the cap of interest, and a lender by trade's at 20 % a year: the
 * lower of both holds here, which is 20 % for every amount.
 */
const japan: readonly LoanCeilings[] = [
  {
    reference: cited("jp_loan_ceiling", "2010-06-18", sources.interestRestriction, {
      unconfirmed: "the text (not read); article 7 (a lender by trade)",
      firstDay: "unconfirmed",
    }),
    bands: [
      { below: minor(100_000n), yearlyBasisPointsMax: 2_000, overdueBasisPointsMax: 2_000 },
      { below: minor(1_000_000n), yearlyBasisPointsMax: 1_800, overdueBasisPointsMax: 2_000 },
      { below: null, yearlyBasisPointsMax: 1_500, overdueBasisPointsMax: 2_000 },
    ],
  },
];

/** The union has no ceiling of its own for such loans; New York's, where the exchanges are, is kept. */
const unitedStates: readonly LoanCeilings[] = [
  {
    reference: cited("us_loan_ceiling", beforeRecords, sources.newYorkUsury, {
      unconfirmed: "the texts (not read): 16 % a year; that damages count as interest",
    }),
    bands: [{ below: null, yearlyBasisPointsMax: 1_600, overdueBasisPointsMax: 1_600 }],
  },
];

/**
 * Four times the one-year loan prime rate of the day of the contract, damages included. The rate is announced every month:
 * an entry stands for the months until the next.
 */
function fourTimesPrime(validFrom: string, primeBasisPoints: number): LoanCeilings {
  const most = 4 * primeBasisPoints;
  return {
    reference: cited(
      "cn_loan_ceiling",
      validFrom,
      [sources.privateLending2020, sources.loanPrimeRate],
      {
        unconfirmed:
          "the court's text (not read) and the rate of the month, from general knowledge",
      },
    ),
    bands: [{ below: null, yearlyBasisPointsMax: most, overdueBasisPointsMax: most }],
  };
}

const china: readonly LoanCeilings[] = [
  fourTimesPrime("2020-08-20", 385),
  fourTimesPrime("2021-12-20", 380),
  fourTimesPrime("2022-01-20", 370),
  fourTimesPrime("2022-08-22", 365),
  fourTimesPrime("2023-06-20", 355),
  fourTimesPrime("2023-08-21", 345),
  fourTimesPrime("2024-07-22", 335),
  fourTimesPrime("2024-10-21", 310),
  fourTimesPrime("2025-05-20", 300),
  // The last that was looked up is January's.
  fourTimesPrime("2026-02-20", 300),
];

export const loanCeilings: Readonly<Record<LoanCurrency, readonly LoanCeilings[]>> = {
  JPY: japan,
  USD: unitedStates,
  CNY: china,
};
