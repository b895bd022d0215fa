import { saysSomething, withdrawalNumber, withdrawalStatuses } from "@sanshi/contract";
import { formatMinor, minor, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import {
  accountsOfSameCard,
  cardNumberOf,
  findCard,
  isSameName,
  type StoredCard,
} from "../cards/cards.ts";
import {
  type CarriedOut,
  caseGoesOn,
  serveRecordQueue,
  recordDecisions,
  type Handlers,
  type RecordQueue,
} from "../../governance/approvals/approvals.ts";
import { siteRules } from "../../governance/site/site.ts";
import { verifiedName } from "../verification/verification.ts";
import { paramsOf } from "./withdrawals.answers.ts";
import { confirmPayment, releasePayment } from "./withdrawals.payments.ts";
import { rejectWithdrawal } from "./withdrawals.ts";
import * as store from "./withdrawals.store.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";

type Own = {
  id_text: string;
  status: number;
  currency: Currency;
  amount_text: string;
  expected_by: string;
  latest_by: string;
  card_text: string;
  bank_name: string;
  holder_name: string;
  card_number: string;
  approved_at: string | null;
  bank_reference: string | null;
};

/** Operators' part: two of them pay, one can send back with a reason. */
const withdrawalQueue: RecordQueue<Own> = {
  name: "withdrawals",
  reasons: "withdrawals",
  dueHours: null,
  states: { "0": "open", "1": "approved", "2": "rejected", "3": "cancelled" },
  records: sql`SELECT w.id, w.customer_id,
      (ARRAY['open', 'approved', 'rejected', 'cancelled'])[w.status + 1] AS state,
      w.requested_at AS submitted_at, w.expected_by AS promised_by,
      lower(c.holder_name) || ' w-' || repeat('0', greatest(0, 8 - length(w.id::text)))
        || w.id::text AS search,
      w.amount, w.id::text AS id_text, w.amount::text AS amount_text, w.status, w.currency,
      w.expected_by, w.latest_by, w.card_id::text AS card_text, c.bank_name, c.holder_name,
      c.number_masked AS card_number, w.approved_at, w.bank_reference
    FROM withdrawal w JOIN bank_card c ON c.id = w.card_id`,
  item: ({ id_text: id, status, currency, amount_text: amount, ...own }) => ({
    status,
    currency,
    number: withdrawalNumber(BigInt(id)),
    amount: formatMinor(minor(BigInt(amount)), currency),
    expected_by: new Date(own.expected_by).toISOString(),
    latest_by: new Date(own.latest_by).toISOString(),
    approved_at: own.approved_at === null ? null : new Date(own.approved_at).toISOString(),
    bank_reference: own.bank_reference,
    bank_name: own.bank_name,
    holder_name: own.holder_name,
    card_number: own.card_number,
  }),
  detail: (_context, reader, { customer_id, own }) =>
    detailOf(reader, customer_id ?? 0n, BigInt(own.card_text)),
  lock: async (_context, transaction, id) => {
    const found = await store.lockWithdrawal(transaction, id);
    if (found === undefined) return undefined;
    return found.status === withdrawalStatuses.under_review ? "open" : "approved";
  },
  object: async (transaction, { id, decision, note, reason }) => {
    const found = await store.findWithdrawal(transaction, id);
    if (found === undefined) return null;
    if (decision === "reject") {
      // The bank pays what its file says, whatever stands in our books.
      const isReturned = reason?.code === "bank_returned_payment";
      return !isReturned && (await store.isWithBank(transaction, id))
        ? "withdrawal_with_bank"
        : null;
    }
    if (found.approved_at !== null) return "withdrawal_awaits_bank";
    const isConfirmed = (await isOwnAccount(transaction, found)) || saysSomething(note);
    return isConfirmed ? null : "holder_unconfirmed";
  },
  needsFourEyes: async (_context, transaction, id, decision) => {
    const found = await store.findWithdrawal(transaction, id);
    // Given back although the bank may have paid it: as grave as a payment.
    const isReleased = found !== undefined && (found.approved_at !== null || found.has_line);
    const { withdrawalFourEyes } = await siteRules(transaction);
    return withdrawalFourEyes && (decision === "approve" || isReleased);
  },
  differences: async (transaction, id) => {
    const found = await store.findWithdrawal(transaction, id);
    if (found === undefined) return [];
    const { amount, currency, bank_name, number_masked, holder_name } = found;
    return [
      { field: "paid", before: null, after: `${formatMinor(amount, currency)} ${currency}` },
      { field: "to", before: null, after: `${bank_name} ${number_masked} ${holder_name}` },
    ];
  },
  decide: carryOut,
};

export const withdrawalDecisions: Handlers<"review:withdrawals"> = {
  "review:withdrawals": recordDecisions(withdrawalQueue),
};

export function serveWithdrawalQueue(context: Context): void {
  serveRecordQueue(context, withdrawalQueue);
  serveBankAccount(context);
  context.operatorHttp.handle("/api/ops/withdrawals/:id/paid", ({ input, audit }) => {
    audit.about(`withdrawals:${input.id}`, { bank_reference: input.bank_reference });
    return confirmPayment(context, audit, input);
  });
}

/** False where the names cannot be compared: then somebody confirms how they know. */
async function isOwnAccount(
  transaction: Transaction,
  { card_id: cardId, customer_id: customerId }: StoredWithdrawal,
): Promise<boolean> {
  const [card, verified] = [
    await mustFindCard(transaction, cardId),
    await verifiedName(transaction, customerId),
  ];
  return verified !== null && isSameName(card.holder_name, verified) === true;
}

/** The whole number is for whoever pays, and that they looked is written down. */
function serveBankAccount(context: Context): void {
  context.operatorHttp.handle("/api/ops/withdrawals/:id/bank-account", ({ input, audit }) =>
    context.database.transaction(async (transaction) => {
      const withdrawal = await store.findWithdrawal(transaction, BigInt(input.id));
      if (withdrawal === undefined) return refuse("review_not_found");
      const card = await mustFindCard(transaction, withdrawal.card_id);
      const { customer_id: customerId } = withdrawal;
      const at = context.clock.now();
      const what = "bank_account";
      await notifyOfOperatorAct(transaction, { customerId, kind: "operator_viewed", what, at });
      await audit.within(transaction, `withdrawals:${input.id}`, { viewed: what });
      return accept({ ...bankOf(card), card_number: cardNumberOf(context, card) });
    }),
  );
}

async function carryOut(
  context: Context,
  transaction: Transaction,
  { id, decision, reason, decidedBy, proposalId, at }: CarriedOut,
): Promise<Outcome<unknown>> {
  const withdrawal = await store.lockWithdrawal(transaction, id);
  if (withdrawal === undefined) return refuse("review_not_found");
  if (decision === "approve") {
    const approval = { by: decidedBy, proposalId, at };
    const isPaid = await releasePayment(context, transaction, withdrawal, approval);
    return accept(isPaid ? null : caseGoesOn);
  }
  if (reason === null) throw new Error("a rejection without a reason");
  await rejectWithdrawal(transaction, withdrawal, { reason, at });
  await notifyOfOperatorAct(transaction, {
    customerId: withdrawal.customer_id,
    kind: "operator_acted",
    what: "withdrawal_rejected",
    reason,
    params: paramsOf(withdrawal),
    at,
  });
  return accept(null);
}

async function detailOf(reader: Reader, customerId: bigint, cardId: bigint) {
  const [card, verified, sameAccount] = await Promise.all([
    mustFindCard(reader, cardId),
    verifiedName(reader, customerId),
    accountsOfSameCard(reader, cardId),
  ]);
  return {
    name: verified?.name ?? null,
    name_kana: verified?.nameKana ?? null,
    holder_is_customer: verified === null ? null : isSameName(card.holder_name, verified),
    bank: { ...bankOf(card), added_at: new Date(card.added_at).toISOString() },
    same_account_customers: sameAccount,
  };
}

function bankOf(card: StoredCard) {
  const { country, holder_name, bank_name, bank_code, branch_name, branch_code, card_type } = card;
  return { country, holder_name, bank_name, bank_code, branch_name, branch_code, card_type };
}

async function mustFindCard(reader: Reader, id: bigint): Promise<StoredCard> {
  const card = await findCard(reader, id);
  if (card === undefined) throw new Error("a withdrawal to no card");
  return card;
}
