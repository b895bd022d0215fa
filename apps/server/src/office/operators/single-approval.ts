import type { Context } from "../../context.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import * as store from "./operators.store.ts";

const subject = "single_approval";
const path = "single-approval";

/**
 * Writes down whether one operator's decision is enough, where the audit log says otherwise or nothing yet:
 * at the instance's birth, and whenever it switches. As the last step but other entries.
 *
 * @param by the operator whose approval switched it; null for a start or a command
 */
export async function noteSingleApproval(
  { auditLog }: Pick<Context, "auditLog">,
  transaction: Transaction,
  by: bigint | null,
): Promise<void> {
  const holds = (await store.singleApprovalHolds(transaction)) ? "yes" : "no";
  if (holds === (await store.lastNoted(transaction, { subject, path }))) return;
  await auditLog.appendWithin(transaction, {
    ...(await actorOf(transaction, by)),
    address: "local",
    method: "STATE",
    path,
    subject,
    outcome: "ok",
    details: { in_force: holds },
  });
}

/** Writes down who was shown a one-time password, or which half of one. */
export async function noteRevealed(
  { auditLog }: Pick<Context, "auditLog">,
  transaction: Transaction,
  shown: { to: bigint; email: string; part: "first_half" | "second_half" },
): Promise<void> {
  await auditLog.appendWithin(transaction, {
    ...(await actorOf(transaction, shown.to)),
    address: "local",
    method: "SHOWN",
    path: "one-time-password",
    subject: shown.email,
    outcome: "ok",
    details: { shown: shown.part },
  });
}

async function actorOf(transaction: Transaction, id: bigint | null) {
  const actor = id === null ? undefined : await store.loadOperator(transaction, id);
  return {
    operatorId: actor?.id ?? null,
    operator: actor?.email ?? null,
    role: actor?.role ?? null,
  };
}
