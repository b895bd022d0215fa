import type {
  Difference,
  Permission,
  ProposalInputs,
  ProposalKind,
  Reason,
} from "@sanshi/contract";
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
  notifyApprover(text: string): void;
};

/**
 * How a proposed change looks, and how it is made once another operator approves. `Surroundings` is the
 * context, which has the handlers itself and so cannot be named here.
 */
export type ProposalHandler<Input, Surroundings> = {
  /** Who may be the second pair of eyes. */
  approve: Permission;
  /**
   * What would change, read in the transaction. Asked again at the approval: if it is not what the
   * approver was shown, nothing is applied. So it says nothing that moves by itself.
   */
  differences(
    context: Surroundings,
    transaction: Transaction,
    input: Input,
  ): Promise<Outcome<readonly Difference[]>>;
  /** How many have to approve it beside the proposer, 1 or 2; one where this is left out. */
  approvals?(
    context: Surroundings,
    transaction: Transaction,
    input: Input,
    self: bigint | null,
  ): Promise<number>;
  /**
   * Whether a refusal at the approval ends the proposal, instead of leaving it to be rejected: what it says is
   * of its moment, and it would only stand in the way of the next one.
   */
  endsWhenRefused?: true;
  /** Makes the change in the transaction that marks the proposal as approved; a refusal undoes both. */
  apply(
    context: Surroundings,
    transaction: Transaction,
    approval: Approval<Input>,
  ): Promise<Outcome<unknown>>;
};

/** One for every kind of the contract; features.ts puts them together. */
export type ProposalHandlers<Surroundings> = {
  readonly [Kind in ProposalKind]: ProposalHandler<ProposalInputs[Kind], Surroundings>;
};
