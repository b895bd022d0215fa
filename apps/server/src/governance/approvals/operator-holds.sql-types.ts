// Written by `npm run types` from the migrations and the statements: not by hand.

export type ObjectToHeldOperatorRow = {
  until: number | null;
};

export type OperatorHold = {
  /** The operator's address, for the back office alone. */
  email: string;
  started_at: number;
  ends_at: number;
};
