// Written by `npm run types` from the migrations and the statements: not by hand.

export type ClosingGroupRow = {
  id: string;
  filled: bigint;
  filled_value: bigint;
};
