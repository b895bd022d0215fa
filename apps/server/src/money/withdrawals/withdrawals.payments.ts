import { withdrawalNumber, withdrawalStatuses } from "@sanshi/contract";
import { payOut } from "../../banks/simulated-bank.ts";
import { findPayment, keepPayment } from "../../banks/statements.store.ts";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { recordDecision } from "../../governance/approvals/approvals.ts";
import { paramsOf } from "./withdrawals.answers.ts";
import { moveMoney } from "./withdrawals.money.ts";
import * as store from "./withdrawals.store.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";

/**
 * The payment is released, in the transaction of the decision. It is paid at once where the bank says so:
 * by a statement's line that came before, or on a simulated instance by the simulated bank. Else it waits
 * for the bank. Answers whether it was paid.
 */
export async function releasePayment(
  { feed }: Pick<Context, "feed">,
  transaction: Transaction,
  withdrawal: StoredWithdrawal,
  approval: { by: bigint; proposalId: bigint | null; at: number },
): Promise<boolean> {
  const { id, customer_id: customerId, currency, amount } = withdrawal;
  const { at } = approval;
  await store.approveWithdrawal(transaction, { id, ...approval });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "withdrawal_approved",
    at,
    params: paramsOf(withdrawal),
  });
  const line = await findPayment(transaction, id);
  let reference = line && (await ownReference(transaction, id, line));
  if (reference === undefined && feed.kind === "simulated") {
    const payee = withdrawal.holder_name;
    const answer = payOut({ number: withdrawalNumber(id), currency, amount, payee, at });
    await keepPayment(transaction, answer.line, { withdrawalId: id, at });
    reference = answer.reference;
  }
  if (reference === undefined) return false;
  await settlePaid(transaction, withdrawal, { reference, at });
  return true;
}

/** An operator has the bank's reference of an approved payment: that is what makes it paid. */
export function confirmPayment(
  context: Pick<Context, "database" | "clock">,
  audit: Audit,
  { id, bank_reference: reference }: { id: string; bank_reference: string },
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const withdrawal = await store.lockWithdrawal(transaction, BigInt(id));
    if (withdrawal === undefined) return refuse("review_not_found");
    if (withdrawal.status !== withdrawalStatuses.under_review) {
      return refuse("review_already_decided");
    }
    if (withdrawal.approved_at === null) return refuse("withdrawal_not_approved");
    if (await store.isReferenceUsed(transaction, reference)) return refuse("bank_reference_used");
    await payApproved(transaction, withdrawal, { reference, at: context.clock.now() });
    await audit.within(transaction, `withdrawals:${id}`, { bank_reference: reference });
    return accept({});
  });
}

/**
 * Locks a withdrawal for the line that says that the bank paid it: false where its money was given back before, so that
 * the line is none of ours until somebody has looked.
 */
export async function lockPayable(transaction: Transaction, id: bigint): Promise<boolean> {
  const status = (await store.lockWithdrawal(transaction, id))?.status;
  return status === withdrawalStatuses.under_review || status === withdrawalStatuses.paid;
}

/**
 * The bank says by a line of its statement, or by its answer to a file, that it paid a withdrawal: it is paid, if it was
 * approved. One that was not stays as it is; the approval finds the line.
 */
export async function payByBank(
  transaction: Transaction,
  id: bigint,
  { reference, at }: { reference: string; at: number },
): Promise<void> {
  const withdrawal = await store.lockWithdrawal(transaction, id);
  if (withdrawal?.status !== withdrawalStatuses.under_review) return;
  if (withdrawal.approved_at === null) return;
  const own = await ownReference(transaction, id, reference);
  await payApproved(transaction, withdrawal, { reference: own, at });
}

/** An operator may have typed the very reference for another withdrawal: what the bank says is not refused for it. */
async function ownReference(
  transaction: Transaction,
  id: bigint,
  reference: string,
): Promise<string> {
  const isUsed = await store.isReferenceUsed(transaction, reference);
  return isUsed ? `${reference.slice(0, 40)}/${withdrawalNumber(id)}` : reference;
}

/** Of one that was approved some time ago, whose case has been open until now. */
async function payApproved(
  transaction: Transaction,
  withdrawal: StoredWithdrawal,
  bank: { reference: string; at: number },
): Promise<void> {
  const { id, approved_by: decidedBy, approval_id: proposalId } = withdrawal;
  if (decidedBy === null) throw new Error("a withdrawal that nobody approved");
  await settlePaid(transaction, withdrawal, bank);
  await recordDecision(transaction, {
    queue: "withdrawals",
    itemId: id,
    decision: "approve",
    reason: null,
    note: "",
    decidedBy,
    proposalId,
    at: bank.at,
  });
}

/** The money has left: from what was held for it to the bank. */
async function settlePaid(
  transaction: Transaction,
  withdrawal: StoredWithdrawal,
  { reference, at }: { reference: string; at: number },
): Promise<void> {
  const { id, customer_id: customerId } = withdrawal;
  const status = withdrawalStatuses.paid;
  await store.endWithdrawal(transaction, {
    id,
    status,
    reason: null,
    bankReference: reference,
    at,
  });
  await moveMoney(transaction, withdrawal, { kind: "withdrawal_paid", at });
  await sendMessage(transaction, {
    customerId,
    kind: "withdrawal_paid",
    params: { ...paramsOf(withdrawal), reference },
    link: `/mine/withdraw?id=${id}`,
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "withdrawal_paid",
    at,
    params: paramsOf(withdrawal),
  });
}
