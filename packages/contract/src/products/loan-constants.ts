import type { RefusalCode } from "../refusals.ts";

/** In which currencies money is lent: those of the three markets, whose law on interest is known. */
export const loanCurrencies = ["JPY", "USD", "CNY"] as const;

export type LoanCurrency = (typeof loanCurrencies)[number];

export const loanStatuses = {
  under_review: 0,
  outstanding: 1,
  rejected: 2,
  repaid: 3,
  written_off: 4,
  cancelled: 5,
} as const;

/** What a loan is called in records and messages. */
export function loanNumber(id: bigint): string {
  return `L-${id.toString().padStart(8, "0")}`;
}

/** For how many days money is lent. */
export const loanTermDays = [30, 90, 180, 365] as const;

export const loanPurposes = ["investing", "living", "education", "medical", "other"] as const;

export type LoanPurpose = (typeof loanPurposes)[number];

/** The least that is lent, in whole units of the currency. */
export const loanAmountMin = { JPY: 10_000, USD: 100, CNY: 500 } as const;

/** All that is under review or owed, and of the others so many, the newest, are listed. */
export const endedLoansShownMax = 100;

/** Of one customer at a time. */
export const loansUnderReviewMax = 5;

/** The score's parts, in the order in which they are shown. */
export const scoreParts = [
  "identity",
  "account_age",
  "assets",
  "repayments",
  "margin_calls",
] as const;

export type ScorePart = (typeof scoreParts)[number];

/**
 * The published formula, the same for everybody. Every figure of it is shown to the customer with the
 * customer's own, and nobody can type a score.
 */
export const scoreFormula = {
  scoreMax: 100,
  /** For a verified identity, without which nothing is lent. */
  verified: 40,
  /** A point for so many days since the account was opened. */
  accountDaysPerPoint: 18,
  accountAgeMax: 20,
  /** Net assets on average over so many days, a day before the account counting as nothing, in the currency that gives the most points. */
  assetDays: 30,
  assetsMax: 20,
  /** For the full points, in whole units; a half gives 15, a quarter 10, a tenth 5. */
  assetsFull: { JPY: 1_000_000, USD: 10_000, CNY: 50_000 },
  repaidInTime: 5,
  repaymentsMax: 20,
  repaidLate: -10,
  overdue: -30,
  writtenOff: -100,
  /** Over so many days. */
  marginDays: 365,
  marginCall: -5,
  forcedSale: -10,
  marginMin: -30,
} as const;

/** From a score on, the limit is so many per cent of the average net assets in the currency. */
export const limitShares = [
  { score: 90, percent: 50 },
  { score: 80, percent: 40 },
  { score: 70, percent: 30 },
  { score: 60, percent: 20 },
  { score: 50, percent: 10 },
] as const;

/** And never more than this to one person, in whole units, on all accounts together. */
export const loanLimitMax = { JPY: 3_000_000, USD: 20_000, CNY: 150_000 } as const;

/** What can stand in the way of a new loan whatever its amount, in the order in which it is said. */
export const loanObstacles = [
  "account_frozen",
  "reset_hold",
  "not_verified",
  "unpaid_debt",
  "unpaid_loan_exists",
  "fund_operation_in_progress",
] as const satisfies readonly RefusalCode[];

export type LoanObstacle = (typeof loanObstacles)[number];

/** How a loan that is late is told apart, in days after its day of repayment. */
export const lateFromDays = [1, 31, 91] as const;

/** Within so many hours an application is decided. */
export const loanReviewHours = 24;

/** A person gives a loan back without interest once in so many days, on whichever account. */
export const freeReturnDays = 90;

/** What is set aside of the principal, in per cent: of what is not late, and from each of those days on. */
export const provisionPercent = [1, 10, 50, 100] as const;
