import {
  dayMs,
  freeReturnDays,
  lateFromDays,
  loanAmountMin,
  loanObstacles,
  loansUnderReviewMax,
  loanStatuses,
  type CustomerState,
  type LoanCurrency,
  type LoanObstacle,
  type RefusalCode,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  minor,
  minorDigits,
  parseMinor,
  readAmount,
  zeroMinor,
  type Currency,
  type Minor,
} from "@sanshi/money";
import { localDate, type LocalDate } from "@sanshi/rulebook";
import { wholeUnits } from "./loan-score.rules.ts";

export type Objection = { code: RefusalCode; params?: Record<string, string> };

/** Every loan keeps Tokyo's days, whatever it is in. */
export function loanDay(at: number): LocalDate {
  return localDate("jpy", at);
}

export function addDays(day: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** A basis point a day on one minor unit is one of so many parts of a minor unit: actual days of 365. */
export const unitsPerMinor = 3_650_000n;

/** What a loan's interest is reckoned from. */
export type Accruing = {
  principalLeft: Minor;
  basisPoints: number;
  overdueBasisPoints: number;
  dueOn: LocalDate;
  /** The last day that is reckoned, and what of a minor unit was left then. */
  through: LocalDate;
  fraction: number;
};

/**
 * Interest of the days after `through` up to and with `to`: the day of payment bears none, the day of
 * repayment does, and each day after the agreed one bears the higher rate. In one step or in many, the sum is
 * the same: what is less than a minor unit is kept.
 */
export function accrue(loan: Accruing, to: LocalDate): { interest: Minor; fraction: number } {
  const overdueFrom = loan.through > loan.dueOn ? loan.through : loan.dueOn;
  const agreedTo = to < loan.dueOn ? to : loan.dueOn;
  const agreedDays = Math.max(0, daysBetween(loan.through, agreedTo));
  const overdueDays = Math.max(0, daysBetween(overdueFrom, to));
  const basisPoints = agreedDays * loan.basisPoints + overdueDays * loan.overdueBasisPoints;
  const units = loan.principalLeft * BigInt(basisPoints) + BigInt(loan.fraction);
  return {
    interest: minor(units / unitsPerMinor),
    fraction: Number(units % unitsPerMinor),
  };
}

/** What a day costs, with two more decimals than the currency has, rounded up. */
export function interestPerDay(principal: Minor, basisPoints: number, currency: Currency): string {
  const digits = minorDigits(currency) + 2;
  const hundredths = divide(principal * BigInt(basisPoints) * 100n, unitsPerMinor, "ceiling");
  const text = hundredths.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** What decides whether a customer may apply at all, whatever the amount. */
export type LoanStanding = {
  state: CustomerState;
  resetHoldUntil: number | null;
  isVerified: boolean;
  unpaidDebt: { amount: Minor; currency: Currency } | null;
  /** Of a loan that is late; without its number where it is on another account of the same person. */
  overdueLoan: { number: string } | Record<string, never> | null;
  underReview: number;
};

const obstacles: Readonly<
  Record<LoanObstacle, (standing: LoanStanding) => Record<string, string> | null>
> = {
  account_frozen: ({ state }) => (state === "frozen" || state === "banned" ? {} : null),
  reset_hold: ({ resetHoldUntil: until }) =>
    until === null ? null : { until: new Date(until).toISOString() },
  not_verified: ({ isVerified }) => (isVerified ? null : {}),
  unpaid_debt: ({ unpaidDebt: debt }) =>
    debt === null
      ? null
      : { amount: formatMinor(debt.amount, debt.currency), currency: debt.currency },
  unpaid_loan_exists: ({ overdueLoan }) => overdueLoan,
  fund_operation_in_progress: ({ underReview }) => (underReview >= loansUnderReviewMax ? {} : null),
};

/** All that stands in the way now, for the screen to say before an amount is typed. */
export function obstaclesOf(
  standing: LoanStanding,
): { code: LoanObstacle; params?: Record<string, string> }[] {
  return loanObstacles.flatMap((code) => {
    const params = obstacles[code](standing);
    if (params === null) return [];
    return Object.keys(params).length === 0 ? [{ code }] : [{ code, params }];
  });
}

/** A positive whole amount, neither below what is lent at least nor more than anybody can have. */
export function readLoanAmount(
  text: string,
  currency: LoanCurrency,
): { ok: true; amount: Minor } | { ok: false; objection: Objection } {
  const object = (code: RefusalCode, params?: Record<string, string>) =>
    ({ ok: false, objection: params === undefined ? { code } : { code, params } }) as const;
  const read = readAmount(text, currency);
  if (!read.ok) {
    return object(read.fault === "amount_too_precise" ? "amount_not_whole" : "amount_not_positive");
  }
  if (read.amount % wholeUnits(1, currency) !== 0n) return object("amount_not_whole");
  const least = wholeUnits(loanAmountMin[currency], currency);
  if (read.amount < least) {
    return object("amount_below_minimum", { min: formatMinor(least, currency), currency });
  }
  if (read.amount > wholeUnits(loanAmountMax, currency)) {
    return object("amount_above_maximum", { max: String(loanAmountMax), currency });
  }
  return { ok: true, amount: read.amount };
}

/** Far above every limit: what is larger is no amount that a screen would show. */
const loanAmountMax = 1_000_000_000;

/** May this be applied for now? In the order of the contract's refusals. */
export function objectToApplication(
  standing: LoanStanding,
  { amount, loanable, currency }: { amount: Minor; loanable: Minor; currency: LoanCurrency },
): Objection | null {
  const [first] = obstaclesOf(standing);
  if (first !== undefined) return first;
  if (amount <= loanable) return null;
  return {
    code: "loan_limit_insufficient",
    params: { amount: formatMinor(loanable, currency), currency },
  };
}

/** From when on a customer can give a loan back without interest again: once in so many days. */
export function freeReturnFrom(lastGivenBackAt: number | null): number {
  return lastGivenBackAt === null ? 0 : lastGivenBackAt + freeReturnDays * dayMs;
}

/** A loan as repaying it needs to know it, its interest posted until today. */
export type Owed = {
  status: number;
  currency: LoanCurrency;
  principalLeft: Minor;
  interestLeft: Minor;
  /** Given back now, it costs nothing. */
  inCoolingOff: boolean;
};

/** What repays it in full. */
export function payoffOf({ principalLeft, interestLeft, inCoolingOff }: Owed): Minor {
  return minor(principalLeft + (inCoolingOff ? 0n : interestLeft));
}

/** What a repayment pays, and what of the interest is waived. */
export type Repayment = { principal: Minor; interest: Minor; waived: Minor; isFull: boolean };

/**
 * In full at any time; in part only where the instance allows it, interest first. In the cooling-off period
 * everything goes to the principal, and with the last of it the interest is waived.
 */
export function checkRepayment(
  text: string,
  owed: Owed,
  { available, allowPartial }: { available: Minor; allowPartial: boolean },
): { ok: true; repayment: Repayment } | { ok: false; objection: Objection } {
  const { currency } = owed;
  const object = (code: RefusalCode, params?: Record<string, string>) =>
    ({ ok: false, objection: params === undefined ? { code } : { code, params } }) as const;
  if (owed.status !== loanStatuses.outstanding) return object("loan_not_outstanding");
  const amount = parseMinor(text, currency);
  if (amount === null) return object("amount_too_precise");
  const payoff = payoffOf(owed);
  if (amount > payoff) {
    return object("amount_above_maximum", { max: formatMinor(payoff, currency), currency });
  }
  if (amount < payoff && !allowPartial) return object("repayment_below_loan");
  if (amount > available) return object("insufficient_balance");
  return { ok: true, repayment: splitRepayment(amount, owed) };
}

/** How many days a loan has to be late before it can be written off. */
export const writeOffFromDays = lateFromDays[2];

export function splitRepayment(amount: Minor, owed: Owed): Repayment {
  const isFull = amount === payoffOf(owed);
  if (owed.inCoolingOff) {
    const waived = isFull ? owed.interestLeft : zeroMinor;
    return { principal: amount, interest: zeroMinor, waived, isFull };
  }
  const interest = amount < owed.interestLeft ? amount : owed.interestLeft;
  return { principal: minor(amount - interest), interest, waived: zeroMinor, isFull };
}

/** Which reminder is due: none, a week before, a day before, late, and late for a month. */
export function reminderStage(dueOn: LocalDate, today: LocalDate): number {
  const late = daysBetween(dueOn, today);
  if (late >= lateFromDays[1]) return 4;
  if (late >= lateFromDays[0]) return 3;
  if (late >= -1) return 2;
  return late >= -7 ? 1 : 0;
}
