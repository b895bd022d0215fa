import type { ProposalInputs, ProposalKind, Reason } from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { decideProposal } from "./deciding.ts";
import { expiryOf } from "./deciding.rules.ts";
import { explanationInput } from "./explaining.ts";
import { objectToHeldOperator } from "./operator-holds.ts";
import { pendingOf, type Proposed } from "./pending.ts";
import { bind } from "./bound-proposals.ts";
import * as store from "./proposals.store.ts";
import type { StoredProposal } from "./proposals.store.ts";
import { notifyOfProposal } from "./notifying.ts";

type NewProposal<Kind extends ProposalKind> = {
  kind: Kind;
  subject: string;
  customerId?: bigint;
  input: ProposalInputs[Kind];
  reason?: Reason | null;
  note?: string;
};

/**
 * Proposes in the caller's transaction. Under single approval (a simulated instance with one operator)
 * the proposal is approved and applied at once, by the same operator, and says so for ever.
 */
export async function propose<Kind extends ProposalKind>(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  proposal: NewProposal<Kind>,
): Promise<Outcome<Proposed>> {
  const held = await objectToHeldOperator(transaction, operator);
  if (held !== null) return held;
  const bound = bind(context, proposal.kind, () => proposal.input);
  const differences = await bound.differences(transaction);
  if (!differences.ok) return differences;
  const approvalsNeeded = await bound.approvalsNeeded(transaction, null);
  const at = context.clock.now();
  await store.expireProposals(transaction, at);
  const id = await store.insertProposal(transaction, {
    kind: proposal.kind,
    subject: proposal.subject,
    customerId: proposal.customerId ?? null,
    input: proposal.input,
    differences: differences.value,
    reason: proposal.reason ?? null,
    note: proposal.note ?? "",
    proposedBy: operator.operatorId,
    at,
    expiresAt: expiryOf(at),
    approvalsNeeded,
  });
  if (id === undefined) return refuse("proposal_pending");
  const stored = await store.lockProposal(transaction, id);
  if (stored === undefined) throw new Error("a proposal was not kept");
  // Whoever may not approve for others cannot approve for themselves either.
  const isEnough =
    may(operator.role, bound.approve) && (await store.singleApprovalHolds(transaction));
  if (!isEnough) {
    await notifyOfProposal(transaction, stored, "change_proposed", at);
    return accept({ id: id.toString(), state: "proposed", pending: pendingOf(stored, operator) });
  }
  const applied = await decideProposal(context, transaction, operator, stored, {
    decision: "approve",
    reason: null,
    note: "",
  });
  if (!applied.ok) return applied;
  // Who proposes and approves in one is refused, and nothing was proposed.
  if (applied.value.state === "refused") return { ok: false, refusal: applied.value.refusal };
  return accept({ id: id.toString(), ...applied.value, pending: null });
}

/**
 * What an operator adds in their own words to a decision that took effect at once: it waits for a second one.
 * Nothing where the reason is a code alone.
 */
export async function proposeExplanation(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  { customerId, reason }: { customerId: bigint; reason: Reason | null },
): Promise<Outcome<null>> {
  if (reason === null || reason.words === "") return accept(null);
  const account = await store.accountOf(transaction, customerId);
  const input = explanationInput(account, reason.words, operator.role);
  const proposed = await propose(context, transaction, operator, {
    kind: "customer_message",
    subject: `${account} ${input.request_id}`,
    customerId,
    input,
  });
  return proposed.ok ? accept(null) : proposed;
}

/**
 * A case for an approver that nobody proposed: it stands in the proposer's name, who brought it about, and
 * waits even where single approval holds.
 */
export async function openCase<Kind extends ProposalKind>(
  context: Context,
  transaction: Transaction,
  opened: NewProposal<Kind> & { proposedBy: bigint; approvalsNeeded: number },
): Promise<Outcome<null>> {
  const differences = await bind(context, opened.kind, () => opened.input).differences(transaction);
  if (!differences.ok) return differences;
  const at = context.clock.now();
  const id = await store.insertProposal(transaction, {
    kind: opened.kind,
    subject: opened.subject,
    input: opened.input,
    customerId: opened.customerId ?? null,
    differences: differences.value,
    reason: opened.reason ?? null,
    note: opened.note ?? "",
    proposedBy: opened.proposedBy,
    at,
    expiresAt: expiryOf(at),
    approvalsNeeded: opened.approvalsNeeded,
  });
  return id === undefined ? refuse("proposal_pending") : accept(null);
}

export async function withdrawProposal(
  context: Context,
  transaction: Transaction,
  operator: Operator,
  id: bigint,
): Promise<Outcome<StoredProposal>> {
  const proposal = await store.lockProposal(transaction, id);
  if (proposal === undefined) return refuse("review_not_found");
  if (proposal.proposed_by !== operator.operatorId) return refuse("not_own_proposal");
  if (proposal.state !== "pending") return refuse("review_already_decided");
  const at = context.clock.now();
  await store.endProposal(transaction, {
    id,
    state: "withdrawn",
    decidedBy: operator.operatorId,
    reason: null,
    note: "",
    singleApproval: false,
    at,
  });
  await notifyOfProposal(transaction, proposal, "change_withdrawn", at);
  return accept(proposal);
}
