import {
  endedLoansShownMax,
  iso,
  isoOrNull,
  loanCan,
  loanNumber,
  loanStatuses,
  type CreditLoan,
} from "@sanshi/contract";
import { formatMinor, minor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import { beforeRecords, type LocalDate } from "@sanshi/rulebook";
import type { Reader } from "../../platform/sql/database.ts";
import {
  accrue,
  addDays,
  daysBetween,
  freeReturnFrom,
  interestPerDay,
  loanDay,
  payoffOf,
  type Accruing,
  type Owed,
} from "./credit-loans.rules.ts";
import * as store from "./credit-loans.store.ts";
import type { StoredLoan } from "./credit-loans.store.ts";
import { rateText } from "./loan-scores.ts";

/** The specification's list: a plain array. */
export async function loansOf(
  reader: Reader,
  customerId: bigint,
  { currency, at }: { currency: Currency | null; at: number },
): Promise<CreditLoan[]> {
  const found = await store.listLoans(reader, customerId, currency, endedLoansShownMax);
  return found.map((loan) => onWire(loan, at));
}

/** What its interest is reckoned from; null of one that was never paid out. */
export function accruingOf(loan: StoredLoan): Accruing | null {
  if (loan.due_on === null || loan.interest_through === null) return null;
  return {
    principalLeft: loan.principal_left,
    basisPoints: loan.rate_basis_points,
    overdueBasisPoints: loan.overdue_basis_points,
    dueOn: loan.due_on,
    through: loan.interest_through,
    fraction: loan.interest_fraction,
  };
}

export function owedOf(loan: StoredLoan, at: number): Owed {
  return {
    status: loan.status,
    currency: loan.currency,
    principalLeft: loan.principal_left,
    interestLeft: loan.interest_left,
    inCoolingOff:
      loan.status === loanStatuses.outstanding &&
      loan.cooling_off_until !== null &&
      at < loan.cooling_off_until &&
      freeReturnFrom(loan.last_given_back_at) <= at,
  };
}

/** As it stands at a moment: what is not posted yet of today's interest is in it. */
export function onWire(loan: StoredLoan, at: number): CreditLoan {
  const { currency, status } = loan;
  const today = loanDay(at);
  const accruing = accruingOf(loan);
  const isOutstanding = status === loanStatuses.outstanding;
  const added = isOutstanding && accruing !== null ? accrue(accruing, today).interest : zeroMinor;
  const interestLeft = minor(loan.interest_left + added);
  const owed = { ...owedOf(loan, at), interestLeft };
  const daysLate = isOutstanding && loan.due_on !== null ? lateDays(loan.due_on, today) : 0;
  const text = (amount: Minor) => formatMinor(amount, currency);
  return {
    id: loan.id.toString(),
    number: loanNumber(loan.id),
    status,
    currency,
    money: text(loan.principal),
    principal_left: text(loan.principal_left),
    interest_left: text(interestLeft),
    interest_total: text(minor(loan.interest_total + added)),
    payoff: text(isOutstanding ? payoffOf(owed) : zeroMinor),
    term_days: loan.term_days,
    purpose: loan.purpose,
    ...ratesOnWire(loan),
    interest_per_day: interestPerDay(
      isOutstanding ? loan.principal_left : loan.principal,
      daysLate > 0 ? loan.overdue_basis_points : loan.rate_basis_points,
      currency,
    ),
    requested_at: iso(loan.requested_at),
    approved_at: isoOrNull(loan.approved_at),
    due_on: loan.due_on,
    due_amount: text(dueAmountOf(loan, accruing)),
    days_late: daysLate,
    cooling_off_until: isoOrNull(loan.cooling_off_until),
    in_cooling_off: owed.inCoolingOff,
    auto_repay: loan.auto_repay,
    ended_at: isoOrNull(loan.ended_at),
    given_back: loan.given_back,
    claimed: text(minor(loan.claimed)),
    rejection:
      loan.reason_code === null ? null : { code: loan.reason_code, words: loan.reason_words },
    can_cancel: loanCan.cancel(loan),
    can_repay: loanCan.repay(loan),
  };
}

export function ratesOnWire(
  loan: Pick<
    StoredLoan,
    "rate_basis_points" | "overdue_basis_points" | "rule" | "rule_since" | "rule_confirmed"
  >,
) {
  return {
    yearly_rate: rateText(loan.rate_basis_points),
    overdue_rate: rateText(loan.overdue_basis_points),
    ...ruleOnWire(loan.rule, loan.rule_since, loan.rule_confirmed),
  };
}

/** As refusals name it: without a day where nobody knows one. */
export function ruleOnWire(rule: string, since: LocalDate, confirmed: boolean) {
  return since === beforeRecords ? { rule, confirmed } : { rule, since, confirmed };
}

export function lateDays(dueOn: LocalDate, today: LocalDate): number {
  return Math.max(0, daysBetween(dueOn, today));
}

/** What is to be repaid on the agreed day: of an application as if it were approved at once. */
function dueAmountOf(loan: StoredLoan, accruing: Accruing | null): Minor {
  if (accruing !== null) {
    const { interest } = accrue(accruing, accruing.dueOn);
    return minor(loan.principal_left + loan.interest_left + interest);
  }
  const today = loanDay(loan.requested_at);
  const { interest } = accrue(
    {
      principalLeft: loan.principal,
      basisPoints: loan.rate_basis_points,
      overdueBasisPoints: loan.overdue_basis_points,
      dueOn: addDays(today, loan.term_days),
      through: today,
      fraction: 0,
    },
    addDays(today, loan.term_days),
  );
  return minor(loan.principal + interest);
}

/** What fills the sentences about a loan. */
export function paramsOf(loan: StoredLoan): Record<string, string> {
  return {
    number: loanNumber(loan.id),
    amount: formatMinor(loan.principal, loan.currency),
    currency: loan.currency,
  };
}
