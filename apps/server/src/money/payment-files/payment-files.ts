import { createHash } from "node:crypto";
import {
  paymentsInFileMax,
  withdrawalNumber,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type PaymentAnswerFault,
} from "@sanshi/contract";
import { formatMinor, minor, zeroMinor, type Minor } from "@sanshi/money";
import { instantOf, localDate } from "@sanshi/rulebook";
import { creditTransferTotalMax, isBic } from "../../banks/credit-transfers.rules.ts";
import { toZenginText } from "../../banks/zengin-letters.rules.ts";
import {
  readZenginAnswer,
  zenginTotalMax,
  type ZenginResult,
} from "../../banks/zengin-transfers.rules.ts";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit, FileAnswer } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { branchOfCode, readHolderName } from "../cards/cards.ts";
import { notifyOfSentFile, payByBank } from "../withdrawals/withdrawals.ts";
import { objectToZengin, readPayments, writtenFile } from "./payment-files.contents.ts";
import {
  isContradicted,
  isPayerOfZengin,
  maySend,
  objectToRefusal,
  objectToDay,
  sortOut,
  type Payer,
} from "./payment-files.rules.ts";
import * as store from "./payment-files.store.ts";
import type { SentPayment, StoredFile } from "./payment-files.store.ts";

type FilesContext = Pick<Context, "database" | "clock" | "sealer">;
type Calls = OperatorCalls;
type Form = CheckedInput<Calls["/api/ops/payment-files/make"]>;
type Made = CallOutput<Calls["/api/ops/payment-files/make"]>;
type Answered = CallOutput<Calls["/api/ops/payment-files/:id/answer"]>;
type Listed = CallOutput<Calls["/api/ops/payment-files"]>;

/** A file of what was approved and is in none; what it says is decided when it is made, and the same ever after. */
export function makeFile(
  context: FilesContext,
  operator: Operator,
  audit: Audit,
  form: Form,
): Promise<Outcome<Made>> {
  return transactionUnlessRefused<Made>(context.database, async (transaction) => {
    const at = context.clock.now();
    if (form.format === "zengin" && form.currency !== "JPY")
      return refuse("payment_currency_differs");
    const objection = objectToDay(form.transfer_on, localDate("jpy", at));
    if (objection !== null) return refuse(objection);
    const payer = readPayer(form);
    if (typeof payer === "string") return refuse(payer);
    await store.lockMaking(transaction);
    const waiting = await store.lockWaiting(transaction, {
      format: form.format,
      currency: form.currency,
      before: instantOf("jpy", form.approved_through, "24:00"),
      limit: paymentsInFileMax,
    });
    const read = await readPayments(context, transaction, waiting);
    const { sent, left } = sortOut(
      read,
      form.format === "zengin"
        ? { totalMax: zenginTotalMax, object: objectToZengin }
        : { totalMax: creditTransferTotalMax, object: () => null },
    );
    if (sent.length === 0) return refuse("no_payments_wait");
    const { format, currency, transfer_on: transferOn } = form;
    const file = { format, currency, transferOn, payer, by: operator.operatorId, at };
    const id = await store.insertFile(transaction, file);
    const ids = sent.map(({ withdrawalId }) => withdrawalId);
    await store.insertItems(transaction, id, ids);
    const total = sum(sent.map(({ amount }) => amount));
    await audit.within(transaction, `payment file ${id}`, {
      format,
      payments: String(sent.length),
      total: `${formatMinor(total, currency)} ${currency}`,
      withdrawals: ids.map(withdrawalNumber).join(" "),
    });
    return accept({
      id: id.toString(),
      payments: sent.length,
      total: formatMinor(total, currency),
      left_out: left.map(({ payment, why }) => ({
        id: payment.withdrawalId.toString(),
        number: withdrawalNumber(payment.withdrawalId),
        why,
      })),
    });
  });
}

/** As the file will have it. */
function readPayer({
  format,
  payer,
}: Form): Payer | "payer_name_malformed" | "payer_account_malformed" {
  if (format === "pain001") {
    const account = payer.account.replaceAll(/[\s-]/g, "").toUpperCase();
    const bank = payer.bank.trim().toUpperCase();
    if (!isBic(bank) || !/^[0-9A-Z]{4,34}$/.test(account)) return "payer_account_malformed";
    return { ...payer, name: payer.name.trim(), bank, account, code: "", branch: "" };
  }
  const name = readHolderName(payer.name);
  if (!name.ok || toZenginText(name.name) === null) return "payer_name_malformed";
  const isKnown = branchOfCode(payer.bank, payer.branch) !== undefined;
  return isPayerOfZengin(payer) && isKnown
    ? { ...payer, name: name.name }
    : "payer_account_malformed";
}

/**
 * The bank's file; whoever fetches it has whole account numbers, and stands in the log. Refused once any of its payments
 * has ended: the bank would pay it again.
 */
export function fileForBank(
  context: FilesContext,
  audit: Audit,
  id: bigint,
): Promise<Outcome<FileAnswer>> {
  return context.database.transaction(async (transaction) => {
    const file = await store.lockFile(transaction, id);
    if (file === undefined) return refuse("payment_file_not_found");
    if (file.refused_at !== null) return refuse("payment_file_refused");
    const sent = await store.listPayments(transaction, [id]);
    if (!maySend(file.answered_at !== null, sent)) return refuse("payment_file_ended");
    if (file.fetched_at === null) {
      const at = context.clock.now();
      await store.keepFetched(transaction, id, at);
      const ids = sent.map(({ withdrawal_id: withdrawalId }) => withdrawalId);
      await notifyOfSentFile(transaction, ids, at);
    }
    audit.about(`payment file ${id}`, { payments: String(sent.length) });
    return accept(writtenFile(file, await readPayments(context, transaction, sent)));
  });
}

/**
 * The bank's answer, all of it or nothing. What it paid is paid, as by a statement's line; what it sent back stays
 * approved, and two operators give it back by a rejection.
 */
export async function readAnswer(
  context: FilesContext,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<Calls["/api/ops/payment-files/:id/answer"]>,
): Promise<Outcome<Answered>> {
  const id = BigInt(form.id);
  return transactionUnlessRefused<Answered>(context.database, async (transaction) => {
    const file = await store.lockFile(transaction, id);
    if (file === undefined) return refuse("payment_file_not_found");
    if (file.refused_at !== null) return refuse("payment_file_refused");
    if (file.answered_at !== null) return refuse("payment_file_answered");
    const bad = (line: number, fault: PaymentAnswerFault) =>
      accept({ paid: 0, returned: 0, bad: [{ line, fault }] });
    const answer = readZenginAnswer(form.text);
    if (!answer.ok) return bad(answer.line, answer.fault);
    if (file.format !== "zengin" || answer.payerCode !== file.payer_code)
      return bad(1, "other_file");
    const sent = await store.listPayments(transaction, [id]);
    const wrong = await firstDifference(context, transaction, sent, answer.results);
    if (wrong !== null) return bad(wrong + 2, "other_payment");
    const at = context.clock.now();
    const hash = createHash("sha256").update(form.text).digest();
    const kept = { fileId: id, name: form.file_name, hash, by: operator.operatorId, at };
    if (!(await store.keepAnswer(transaction, kept))) return refuse("bank_file_imported");
    await store.keepResults(
      transaction,
      answer.results.map(({ reference, returned }) => ({
        withdrawalId: reference,
        reason: returned,
      })),
    );
    // As they are kept: a statement may have said before that one came back, and such an answer is late.
    const results = await store.listPayments(transaction, [id]);
    const paidOut = results.filter(({ result }) => result === "paid");
    for (const { withdrawal_id: withdrawalId, position } of paidOut) {
      await payByBank(transaction, withdrawalId, { reference: `ZENGIN-${id}-${position}`, at });
    }
    const paid = paidOut.length;
    const returned = results.length - paid;
    await audit.within(transaction, `payment file ${id}`, {
      answer: form.file_name,
      paid: String(paid),
      returned: String(returned),
    });
    return accept({ paid, returned, bad: [] });
  });
}

/** Which record is not the payment that was sent in its place; null where all are, and none is missing. */
async function firstDifference(
  context: FilesContext,
  reader: Reader,
  sent: readonly SentPayment[],
  results: readonly ZenginResult[],
): Promise<number | null> {
  if (sent.length !== results.length) return Math.min(sent.length, results.length);
  const payments = await readPayments(context, reader, sent);
  const wrong = payments.findIndex(
    ({ withdrawalId, refusedBefore, amount, card, number }, index) => {
      const result = results[index];
      return (
        result?.reference !== withdrawalId ||
        result.refusedBefore !== refusedBefore ||
        result.amount !== amount ||
        result.bankCode !== card.bank_code ||
        result.branchCode !== card.branch_code ||
        result.accountNumber !== number
      );
    },
  );
  return wrong === -1 ? null : wrong;
}

export async function filesListed(
  { database }: FilesContext,
  form: CheckedInput<Calls["/api/ops/payment-files"]>,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const { reader } = database;
  const found = await store.listFiles(reader, {
    before: place === undefined ? null : place[0],
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const payments = Map.groupBy(
    await store.listPayments(
      reader,
      shown.map(({ id }) => id),
    ),
    (one) => one.file_id,
  );
  const last = shown.at(-1);
  return accept({
    items: shown.map((file) => fileOnWire(file, payments.get(file.id) ?? [])),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
    waiting: (await store.sumWaiting(reader)).map((one) => ({
      format: one.is_zengin ? "zengin" : "pain001",
      currency: one.currency,
      payments: one.payments,
      total: formatMinor(minor(one.total), one.currency),
      approved_from: localDate("jpy", one.approved_from),
    })),
  });
}

function fileOnWire(file: StoredFile, payments: readonly SentPayment[]): Listed["items"][number] {
  return {
    id: file.id.toString(),
    format: file.format,
    currency: file.currency,
    transfer_on: file.transfer_on,
    payer: {
      code: file.payer_code,
      name: file.payer_name,
      bank: file.payer_bank,
      branch: file.payer_branch,
      account_type: file.payer_account_type,
      account: file.payer_account,
    },
    payments: payments.length,
    total: formatMinor(sum(payments.map(({ amount }) => amount)), file.currency),
    made_by: file.made_by,
    made_at: new Date(file.made_at).toISOString(),
    answered_at: isoOrNull(file.answered_at),
    fetched_at: isoOrNull(file.fetched_at),
    refused_at: isoOrNull(file.refused_at),
    refused_reason: file.refused_reason,
    may_send: maySend(file.answered_at !== null, payments),
    may_refuse: objectToRefusal(file, payments) === null,
    paid: payments.filter(({ result }) => result === "paid").length,
    contradicted: payments.filter(isContradicted).map(({ withdrawal_id: withdrawalId }) => ({
      id: withdrawalId.toString(),
      number: withdrawalNumber(withdrawalId),
    })),
    returned: payments.flatMap(({ withdrawal_id, return_reason }) =>
      return_reason === null
        ? []
        : [
            {
              id: withdrawal_id.toString(),
              number: withdrawalNumber(withdrawal_id),
              reason: return_reason,
            },
          ],
    ),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A statement says that a payment came back: as the bank's answer to a file says it. */
export function keepReturns(
  transaction: Transaction,
  returns: readonly { withdrawalId: bigint; reason: string }[],
): Promise<void> {
  return store.keepResults(transaction, returns);
}

function sum(amounts: readonly Minor[]): Minor {
  return minor(amounts.reduce((all, amount) => all + amount, zeroMinor as bigint));
}
