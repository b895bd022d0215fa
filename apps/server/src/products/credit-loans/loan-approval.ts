import { dayMs, loanStatuses, type Reason, type AnyRefusalCode } from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import { loanRates } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Balance } from "../../ledger/ledger.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";
import { siteRules } from "../../governance/site/site.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { addDays, loanDay, obstaclesOf } from "./credit-loans.rules.ts";
import * as store from "./credit-loans.store.ts";
import type { StoredLoan } from "./credit-loans.store.ts";
import { onWire, paramsOf } from "./loan-answers.ts";
import { lockMoney, payOutLoan } from "./loan-money.ts";
import { customerStateOf, lentUnderLock } from "./loan-report.store.ts";
import { creditFileOf, limitIn, standingOf, type CreditFile } from "./loan-scores.ts";

/**
 * The record, the money and the message are one commit. What is owed, limit and capital are looked at again under
 * their locks: days may have gone by since the application. The rate is the one that was applied for, or less where the
 * law of today allows less.
 */
export async function approveLoan(
  context: Pick<Context, "clock" | "quotes">,
  transaction: Transaction,
  loan: StoredLoan,
): Promise<Outcome<null>> {
  const { id, customer_id: customerId, currency, principal } = loan;
  const at = context.clock.now();
  const today = loanDay(at);
  await store.lockPerson(transaction, customerId);
  const balances = await lockMoney(transaction, customerId);
  const file = await creditFileOf(context, transaction, customerId);
  const obstacle = await obstacleOf(transaction, customerId, file, balances);
  if (obstacle !== null) return refuse(obstacle);
  const limit = limitIn(file, currency);
  if (limit.loaned + principal > limit.limit) {
    return refuse("loan_limit_insufficient", {
      amount: formatMinor(limit.limit, currency),
      currency,
    });
  }
  const rules = await siteRules(transaction);
  const lent = await lentUnderLock(transaction, currency);
  if (lent + principal > rules.loanCapital[currency]) return refuse("loan_capital_exhausted");
  const rates = loanRates(currency, principal, today, loan.rate_basis_points);
  await store.approveLoan(transaction, {
    ...rates,
    id,
    rule: rates.reference.rule,
    ruleSince: rates.reference.validFrom,
    ruleConfirmed: rates.reference.confirmed,
    today,
    dueOn: addDays(today, loan.term_days),
    coolingOffUntil: at + rules.loanCoolingOffDays * dayMs,
    at,
  });
  await payOutLoan(transaction, loan, at);
  const paid = await store.findLoan(transaction, id);
  if (paid === undefined) throw new Error(`loan ${id} is not there`);
  const { due_on, due_amount: due, cooling_off_until } = onWire(paid, at);
  const params = {
    ...paramsOf(loan),
    due_on: due_on ?? "",
    due,
    cooling_off: loanDay(Date.parse(cooling_off_until ?? "")),
  };
  const link = `/mine/loanOrder?id=${id}` as const;
  await sendMessage(transaction, { customerId, kind: "loan_approved", params, link, at });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "loan_approved",
    params: paramsOf(loan),
    at,
  });
  return accept(null);
}

/** What stood in the way of an application stands in the way of paying it out: days may have gone by. */
async function obstacleOf(
  transaction: Transaction,
  customerId: bigint,
  file: CreditFile,
  balances: readonly Balance[],
): Promise<AnyRefusalCode | null> {
  const state = await customerStateOf(transaction, customerId);
  if (state === undefined) throw new Error(`customer ${customerId} is not there`);
  const standing = await standingOf(transaction, { customerId, state }, file, balances);
  // The application itself is one of those under review.
  const [first] = obstaclesOf({ ...standing, underReview: 0 });
  if (first === undefined) return null;
  const { code } = first;
  return code === "unpaid_debt" || code === "unpaid_loan_exists" ? "loan_borrower_owes" : code;
}

/** Nothing was held; the customer reads why. */
export async function rejectLoan(
  transaction: Transaction,
  loan: StoredLoan,
  { reason, at }: { reason: Reason; at: number },
): Promise<void> {
  const { id, customer_id: customerId } = loan;
  await store.endApplication(transaction, { id, status: loanStatuses.rejected, reason, at });
  await sendMessage(transaction, {
    customerId,
    kind: "loan_rejected",
    params: { ...paramsOf(loan), ...reasonParams(reason) },
    link: `/mine/loanOrder?id=${id}`,
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "loan_rejected",
    reason,
    params: paramsOf(loan),
    at,
  });
}
