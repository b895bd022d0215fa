import type { OperatorRole, ProposalInputs } from "@sanshi/contract";
import { randomUUID } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { bind } from "./bound-proposals.ts";
import * as store from "./proposals.store.ts";
import type { StoredProposal } from "./proposals.store.ts";

/** A message of its own, in the operator's words as they are, under a title that says whose they are. */
export function explanationInput(
  account: string,
  words: string,
  role: OperatorRole,
): ProposalInputs["customer_message"] {
  const titled = (title: string) => ({ title, body: words });
  return {
    audience: "accounts",
    accounts: [account],
    texts: {
      jp: titled("担当者からの補足説明"),
      cn: titled("工作人员的补充说明"),
      us: titled("An explanation from our staff"),
    },
    request_id: randomUUID(),
    role,
  };
}

/** Sends what a second operator has read with the decision that it explains. */
export async function sendExplanation(
  context: Context,
  transaction: Transaction,
  { id, proposed_by: proposedBy, customer_id, reason_code, reason_words: words }: StoredProposal,
  { approvedBy, at }: { approvedBy: bigint; at: number },
): Promise<void> {
  // Of an earlier release `other` is a reason in the operator's words, which is in the system's message, framed.
  if (customer_id === null || words === "" || reason_code === "other") return;
  const { proposed } = await store.rolesOf(transaction, id, approvedBy);
  const account = await store.accountOf(transaction, customer_id);
  const input = explanationInput(account, words, proposed as OperatorRole);
  const sent = await bind(context, "customer_message", () => input).apply(transaction, {
    proposalId: id,
    subject: account,
    reason: null,
    note: "",
    proposedBy,
    approvedBy,
    at,
    notifyApprover: () => undefined,
  });
  if (!sent.ok) throw new Error(`an explanation was refused: ${sent.refusal.code}`);
}
