import {
  dayMs,
  loanStatuses,
  type CallOutput,
  type Calls,
  type CreditLoan,
  type LoanCurrency,
  type LoanOverview,
  type LoanPreview,
  type LoanPurpose,
  loanTermDays,
} from "@sanshi/contract";
import { formatMinor, minor, type Minor } from "@sanshi/money";
import { loanCeiling, loanRates } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { siteRules } from "../../governance/site/site.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import {
  accrue,
  addDays,
  checkRepayment,
  freeReturnFrom,
  interestPerDay,
  loanDay,
  objectToApplication,
  obstaclesOf,
  readLoanAmount,
} from "./credit-loans.rules.ts";
import * as store from "./credit-loans.store.ts";
import type { StoredLoan } from "./credit-loans.store.ts";
import { accrueLoans } from "./loan-interest.ts";
import { onWire, owedOf, paramsOf, ruleOnWire } from "./loan-answers.ts";
import { availableIn, lockMoney } from "./loan-money.ts";
import {
  creditFileOf,
  limitIn,
  limitsOnWire,
  rateText,
  readCreditFile,
  scoreOnWire,
  standingOf,
} from "./loan-scores.ts";
import { listScores } from "./loan-scores.store.ts";
import { settleRepayment } from "./loan-repayment.ts";

type LoanContext = Pick<Context, "database" | "clock" | "quotes">;

export { scoreFaults } from "./score-check.ts";

/** Score, limits, and what stands in the way: the same rules that an application is held against. */
export async function loanOverview(
  context: LoanContext,
  customer: Customer,
): Promise<LoanOverview> {
  const { reader } = context.database;
  const at = context.clock.now();
  const rules = await siteRules(reader);
  const file = await readCreditFile(context, customer.customerId);
  const balances = await customerBalances(reader, customer.customerId);
  return {
    score: scoreOnWire(file.score),
    currencies: limitsOnWire(file, rules, at),
    terms: [...loanTermDays],
    cooling_off_days: rules.loanCoolingOffDays,
    partial_repayment: rules.allowPartialRepayment,
    obstacles: obstaclesOf(await standingOf(reader, customer, file, balances)),
  };
}

export async function scoreHistory(
  { database }: LoanContext,
  { customerId }: Customer,
  page: { cursor?: string | undefined; limit: string },
): Promise<Outcome<CallOutput<Calls["/user/loan-scores"]>>> {
  const place = placeOf(page.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(page.limit);
  if (place !== undefined && place[0] > lastDayNumber) return refuse("invalid_request");
  const before = place === undefined ? null : dayOfNumber(place[0]);
  const found = await listScores(database.reader, customerId, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: shown.map(({ day, score, parts }) => ({ day, score, parts })),
    next_cursor:
      found.length > limit && last !== undefined ? cursorOf(numberOfDay(last.day)) : null,
  });
}

/** Of the year 2200. */
const lastDayNumber = 84_000n;

function numberOfDay(day: string): bigint {
  return BigInt(Date.parse(day) / dayMs);
}

function dayOfNumber(day: bigint): string {
  return new Date(Number(day) * dayMs).toISOString().slice(0, 10);
}

type Terms = { currency: LoanCurrency; amount: string; termDays: number };

/** What a loan would cost if it were approved now. */
export async function previewLoan(
  { database, clock }: LoanContext,
  { customerId }: Customer,
  { currency, amount, termDays }: Terms,
): Promise<Outcome<LoanPreview>> {
  const read = readLoanAmount(amount, currency);
  if (!read.ok) return { ok: false, refusal: read.objection };
  const at = clock.now();
  const today = loanDay(at);
  const rules = await siteRules(database.reader);
  const asked = rules.loanBasisPoints[currency];
  const rates = loanRates(currency, read.amount, today, asked);
  const ceiling = loanCeiling(currency, read.amount, today);
  const dueOn = addDays(today, termDays);
  const loan = { ...rates, principalLeft: read.amount, dueOn, through: today, fraction: 0 };
  const { interest, fraction } = accrue(loan, dueOn);
  const late = accrue({ ...loan, through: dueOn, fraction }, addDays(dueOn, 10)).interest;
  const text = (money: Minor) => formatMinor(money, currency);
  const { rule, validFrom, confirmed } = rates.reference;
  const freeFrom = freeReturnFrom(await store.lastGivenBackAt(database.reader, customerId));
  const coolingOffUntil = at + rules.loanCoolingOffDays * dayMs;
  return accept({
    currency,
    money: text(read.amount),
    term_days: termDays,
    daily_rate: dailyRate(rates.basisPoints),
    yearly_rate: rateText(rates.basisPoints),
    overdue_rate: rateText(rates.overdueBasisPoints),
    ...ruleOnWire(rule, validFrom, confirmed),
    law_rate_max: rateText(ceiling.yearlyBasisPointsMax),
    interest_per_day: interestPerDay(read.amount, rates.basisPoints, currency),
    due_on: dueOn,
    interest: text(interest),
    due_amount: text(minor(read.amount + interest)),
    cooling_off_until: freeFrom <= at ? new Date(coolingOffUntil).toISOString() : null,
    free_return_from: freeFrom <= at ? null : new Date(freeFrom).toISOString(),
    ten_days_late: text(late),
  });
}

/** Per cent a day with five decimals, rounded up. */
function dailyRate(basisPoints: number): string {
  const hundredThousandths = Math.ceil((basisPoints * 1_000) / 365);
  const text = String(hundredThousandths).padStart(6, "0");
  return `${text.slice(0, -5)}.${text.slice(-5)}`;
}

type LoanForm = Terms & { purpose: LoanPurpose; autoRepay: boolean };

/** Applies for a loan. All of the customer's money is locked: of two at once the second sees the first. */
export function applyForLoan(
  context: LoanContext,
  customer: Customer,
  form: LoanForm,
  requestId: string,
): Promise<Outcome<CreditLoan>> {
  const { database, clock } = context;
  const { customerId } = customer;
  const input = {
    currency: form.currency,
    amount: form.amount,
    term_days: String(form.termDays),
    purpose: form.purpose,
    auto_repay: String(form.autoRepay),
  };
  const asked = { customerId, requestId, call: "apply-loan", input };
  return answeredOnceWithId(database, asked, async (transaction) => {
    const at = clock.now();
    const today = loanDay(at);
    const { currency } = form;
    const read = readLoanAmount(form.amount, currency);
    if (!read.ok) return { ok: false, refusal: read.objection };
    const balances = await lockMoney(transaction, customerId);
    const file = await creditFileOf(context, transaction, customerId);
    const standing = await standingOf(transaction, customer, file, balances);
    const { loanable } = limitIn(file, currency);
    const objection = objectToApplication(standing, { amount: read.amount, loanable, currency });
    if (objection !== null) return { ok: false, refusal: objection };
    const rules = await siteRules(transaction);
    const rates = loanRates(currency, read.amount, today, rules.loanBasisPoints[currency]);
    const id = await store.insertLoan(transaction, {
      ...rates,
      customerId,
      currency,
      principal: read.amount,
      termDays: form.termDays,
      purpose: form.purpose,
      rule: rates.reference.rule,
      ruleSince: rates.reference.validFrom,
      ruleConfirmed: rates.reference.confirmed,
      autoRepay: form.autoRepay,
      at,
    });
    const loan = await mustFind(transaction, id);
    const params = paramsOf(loan);
    await recordActivity(transaction, { customerId, kind: "loan_requested", params, at });
    return accept(onWire(loan, at));
  });
}

/** Cancels what is under review: whoever ends it first, the customer or an operator, decides. */
export function cancelLoan(
  { database, clock }: LoanContext,
  { customerId }: Customer,
  id: bigint,
  requestId: string,
): Promise<Outcome<CreditLoan>> {
  const asked = { customerId, requestId, call: "cancel-loan", input: { id: id.toString() } };
  return answeredOnceWithId(database, asked, async (transaction) => {
    const loan = await store.lockLoan(transaction, id);
    if (loan?.customer_id !== customerId) return refuse("loan_not_found");
    if (loan.status !== loanStatuses.under_review) return refuse("loan_not_under_review");
    const at = clock.now();
    const status = loanStatuses.cancelled;
    await store.endApplication(transaction, { id, status, reason: null, at });
    const params = paramsOf(loan);
    await recordActivity(transaction, { customerId, kind: "loan_cancelled", params, at });
    return accept(onWire(await mustFind(transaction, id), at));
  });
}

/** Repays from the available money, after the interest until today is posted. */
export function repayLoan(
  { database, clock }: LoanContext,
  { customerId }: Customer,
  { id, amount }: { id: bigint; amount: string },
  requestId: string,
): Promise<Outcome<CreditLoan>> {
  const input = { id: id.toString(), amount };
  const asked = { customerId, requestId, call: "repay-loan", input };
  return answeredOnceWithId(database, asked, async (transaction) => {
    if (amount.startsWith("-") || !/[1-9]/.test(amount)) return refuse("amount_not_positive");
    const before = await store.findLoan(transaction, id);
    if (before?.customer_id !== customerId) return refuse("loan_not_found");
    const at = clock.now();
    await store.lockPerson(transaction, customerId);
    const balances = await lockMoney(transaction, customerId);
    await accrueLoans(transaction, [id], { through: loanDay(at), untilDue: false, at });
    const loan = await mustLock(transaction, id);
    const rules = await siteRules(transaction);
    const available = availableIn(balances, loan.currency);
    const checked = checkRepayment(amount, owedOf(loan, at), {
      available,
      allowPartial: rules.allowPartialRepayment,
    });
    if (!checked.ok) return { ok: false, refusal: checked.objection };
    await settleRepayment(transaction, loan, checked.repayment, { at, isAutomatic: false });
    return accept(onWire(await mustFind(transaction, id), at));
  });
}

export function setAutoRepay(
  { database, clock }: LoanContext,
  { customerId }: Customer,
  id: bigint,
  on: boolean,
): Promise<Outcome<CreditLoan>> {
  return database.transaction(async (transaction) => {
    const loan = await store.lockLoan(transaction, id);
    if (loan?.customer_id !== customerId) return refuse("loan_not_found");
    if (loan.status > loanStatuses.outstanding) return refuse("loan_not_outstanding");
    await store.saveAutoRepay(transaction, id, on);
    return accept(onWire(await mustFind(transaction, id), clock.now()));
  });
}

async function mustFind(reader: Reader, id: bigint): Promise<StoredLoan> {
  const found = await store.findLoan(reader, id);
  if (found === undefined) throw new Error(`loan ${id} is not there`);
  return found;
}

async function mustLock(transaction: Transaction, id: bigint): Promise<StoredLoan> {
  const found = await store.lockLoan(transaction, id);
  if (found === undefined) throw new Error(`loan ${id} is not there`);
  return found;
}
