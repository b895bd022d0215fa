import { depositNumber, depositStatuses, dayMs } from "@sanshi/contract";
import { formatMinor, minor, negateMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type Entry,
} from "../../ledger/ledger.ts";
import { settleNet } from "../../ledger/settle.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { countSameUploads } from "../../people/documents/documents.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import {
  type CarriedOut,
  serveRecordQueue,
  recordDecisions,
  type Handlers,
  type RecordQueue,
} from "../../governance/approvals/approvals.ts";
import { siteRules } from "../../governance/site/site.ts";
import { verifiedName } from "../verification/verification.ts";
import * as store from "./deposits.store.ts";
import type { StoredDeposit } from "./deposits.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";

type Own = {
  id_text: string;
  status: number;
  currency: Currency;
  amount_text: string;
  channel: string;
  reference: string;
  receipt: string;
};

/** Operators' part: money is booked by two of them, or sent back with a reason. */
const depositQueue: RecordQueue<Own> = {
  name: "deposits",
  reasons: "deposits",
  dueHours: null,
  states: { "0": "open", "1": "approved", "2": "rejected" },
  records: sql`SELECT d.id, d.customer_id,
      CASE d.status WHEN 0 THEN 'open' WHEN 1 THEN 'approved' ELSE 'rejected' END AS state,
      d.submitted_at, d.due_at AS promised_by, lower(d.reference) || ' d-' || repeat('0', greatest(0, 8 - length(d.id::text)))
        || d.id::text AS search, d.amount, d.id::text AS id_text, d.amount::text AS amount_text, d.status, d.currency, d.reference,
      d.receipt_document_id::text AS receipt, c.bank_name || ' ' || c.account_number AS channel
    FROM deposit d JOIN deposit_channel c ON c.id = d.channel_id`,
  item: ({ id_text: id, status, currency, amount_text: amount, channel, reference, receipt }) => ({
    status,
    currency,
    channel,
    reference,
    number: depositNumber(BigInt(id)),
    amount: formatMinor(minor(BigInt(amount)), currency),
    receipt_document_id: receipt,
  }),
  detail: async (_context, reader, { customer_id, own }) => ({
    name: (await verifiedName(reader, customer_id ?? 0n))?.name ?? null,
    same_receipts_before: await countSameUploads(reader, BigInt(own.receipt)),
  }),
  lock: async (_context, transaction, id) => {
    const found = await store.lockDeposit(transaction, id);
    if (found === undefined) return undefined;
    return found.status === depositStatuses.under_review ? "open" : "approved";
  },
  needsFourEyes: async (context, transaction, id, decision) => {
    if (decision === "reject") return false;
    const { depositFourEyes, depositFourEyesFrom } = await siteRules(transaction);
    const found = await store.findDeposit(transaction, id);
    if (!depositFourEyes || found === undefined) return depositFourEyes;
    const { currency, amount } = found;
    const alone = await store.approvedByOne(transaction, found, context.clock.now() - dayMs);
    // Small ones in a row are not a way around the limit.
    return alone + amount >= depositFourEyesFrom[currency];
  },
  differences: async (transaction, id) => {
    const found = await store.findDeposit(transaction, id);
    if (found === undefined) return [];
    const { amount, currency, reference } = found;
    return [
      {
        field: "available",
        before: null,
        after: `+${formatMinor(amount, currency)} ${currency}`,
      },
      { field: "reference", before: null, after: reference },
    ];
  },
  decide: carryOut,
};

export const depositDecisions: Handlers<"review:deposits"> = {
  "review:deposits": recordDecisions(depositQueue),
};

export function serveDepositQueue(context: Context): void {
  serveRecordQueue(context, depositQueue);
}

async function carryOut(
  _context: Context,
  transaction: Transaction,
  { id, decision, reason, at }: CarriedOut,
): Promise<Outcome<null>> {
  const deposit = await store.lockDeposit(transaction, id);
  if (deposit === undefined) return refuse("review_not_found");
  const { customer_id: customerId, currency, amount } = deposit;
  const isApproved = decision === "approve";
  const status = isApproved ? depositStatuses.approved : depositStatuses.rejected;
  const given = isApproved ? null : reason;
  await store.decideDeposit(transaction, { id, status, reason: given, at });
  if (isApproved) await postDeposit(transaction, deposit, at);
  const kind = isApproved ? "deposit_approved" : "deposit_rejected";
  const params = { number: depositNumber(id), amount: formatMinor(amount, currency), currency };
  await sendMessage(transaction, {
    customerId,
    kind,
    params: { ...params, ...reasonParams(given) },
    link: `/mine/stored?id=${id}`,
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: kind,
    reason: given,
    params,
    at,
  });
  if (isApproved) await publishWith(transaction, customerId, { kind: "balance_changed" });
  return accept(null);
}

/** From the bank to the customer; what a closing left unpaid is repaid first. */
async function postDeposit(
  transaction: Transaction,
  { id, customer_id: customerId, currency, amount }: StoredDeposit,
  at: number,
): Promise<void> {
  const accounts = await customerAccounts(transaction, customerId);
  const available = accounts.get(accountKey(currency, "available"));
  const shortfall = accounts.get(accountKey(currency, "shortfall_debt"));
  if (available === undefined) throw new Error("a customer without a wallet");
  await lockBalances(transaction, [available, ...(shortfall === undefined ? [] : [shortfall])]);
  const balances = await customerBalances(transaction, customerId);
  const balanceOf = (purpose: string): Minor =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    minor(0n);
  const settled = settleNet(amount, {
    available: balanceOf("available"),
    shortfall: balanceOf("shortfall_debt"),
  });
  const entries: Entry[] = [
    { accountId: await houseAccount(transaction, currency, "bank"), amount: negateMinor(amount) },
  ];
  if (settled.available !== 0n) entries.push({ accountId: available, amount: settled.available });
  if (settled.shortfall !== 0n && shortfall !== undefined) {
    entries.push({ accountId: shortfall, amount: settled.shortfall });
  }
  await postTransfer(transaction, {
    kind: "deposit",
    causeId: id,
    happenedAt: at,
    currency,
    entries,
  });
}
