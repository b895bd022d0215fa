import { formatMinor, minor, type Minor } from "@sanshi/money";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { loanDay, payoffOf, splitRepayment, type Repayment } from "./credit-loans.rules.ts";
import { saveRepayment, type StoredLoan } from "./credit-loans.store.ts";
import { lateDays, owedOf, paramsOf } from "./loan-answers.ts";
import { postRepayment, postWaiver } from "./loan-money.ts";

/** Of a locked loan: the record, the money and what the customer is told are one commit. */
export async function settleRepayment(
  transaction: Transaction,
  loan: StoredLoan,
  repayment: Repayment,
  { at, isAutomatic }: { at: number; isAutomatic: boolean },
): Promise<void> {
  const { id, customer_id: customerId, currency } = loan;
  const { principal, interest, waived, isFull } = repayment;
  const givenBack = isFull && owedOf(loan, at).inCoolingOff;
  await saveRepayment(transaction, { ...repayment, id, givenBack, at });
  await postRepayment(transaction, loan, { principal, interest, at });
  if (waived > 0n) await postWaiver(transaction, loan, waived, at);
  const paid = formatMinor(minor(principal + interest), currency);
  const params = { ...paramsOf(loan), paid, automatic: String(isAutomatic) };
  await recordActivity(transaction, { customerId, kind: "loan_repaid", params, at });
  const link = `/mine/loanOrder?id=${id}` as const;
  if (!isFull) {
    if (!isAutomatic) return;
    const left = minor(loan.principal_left + loan.interest_left - principal - interest);
    const collected = { ...params, left: formatMinor(left, currency) };
    await sendMessage(transaction, {
      customerId,
      kind: "loan_collected",
      params: collected,
      link,
      at,
    });
    return;
  }
  await sendMessage(transaction, { customerId, kind: "loan_repaid", params, link, at });
}

/**
 * Takes what a locked loan is owed from the available money: all of it on its day where that was agreed, and once it
 * is late as much as there is, whatever was chosen.
 */
export async function collect(
  transaction: Transaction,
  loan: StoredLoan,
  { available, at }: { available: Minor; at: number },
): Promise<void> {
  const owed = owedOf(loan, at);
  const payoff = payoffOf(owed);
  const isLate = loan.due_on !== null && lateDays(loan.due_on, loanDay(at)) > 0;
  const isAgreed = loan.auto_repay && available >= payoff;
  const amount = available < payoff ? available : payoff;
  if (!(isLate || isAgreed) || amount <= 0n) return;
  await settleRepayment(transaction, loan, splitRepayment(amount, owed), { at, isAutomatic: true });
}
