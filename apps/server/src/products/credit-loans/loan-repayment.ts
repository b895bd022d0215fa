import { formatMinor, minor } from "@sanshi/money";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { Repayment } from "./credit-loans.rules.ts";
import { saveRepayment, type StoredLoan } from "./credit-loans.store.ts";
import { paramsOf } from "./loan-answers.ts";
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
  const givenBack = isFull && loan.cooling_off_until !== null && at < loan.cooling_off_until;
  await saveRepayment(transaction, { ...repayment, id, givenBack, at });
  await postRepayment(transaction, loan, { principal, interest, at });
  if (waived > 0n) await postWaiver(transaction, loan, waived, at);
  const paid = formatMinor(minor(principal + interest), currency);
  const params = { ...paramsOf(loan), paid, automatic: String(isAutomatic) };
  await recordActivity(transaction, { customerId, kind: "loan_repaid", params, at });
  if (!isFull) return;
  const link = `/mine/loanOrder?id=${id}` as const;
  await sendMessage(transaction, { customerId, kind: "loan_repaid", params, link, at });
}
