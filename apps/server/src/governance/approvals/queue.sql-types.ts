// Written by `npm run types` from the migrations and the statements: not by hand.

export type Claim = {
  operator_id: bigint;
  /** The operator's address, for the back office alone. */
  email: string;
};

export type CustomerOfRow = {
  customer_id: bigint;
};

export type FindWaitingRow = {
  id: bigint | null;
  reason: string;
};

export type InsertClaimRow = {
  operator_id: bigint;
};
