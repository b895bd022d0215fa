import {
  loanNumber,
  loanStatuses,
  readReasonCode,
  type CallOutput,
  type CheckedInput,
  type LoanCurrency,
  type OperatorCalls,
  type Reason,
} from "@sanshi/contract";
import { formatMinor, minor, parseMinor, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import {
  propose,
  proposeExplanation,
  type Handlers,
  type Proposed,
} from "../../governance/approvals/approvals.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";
import { siteRules } from "../../governance/site/site.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addDays, loanDay, writeOffFromDays } from "./credit-loans.rules.ts";
import { findLoan, lockLoan, saveWriteOff, type StoredLoan } from "./credit-loans.store.ts";
import { accrueLoans } from "./loan-interest.ts";
import { lateDays, loansOf, paramsOf } from "./loan-answers.ts";
import { availableIn, lockMoney, postWriteOff } from "./loan-money.ts";
import { collect } from "./loan-repayment.ts";
import { wholeUnits } from "./loan-score.rules.ts";
import {
  creditFileOf,
  limitIn,
  limitsOnWire,
  readCreditFile,
  scoreOnWire,
  walletOnWire,
} from "./loan-scores.ts";
import { findCustomerId, insertLimitCap } from "./loan-scores.store.ts";

type CustomerLoans = CallOutput<OperatorCalls["/api/ops/customers/:account/loans"]>;

/** A customer's file as operators see it; that they looked is written down. */
export async function loansOfCustomer(
  context: Pick<Context, "database" | "clock" | "quotes">,
  account: string,
): Promise<Outcome<CustomerLoans>> {
  const { clock } = context;
  const { reader } = context.database;
  const customerId = await findCustomerId(reader, account);
  if (customerId === undefined) return refuse("customer_not_found");
  const at = clock.now();
  await notifyOfOperatorAct(reader, { customerId, kind: "operator_viewed", what: "loans", at });
  const file = await readCreditFile(context, customerId);
  return accept({
    score: scoreOnWire(file.score),
    limits: limitsOnWire(file, await siteRules(reader), at),
    loans: await loansOf(reader, customerId, { currency: null, at }),
  });
}

type LimitForm = CheckedInput<OperatorCalls["/api/ops/customers/:account/loan-limit"]>;

/** Lowering protects the customer and the house and is one operator's; raising what was lowered takes two. */
export function changeLoanLimit(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: LimitForm,
): Promise<Outcome<Proposed>> {
  const { account, currency } = form;
  const given = readReasonCode("loans", form.reason, form.explanation);
  if (!given.ok) return Promise.resolve(refuse(given.code));
  const { reason } = given;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const customerId = await findCustomerId(transaction, account);
    if (customerId === undefined) return refuse("customer_not_found");
    // Against an application of the same moment.
    await lockMoney(transaction, customerId);
    const change = await limitChange(context, transaction, customerId, form);
    if (!change.ok) return change;
    const { amount, isLower } = change.value;
    const details = { currency, limit: form.limit ?? "", reason };
    if (!isLower) {
      const proposed = await propose(context, transaction, operator, {
        kind: "loan_limit",
        subject: `${account} ${currency}`,
        customerId,
        input: { account, currency, limit: form.limit },
        reason,
        note: form.note ?? "",
      });
      if (!proposed.ok) return proposed;
      await audit.within(transaction, account, { ...details, proposal: proposed.value.id });
      return proposed;
    }
    const at = context.clock.now();
    const setBy = operator.operatorId;
    const told = { ...reason, words: "" };
    const cap = { customerId, currency, amount, reason: told, setBy, at };
    await insertLimitCap(transaction, { ...cap, approvedBy: null, proposalId: null });
    await notifyOfLimit(transaction, { ...cap, kind: "loan_limit_lowered" });
    const explained = { customerId, reason };
    const waiting = await proposeExplanation(context, transaction, operator, explained);
    if (!waiting.ok) return waiting;
    await audit.within(transaction, account, details);
    return accept({ id: customerId.toString(), state: "approved", pending: null });
  });
}

/** What the change would make of the limit; lower than what holds, or not. */
async function limitChange(
  context: Pick<Context, "clock" | "quotes">,
  transaction: Transaction,
  customerId: bigint,
  { currency, limit }: { currency: LoanCurrency; limit: string | null },
): Promise<Outcome<{ amount: Minor | null; isLower: boolean; before: Minor; after: Minor }>> {
  const file = await creditFileOf(context, transaction, customerId);
  const own = limitIn(file, currency);
  const amount = limit === null ? null : parseMinor(limit, currency);
  if (limit !== null) {
    const isWhole = amount !== null && amount >= 0n && amount % wholeUnits(1, currency) === 0n;
    if (!isWhole || amount > own.computed) return refuse("loan_limit_out_of_range");
  }
  const after = amount ?? own.computed;
  const { capped: before } = own;
  const isSame = amount === null ? own.cap === null : amount === before;
  if (isSame) return refuse("loan_limit_unchanged");
  return accept({ amount, isLower: after < before, before, after });
}

async function notifyOfLimit(
  transaction: Transaction,
  told: {
    customerId: bigint;
    currency: LoanCurrency;
    amount: Minor | null;
    reason: Reason;
    kind: "loan_limit_lowered" | "loan_limit_raised";
    at: number;
  },
): Promise<void> {
  const { customerId, currency, amount, reason, kind, at } = told;
  const limit = amount === null ? {} : { amount: formatMinor(amount, currency) };
  const params = { currency, ...limit };
  await sendMessage(transaction, {
    customerId,
    kind,
    params: { ...params, ...reasonParams(reason) },
    link: "/mine/loan",
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: kind,
    reason,
    params,
    at,
  });
}

/** Proposes to give up a loan that is long overdue. */
export function proposeWriteOff(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/loans/:id/write-off"]>,
): Promise<Outcome<Proposed>> {
  const given = readReasonCode("loans", form.reason, form.explanation);
  if (!given.ok) return Promise.resolve(refuse(given.code));
  return transactionUnlessRefused(context.database, async (transaction) => {
    const loan = await longLateLoan(context, transaction, BigInt(form.id));
    if (!loan.ok) return loan;
    const proposed = await propose(context, transaction, operator, {
      kind: "loan_write_off",
      subject: form.id,
      customerId: loan.value.customer_id,
      input: { loan: form.id },
      reason: given.reason,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    const details = { proposal: proposed.value.id, reason: given.reason };
    await audit.within(transaction, `loans:${form.id}`, details);
    return proposed;
  });
}

/** Only what is late for long is given up: until then it takes whatever money comes in. */
async function longLateLoan(
  { clock }: Pick<Context, "clock">,
  reader: Reader,
  id: bigint,
): Promise<Outcome<StoredLoan & { due_on: string }>> {
  const loan = await findLoan(reader, id);
  if (loan === undefined) return refuse("loan_not_found");
  const { due_on, status } = loan;
  if (due_on === null || status !== loanStatuses.outstanding) return refuse("loan_not_overdue");
  const days = lateDays(due_on, loanDay(clock.now()));
  if (days === 0) return refuse("loan_not_overdue");
  if (days < writeOffFromDays) {
    return refuse("loan_not_long_overdue", { from: addDays(due_on, writeOffFromDays) });
  }
  return accept({ ...loan, due_on });
}

export const loanProposals: Handlers<"loan_limit" | "loan_write_off"> = {
  loan_limit: {
    approve: "approve_proposals",
    differences: async (context, transaction, { account, currency, limit }) => {
      const customerId = await findCustomerId(transaction, account);
      if (customerId === undefined) return refuse("customer_not_found");
      if (!isLoanCurrency(currency)) return refuse("loan_limit_out_of_range");
      const change = await limitChange(context, transaction, customerId, { currency, limit });
      if (!change.ok) return change;
      const shown = (amount: Minor) => `${formatMinor(amount, currency)} ${currency}`;
      const { before, after } = change.value;
      return accept([{ field: "loan_limit", before: shown(before), after: shown(after) }]);
    },
    apply: async (context, transaction, approval) => {
      const { account, currency, limit } = approval.input;
      const customerId = await findCustomerId(transaction, account);
      if (customerId === undefined) return refuse("customer_not_found");
      if (!isLoanCurrency(currency)) return refuse("loan_limit_out_of_range");
      await lockMoney(transaction, customerId);
      const change = await limitChange(context, transaction, customerId, { currency, limit });
      if (!change.ok) return change;
      const { amount } = change.value;
      const { reason } = approval;
      if (reason === null) return refuse("reason_required");
      const cap = { customerId, currency, amount, reason, at: approval.at };
      await insertLimitCap(transaction, {
        ...cap,
        setBy: approval.proposedBy,
        approvedBy: approval.approvedBy,
        proposalId: approval.proposalId,
      });
      await notifyOfLimit(transaction, { ...cap, kind: "loan_limit_raised" });
      return accept({});
    },
  },
  loan_write_off: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const loan = await longLateLoan(context, transaction, BigInt(input.loan));
      if (!loan.ok) return loan;
      const { id, customer_id, principal_left: left, currency, due_on } = loan.value;
      const file = await creditFileOf(context, transaction, customer_id);
      // Without the interest, which grows by itself from one day to the next.
      const owed = `${formatMinor(left, currency)} ${currency}`;
      return accept([
        { field: "loan", before: loanNumber(id), after: null },
        { field: "principal", before: owed, after: "0" },
        { field: "due_on", before: due_on, after: null },
        ...walletOnWire(file).flatMap((own) =>
          (["available", "holdings_value"] as const).map((field) => {
            const amount = `${own[field]} ${own.currency}`;
            return { field, before: amount, after: amount };
          }),
        ),
      ]);
    },
    apply: async (context, transaction, { input, reason, at }) => {
      const found = await findLoan(transaction, BigInt(input.loan));
      if (found === undefined) return refuse("loan_not_found");
      const balances = await lockMoney(transaction, found.customer_id);
      const until = { through: loanDay(at), untilDue: false, at };
      await accrueLoans(transaction, [found.id], until);
      const late = await longLateLoan(context, transaction, found.id);
      const owed = await lockLoan(transaction, found.id);
      if (!late.ok || owed === undefined) return late;
      await collect(transaction, owed, { available: availableIn(balances, owed.currency), at });
      const loan = await lockLoan(transaction, found.id);
      if (loan?.status !== loanStatuses.outstanding) return accept({});
      await writeOff(transaction, loan, reason ?? { code: "uncollectable", words: "" }, at);
      return accept({});
    },
  },
};

function isLoanCurrency(currency: string): currency is LoanCurrency {
  return currency === "JPY" || currency === "USD" || currency === "CNY";
}

async function writeOff(
  transaction: Transaction,
  loan: StoredLoan,
  reason: Reason,
  at: number,
): Promise<void> {
  const { id, customer_id: customerId, currency } = loan;
  await postWriteOff(transaction, loan, at);
  await saveWriteOff(transaction, { id, reason, at });
  const owed = formatMinor(minor(loan.principal_left + loan.interest_left), currency);
  const params = { ...paramsOf(loan), amount: owed };
  await sendMessage(transaction, {
    customerId,
    kind: "loan_claimed",
    params: { ...params, ...reasonParams(reason) },
    link: `/mine/loanOrder?id=${id}`,
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: "loan_claimed",
    reason,
    params,
    at,
  });
}
