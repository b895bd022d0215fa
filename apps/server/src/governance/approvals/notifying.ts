import type { Transaction } from "../../platform/sql/database.ts";
import { notifyOfOperatorAct } from "../activity/activity.ts";
import type { StoredProposal } from "./proposals.store.ts";

/** The customer sees what is under way about them; what was approved is told by what it does. */
export async function notifyOfProposal(
  transaction: Transaction,
  { customer_id: customerId, kind }: StoredProposal,
  what: "change_proposed" | "change_rejected" | "change_withdrawn",
  at: number,
): Promise<void> {
  if (customerId === null) return;
  const params = { proposal: kind.replace("review:", "") };
  await notifyOfOperatorAct(transaction, { customerId, kind: "operator_acted", what, params, at });
}
