import {
  loanNumber,
  loanReviewHours,
  loanStatuses,
  type LoanCurrency,
  type LoanPurpose,
} from "@sanshi/contract";
import { formatMinor, minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  recordDecisions,
  serveRecordQueue,
  type CarriedOut,
  type Handlers,
  type RecordQueue,
} from "../../governance/approvals/approvals.ts";
import { siteRules } from "../../governance/site/site.ts";
import { verifiedName } from "../../money/verification/verification.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import * as store from "./credit-loans.store.ts";
import { approveLoan, rejectLoan } from "./loan-approval.ts";
import { loansOf, ratesOnWire } from "./loan-answers.ts";
import { customerStateOf } from "./loan-report.store.ts";
import {
  limitsOnWire,
  rateText,
  readCreditFile,
  scoreOnWire,
  walletOnWire,
} from "./loan-scores.ts";

type Own = {
  id_text: string;
  status: number;
  currency: LoanCurrency;
  amount_text: string;
  term_days: number;
  purpose: LoanPurpose;
  due_text: string | null;
};

/** Operators' part: two of them lend, one can reject with a reason. */
const loanQueue: RecordQueue<Own> = {
  name: "loans",
  reasons: "loans",
  dueHours: loanReviewHours,
  states: {
    "0": "open",
    "1": "approved",
    "2": "rejected",
    "3": "approved",
    "4": "approved",
    "5": "cancelled",
  },
  records: sql`SELECT l.id, l.customer_id,
      (ARRAY['open', 'approved', 'rejected', 'approved', 'approved', 'cancelled'])[l.status + 1] AS state,
      l.requested_at AS submitted_at,
      'l-' || repeat('0', greatest(0, 8 - length(l.id::text))) || l.id::text AS search,
      l.principal AS amount, l.id::text AS id_text, l.principal::text AS amount_text, l.status, l.currency,
      l.term_days, l.purpose, l.due_on::text AS due_text
    FROM loan l`,
  item: ({ id_text: id, currency, amount_text: amount, ...own }) => ({
    status: own.status,
    number: loanNumber(BigInt(id)),
    currency,
    amount: formatMinor(minor(BigInt(amount)), currency),
    term_days: own.term_days,
    purpose: own.purpose,
    due_on: own.due_text,
  }),
  detail: (context, reader, { customer_id, own }) =>
    detailOf(context, reader, { customerId: customer_id ?? 0n, id: BigInt(own.id_text) }),
  lock: async (_context, transaction, id) => {
    const found = await store.lockLoan(transaction, id);
    if (found === undefined) return undefined;
    return found.status === loanStatuses.under_review ? "open" : "approved";
  },
  object: async (transaction, { id, decision }) => {
    const found = await store.findLoan(transaction, id);
    if (found === undefined || decision !== "approve") return null;
    const state = await customerStateOf(transaction, found.customer_id);
    return state === "frozen" || state === "banned" ? "account_frozen" : null;
  },
  needsFourEyes: async (_context, transaction, _id, decision) =>
    decision === "approve" && (await siteRules(transaction)).loanFourEyes,
  differences: async (transaction, id) => {
    const found = await store.findLoan(transaction, id);
    if (found === undefined) return [];
    const { principal, currency, term_days: days, rate_basis_points: rate } = found;
    return [
      { field: "paid", before: null, after: `${formatMinor(principal, currency)} ${currency}` },
      { field: "term_days", before: null, after: String(days) },
      { field: "yearly_rate", before: null, after: rateText(rate) },
    ];
  },
  decide: carryOut,
};

export const loanDecisions: Handlers<"review:loans"> = {
  "review:loans": recordDecisions(loanQueue),
};

export function serveLoanQueue(context: Context): void {
  serveRecordQueue(context, loanQueue);
}

async function carryOut(
  context: Context,
  transaction: Transaction,
  { id, decision, reason, at }: CarriedOut,
): Promise<Outcome<unknown>> {
  const loan = await store.lockLoan(transaction, id);
  if (loan === undefined) return refuse("review_not_found");
  if (decision === "approve") return approveLoan(context, transaction, loan);
  if (reason === null) throw new Error("a rejection without a reason");
  await rejectLoan(transaction, loan, { reason, at });
  return accept(null);
}

async function detailOf(
  context: Context,
  reader: Reader,
  { customerId, id }: { customerId: bigint; id: bigint },
) {
  const at = context.clock.now();
  const loan = await store.findLoan(reader, id);
  if (loan === undefined) throw new Error(`loan ${id} is not there`);
  const file = await readCreditFile(context, customerId);
  return {
    name: (await verifiedName(reader, customerId))?.name ?? null,
    score: scoreOnWire(file.score),
    limits: limitsOnWire(file, await siteRules(reader), at),
    ...ratesOnWire(loan),
    wallet: walletOnWire(file),
    loans: await loansOf(reader, customerId, { currency: null, at }),
  };
}
