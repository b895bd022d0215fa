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

const fourTimes =
  "Supreme People's Court on private lending, from 2020-08-20: https://www.tellerreport.com/news/2020-08-20-supreme-law--substantially-reduce-the-upper-limit-of-judicial-protection-of-private-lending-interest-rates-chinanews-com.Hy6Z1f1nfw.html";

/**
 * Four times the one-year loan prime rate of the day of the contract, damages included. `source` is where the rate of the
 * month is said; it is announced every month, so what nobody has looked up since is not confirmed.
 */
function fourTimesPrime(
  validFrom: string,
  primeBasisPoints: number,
  source: string | null,
): LoanCeilings {
  const most = 4 * primeBasisPoints;
  return {
    reference: {
      rule: "cn_loan_ceiling",
      validFrom,
      source: `${fourTimes} ; the prime rate: ${source ?? generalKnowledge}`,
      confirmed: source !== null,
    },
    bands: [{ below: null, yearlyBasisPointsMax: most, overdueBasisPointsMax: most }],
  };
}

const china: readonly LoanCeilings[] = [
  fourTimesPrime("2020-08-20", 385, "the same page"),
  fourTimesPrime(
    "2021-12-20",
    380,
    "https://investmacro.com/2021/12/china-lowers-main-interest-rate-weeks-after-rrr-cut/",
  ),
  fourTimesPrime(
    "2022-01-20",
    370,
    "https://www.cnbc.com/2022/01/20/china-economy-pboc-cuts-loan-prime-rates-lpr-for-1-year-5-year.html",
  ),
  fourTimesPrime(
    "2022-08-22",
    365,
    "https://www.forexlive.com/centralbank/china-rate-cuts-lpr-1-year-365-from-37-5-year-430-from-445-20220822/",
  ),
  fourTimesPrime(
    "2023-06-20",
    355,
    "https://www.forexlive.com/centralbank/pboc-loan-prime-rates-lpr-cut-1-year-355-prior-365-5-year-420-prior-430-20230620/",
  ),
  fourTimesPrime(
    "2023-08-21",
    345,
    "https://www.moneycontrol.com/news/world/chinas-central-bank-cuts-key-benchmark-loan-rate-to-support-economy-11226331.html",
  ),
  fourTimesPrime(
    "2024-07-22",
    335,
    "https://www.finnewsnetwork.com.au/archives/finance_news_network470287.html",
  ),
  fourTimesPrime(
    "2024-10-21",
    310,
    "https://republicofchinatoday.com/china-cuts-market-based-benchmark-lending-rates",
  ),
  fourTimesPrime(
    "2025-05-20",
    300,
    "https://www.spglobal.com/market-intelligence/en/news-insights/articles/2025/5/china-cuts-key-lending-reference-rates-to-new-alltime-lows-89107190 ; unchanged on 2026-01-20: http://en.people.cn/n3/2026/0120/c90000-20416397.html",
  ),
  // The last that was looked up is January's: whoever looks up a later one says so here.
  fourTimesPrime("2026-02-20", 300, null),
];

export const loanCeilings: Readonly<Record<LoanCurrency, readonly LoanCeilings[]>> = {
  JPY: japan,
  USD: unitedStates,
  CNY: china,
};
