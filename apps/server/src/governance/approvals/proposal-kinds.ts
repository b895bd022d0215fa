import type { Difference, Permission, Reason } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";

/** Of a proposal that is applied: what was proposed, by whom, and who approved it. */
export type Approval<Input> = {
  proposalId: bigint;
  subject: string;
  input: Input;
  reason: Reason | null;
  note: string;
  proposedBy: bigint;
  approvedBy: bigint;
  at: number;
  /** For the approver alone, this once: the answer to their decision says it, and nothing keeps it. */
  tellApprover(text: string): void;
};

/** What can be proposed: how the change looks, and how it is made once another operator approves. */
export type ProposalKind<Input extends Record<string, unknown> = Record<string, unknown>> = {
  name: string;
  /** Who may be the second pair of eyes. */
  approve: Permission;
  /**
   * What would change, read in the transaction. Asked again at the approval: if it is not what the
   * approver was shown, nothing is applied. So it says nothing that moves by itself.
   */
  differences(
    context: Context,
    transaction: Transaction,
    input: Input,
  ): Promise<Outcome<readonly Difference[]>>;
  /** How many have to approve it beside the proposer, 1 or 2; one where this is left out. */
  approvals?(
    context: Context,
    transaction: Transaction,
    input: Input,
    self: bigint | null,
  ): Promise<number>;
  /** Makes the change in the transaction that marks the proposal as approved; a refusal undoes both. */
  apply(
    context: Context,
    transaction: Transaction,
    approval: Approval<Input>,
  ): Promise<Outcome<unknown>>;
};

const kinds = new Map<string, ProposalKind>();

/** Every kind is registered once, when its feature starts. */
export function registerProposalKind<Input extends Record<string, unknown>>(
  kind: ProposalKind<Input>,
): void {
  kinds.set(kind.name, kind as unknown as ProposalKind);
}

export function kindOf(name: string): ProposalKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`nobody registered the proposal kind ${name}`);
  return kind;
}
