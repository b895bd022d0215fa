import {
  limitShares,
  loanCurrencies,
  loanLimitMax,
  scoreFormula as formula,
  type CreditScore,
  type LoanCurrency,
} from "@sanshi/contract";
import { divide, formatMinor, minor, minorDigits, zeroMinor, type Minor } from "@sanshi/money";

/** A customer's own facts up to and with a day, and nothing else, make the score. */
export type ScoreFacts = {
  isVerified: boolean;
  accountDays: number;
  /** Net assets on average over the recorded days. */
  averages: Readonly<Partial<Record<LoanCurrency, Minor>>>;
  loans: { repaidInTime: number; repaidLate: number; overdue: number; writtenOff: number };
  marginCalls: number;
  forcedSales: number;
};

type Part = CreditScore["parts"][number];

/** The published formula: the same facts give everybody the same score. */
export function scoreOf(facts: ScoreFacts): { score: number; parts: Part[] } {
  const parts = [
    identityPart(facts),
    agePart(facts),
    assetsPart(facts),
    repaymentsPart(facts),
    marginPart(facts),
  ];
  const sum = parts.reduce((total, { points }) => total + points, 0);
  return { score: between(0, sum, formula.scoreMax), parts };
}

function identityPart({ isVerified }: ScoreFacts): Part {
  return {
    part: "identity",
    points: isVerified ? formula.verified : 0,
    most: formula.verified,
    params: { verified: String(isVerified) },
  };
}

function agePart({ accountDays }: ScoreFacts): Part {
  const points = Math.floor(accountDays / formula.accountDaysPerPoint);
  return {
    part: "account_age",
    points: Math.min(points, formula.accountAgeMax),
    most: formula.accountAgeMax,
    params: { days: String(accountDays) },
  };
}

/** Of the currencies the one that gives the most points; of equal ones the first. */
function assetsPart({ averages }: ScoreFacts): Part {
  const [best] = loanCurrencies
    .map((currency) => ({ currency, amount: averages[currency] ?? zeroMinor }))
    .map((own) => ({ ...own, points: assetPoints(own.currency, own.amount) }))
    .toSorted((one, other) => other.points - one.points);
  if (best === undefined) throw new Error("money is lent in some currency");
  return {
    part: "assets",
    points: best.points,
    most: formula.assetsMax,
    params: { amount: formatMinor(best.amount, best.currency), currency: best.currency },
  };
}

/** So many points from this part of the full amount on. */
const assetSteps = [
  { points: formula.assetsMax, of: 1n },
  { points: 15, of: 2n },
  { points: 10, of: 4n },
  { points: 5, of: 10n },
] as const;

function assetPoints(currency: LoanCurrency, amount: Minor): number {
  const full = wholeUnits(formula.assetsFull[currency], currency);
  return assetSteps.find(({ of }) => amount * of >= full)?.points ?? 0;
}

function repaymentsPart({ loans }: ScoreFacts): Part {
  const good = Math.min(loans.repaidInTime * formula.repaidInTime, formula.repaymentsMax);
  const bad =
    loans.repaidLate * formula.repaidLate +
    loans.overdue * formula.overdue +
    loans.writtenOff * formula.writtenOff;
  return {
    part: "repayments",
    points: Math.max(good + bad, formula.writtenOff),
    most: formula.repaymentsMax,
    params: {
      in_time: String(loans.repaidInTime),
      late: String(loans.repaidLate + loans.overdue),
      written_off: String(loans.writtenOff),
    },
  };
}

function marginPart({ marginCalls, forcedSales }: ScoreFacts): Part {
  const points = marginCalls * formula.marginCall + forcedSales * formula.forcedSale;
  return {
    part: "margin_calls",
    points: points === 0 ? 0 : Math.max(points, formula.marginMin),
    most: 0,
    params: { calls: String(marginCalls), sales: String(forcedSales) },
  };
}

/** What the formula lends at a score to somebody who has so much: whole units, rounded down. */
export function limitOf(
  currency: LoanCurrency,
  score: number,
  average: Minor,
): { percent: number; limit: Minor } {
  const percent = limitShares.find((step) => score >= step.score)?.percent ?? 0;
  if (average <= 0n) return { percent, limit: zeroMinor };
  const unit = 10n ** BigInt(minorDigits(currency));
  const units = divide(average * BigInt(percent), 100n * unit, "floor");
  const most = BigInt(loanLimitMax[currency]);
  return { percent, limit: minor((units < most ? units : most) * unit) };
}

export function wholeUnits(units: number, currency: LoanCurrency): Minor {
  return minor(BigInt(units) * 10n ** BigInt(minorDigits(currency)));
}

/** Whether anything that a customer reads or borrows by is another than it was. */
export function isSameScore(
  one: { score: number; parts: readonly Part[]; averages: ScoreFacts["averages"] },
  other: typeof one,
): boolean {
  const points = ({ parts }: typeof one) => parts.map((part) => part.points).join();
  const limits = ({ score, averages }: typeof one) =>
    loanCurrencies
      .map((currency) => limitOf(currency, score, averages[currency] ?? zeroMinor).limit)
      .join();
  return (
    one.score === other.score && points(one) === points(other) && limits(one) === limits(other)
  );
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
