import {
  readReasonCode,
  withdrawalNumber,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import { formatMinor, minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { notifyOfRefusedFile } from "../withdrawals/withdrawals.ts";
import { objectToRefusal } from "./payment-files.rules.ts";
import * as store from "./payment-files.store.ts";
import type { SentPayment, StoredFile } from "./payment-files.store.ts";

/** Proposes to give a file up that the bank refused as a whole: another operator decides. */
export function proposeRefusal(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/payment-files/:id/refuse"]>,
): Promise<Outcome<Proposed>> {
  const given = readReasonCode("payment-files", form.reason, form.explanation);
  if (!given.ok) return Promise.resolve(refuse(given.code));
  return transactionUnlessRefused(context.database, async (transaction) => {
    const found = await lockRefusable(transaction, BigInt(form.id));
    if (!found.ok) return found;
    const proposed = await propose(context, transaction, operator, {
      kind: "payment_file_refused",
      subject: form.id,
      input: { file: form.id },
      reason: given.reason,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    const details = { proposal: proposed.value.id, reason: given.reason };
    await audit.within(transaction, `payment file ${form.id}`, details);
    return proposed;
  });
}

type Refusable = { file: StoredFile; payments: SentPayment[] };

/** Of two who decide, and of an answer that is read meanwhile, the second finds what the first has done. */
async function lockRefusable(transaction: Transaction, id: bigint): Promise<Outcome<Refusable>> {
  const file = await store.lockFile(transaction, id);
  if (file === undefined) return refuse("payment_file_not_found");
  await store.lockPayments(transaction, id);
  const payments = await store.listPayments(transaction, [id]);
  const objection = objectToRefusal(file, payments);
  return objection === null ? accept({ file, payments }) : refuse(objection);
}

export const paymentFileProposals: Handlers<"payment_file_refused"> = {
  payment_file_refused: {
    approve: "approve_proposals",
    differences: async (_context, transaction, input) => {
      const found = await lockRefusable(transaction, BigInt(input.file));
      if (!found.ok) return found;
      const { file, payments } = found.value;
      const total = minor(payments.reduce((sum, { amount }) => sum + amount, 0n));
      const before = `${formatMinor(total, file.currency)} ${file.currency}`;
      return accept([
        { field: "payments", before: String(payments.length), after: "0" },
        { field: "amount", before, after: null },
      ]);
    },
    apply: async (_context, transaction, { input, reason, proposalId, at }) => {
      const found = await lockRefusable(transaction, BigInt(input.file));
      if (!found.ok) return found;
      if (reason === null) return refuse("reason_required");
      const { file, payments } = found.value;
      await store.refuseFile(transaction, { id: file.id, reason: reason.code, proposalId, at });
      const ids = payments.map(({ withdrawal_id: id }) => id);
      // What was never handed out, no bank refused.
      if (file.fetched_at !== null) await notifyOfRefusedFile(transaction, ids, { reason, at });
      return accept({ withdrawals: ids.map(withdrawalNumber) });
    },
  },
};
