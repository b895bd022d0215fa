import {
  isProposalKind,
  readProposalInput,
  type Difference,
  type Permission,
  type ProposalInputs,
  type ProposalKind,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { Approval } from "./handlers.ts";
import type { StoredProposal } from "./proposals.store.ts";

/** A proposal together with what its kind makes of it. */
export type BoundProposal = {
  approve: Permission;
  endsWhenRefused: boolean;
  differences(transaction: Transaction): Promise<Outcome<readonly Difference[]>>;
  approvalsNeeded(transaction: Transaction, self: bigint | null): Promise<number>;
  apply(
    transaction: Transaction,
    approval: Omit<Approval<unknown>, "input">,
  ): Promise<Outcome<unknown>>;
};

export function bindStored(context: Context, { kind, input }: StoredProposal): BoundProposal {
  const known = mustBeKind(kind);
  // Read when it is needed: what no release understands any more can still be rejected.
  return bind(context, known, () => readProposalInput(known, input));
}

export function bind<Kind extends ProposalKind>(
  context: Context,
  kind: Kind,
  input: () => ProposalInputs[Kind],
): BoundProposal {
  const handler = context.proposals[kind];
  return {
    approve: handler.approve,
    endsWhenRefused: handler.endsWhenRefused === true,
    differences: (transaction) => handler.differences(context, transaction, input()),
    approvalsNeeded: async (transaction, self) =>
      (await handler.approvals?.(context, transaction, input(), self)) ?? 1,
    apply: (transaction, approval) =>
      handler.apply(context, transaction, { ...approval, input: input() }),
  };
}

/** What was proposed; for whoever knows of which kind it is. */
export function inputOf<Kind extends ProposalKind>(
  kind: Kind,
  proposal: { id: bigint; kind: string; input: unknown },
): ProposalInputs[Kind] {
  if (proposal.kind !== kind) {
    throw new Error(`the proposal ${proposal.id} is a ${proposal.kind} and no ${kind}`);
  }
  return readProposalInput(kind, proposal.input);
}

function mustBeKind(kind: string): ProposalKind {
  if (!isProposalKind(kind)) throw new Error(`${kind} is no kind of proposals`);
  return kind;
}
