import { minor, type Minor } from "@sanshi/money";
import { beforeRecords, generalKnowledge, type RuleReference } from "../rule-reference.ts";

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
    reference: {
      rule: "jp_loan_ceiling",
      validFrom: "2010-06-18",
      source: `Interest Rate Restriction Act, articles 1 and 4: https://iuris.jp/利息制限法-第四条-賠償額の予定の制限/jpn/a/7362 ; article 7 (a lender by trade) and the date: ${generalKnowledge}`,
      confirmed: true,
    },
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
    reference: {
      rule: "us_loan_ceiling",
      validFrom: beforeRecords,
      source: `New York: Banking Law 14-a and General Obligations Law 5-501, 16 % a year: https://www.elfaonline.org/advocacy/state-issues/state-law-compendium/new-york/usury ; that damages count as interest: ${generalKnowledge}`,
      confirmed: true,
    },
    bands: [{ below: null, yearlyBasisPointsMax: 1_600, overdueBasisPointsMax: 1_600 }],
  },
];

/** Four times the one-year loan prime rate of the day of the contract, damages included. */
function fourTimesPrime(validFrom: string, primeBasisPoints: number): LoanCeilings {
  const most = 4 * primeBasisPoints;
  return {
    reference: {
      rule: "cn_loan_ceiling",
      validFrom,
      source: `Supreme People's Court on private lending, articles 25 and 29; the prime rate: ${generalKnowledge}`,
      confirmed: false,
    },
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
];

export const loanCeilings: Readonly<Record<LoanCurrency, readonly LoanCeilings[]>> = {
  JPY: japan,
  USD: unitedStates,
  CNY: china,
};
