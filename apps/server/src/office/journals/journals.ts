import { isDeepStrictEqual } from "node:util";
import {
  journalCustomerPurposes,
  journalHousePurposes,
  readReasonCode,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { formatMinor, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  caseState,
  findProposal,
  inputOf,
  pendingOf,
  propose,
} from "../../governance/approvals/approvals.ts";
import { customersPart, entriesOf, objectToJournal, type JournalEntry } from "./journals.rules.ts";
import * as store from "./journals.store.ts";

/** As it is kept in the proposal: what the approver sees is what is posted. */
export type JournalInput = ProposalInputs["journal"];

type Proposed = CallOutput<OperatorCalls["/api/ops/journals/propose"]>;

export const journalKind = "journal";
const purposes = { customer: journalCustomerPurposes, house: journalHousePurposes };

/**
 * A correction by hand: the only way in which an operator's word alone moves a customer's money, and
 * never without another operator's.
 */
export function proposeJournal(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/journals/propose"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused<Proposed>(context.database, async (transaction) => {
    const before = await store.findByRequest(transaction, form.request_id);
    if (before !== undefined) return answerAgain(transaction, operator, before, form);
    const read = readReasonCode("journals", form.reason, form.explanation);
    if (!read.ok) return refuse(read.code);
    const { reason } = read;
    const customer = await store.findCustomerId(transaction, form.account);
    if (customer === undefined) return refuse("customer_not_found");
    const entries = entriesOf(form.postings, form.currency);
    if (entries === null) return refuse("invalid_request");
    const objection = objectToJournal(entries, purposes);
    if (objection !== null) return refuse(objection);
    const amount = formatMinor(customersPart(entries), form.currency);
    const missing = await objectToBalance(transaction, customer.id, form.currency, entries);
    if (missing !== null) return missing;
    const proposed = await propose(context, transaction, operator, {
      kind: journalKind,
      // Two like it may wait at once: each is a case of its own.
      subject: `${form.account} ${form.request_id}`,
      customerId: customer.id,
      input: {
        account: form.account,
        currency: form.currency,
        postings: form.postings,
        amount,
        request_id: form.request_id,
      },
      reason,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, form.account, {
      proposal: proposed.value.id,
      currency: form.currency,
      postings: form.postings,
      reason,
      note: form.note ?? "",
    });
    return proposed;
  });
}

/** The same request again: what became of it so far. */
async function answerAgain(
  transaction: Transaction,
  operator: Operator,
  id: bigint,
  form: CheckedInput<OperatorCalls["/api/ops/journals/propose"]>,
): Promise<Outcome<Proposed>> {
  const proposal = await findProposal(transaction, id);
  if (proposal === undefined) throw new Error("a proposal was lost");
  const { account, currency, postings } = inputOf(journalKind, proposal);
  const asked = { account: form.account, currency: form.currency, postings: form.postings };
  const isSame =
    proposal.proposed_by === operator.operatorId &&
    isDeepStrictEqual({ account, currency, postings }, asked);
  if (!isSame) return refuse("request_id_reused");
  const state = caseState(proposal.state);
  const pending = state === "proposed" ? pendingOf(proposal, operator) : null;
  return accept({ id: id.toString(), state, pending });
}

/** Told before anybody is asked to approve it; the balance's own constraint decides in the end. */
async function objectToBalance(
  transaction: Transaction,
  customerId: bigint,
  currency: Currency,
  entries: readonly JournalEntry[],
): Promise<Outcome<never> | null> {
  const balances = await customerBalances(transaction, customerId);
  for (const entry of entries.filter(({ owner }) => owner === "customer")) {
    const balance = balances.find(
      (one) => one.currency === currency && one.purpose === entry.purpose,
    );
    if (balance === undefined) return refuse("journal_account_not_found");
    if (balance.balance + entry.amount < 0n) return refuse("insufficient_balance");
  }
  return null;
}
