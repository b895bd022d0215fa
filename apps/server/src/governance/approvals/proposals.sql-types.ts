// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Difference, OperatorRole, ReasonCode, ReasonSentences } from "@sanshi/contract";

export type AccountOfRow = {
  account: string;
};

export type AddApprovalRow = {
  count: number;
};

export type InsertProposalRow = {
  id: bigint;
};

export type RolesOfRow = {
  role: OperatorRole;
  proposed: boolean;
};

export type SingleApprovalHoldsRow = {
  holds: boolean | null;
};

export type StoredProposal = {
  id: bigint;
  kind: string;
  subject: string;
  customer_id: bigint | null;
  input: Record<string, unknown>;
  differences: Difference[];
  reason_code: ReasonCode | null;
  reason_words: string;
  reason_texts: ReasonSentences | null;
  note: string;
  proposed_by: bigint;
  /** The operator's address, for the back office alone. */
  proposer: string;
  proposer_disabled: boolean;
  proposed_at: number;
  expires_at: number;
  state: "pending" | "approved" | "rejected" | "withdrawn" | "expired" | "refused";
  approvals_needed: number;
};
