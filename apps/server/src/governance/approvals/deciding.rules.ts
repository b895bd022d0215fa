import type { AnyRefusalCode, Difference } from "@sanshi/contract";

/** Long enough for a weekend to lie between the two operators. */
const proposalHoursMax = 72;

export function expiryOf(proposedAt: number): number {
  return proposedAt + proposalHoursMax * 3_600_000;
}

/** Why a proposal cannot be decided now, in the contract's order; null where it can. */
export function objectToDecision(decision: {
  state: string;
  expiresAt: number;
  now: number;
  isOwn: boolean;
  approves: boolean;
  proposerDisabled: boolean;
  singleApproval: boolean;
}): AnyRefusalCode | null {
  if (decision.state === "expired") return "proposal_expired";
  if (decision.state !== "pending") return "review_already_decided";
  if (decision.now >= decision.expiresAt) return "proposal_expired";
  if (decision.approves && decision.isOwn && !decision.singleApproval) return "own_proposal";
  // Then there would be one pair of eyes alone that anybody still trusts.
  if (decision.approves && decision.proposerDisabled) return "proposer_disabled";
  return null;
}

/** Another operator may still approve what this one cannot. */
export function isOfApprover(code: AnyRefusalCode): boolean {
  return code === "own_approval";
}

/** Whether what was shown to the approver is still what would change. */
export function isSameDifference(
  shown: readonly Difference[],
  now: readonly Difference[],
): boolean {
  return (
    shown.length === now.length &&
    shown.every((one, index) => {
      const other = now[index];
      return (
        other !== undefined &&
        one.field === other.field &&
        one.before === other.before &&
        one.after === other.after
      );
    })
  );
}
