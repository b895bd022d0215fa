// Written by `npm run types` from the migrations and the statements: not by hand.

export type DecisionRecord = {
  id: bigint;
  proposed_by: bigint;
  /** The operator's address, for the back office alone. */
  proposer: string;
  approved_by: bigint;
  /** The operator's address, for the back office alone. */
  approver: string;
  decided_at: number;
  note: string;
};
