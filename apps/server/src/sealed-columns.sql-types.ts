// Written by `npm run types` from the migrations and the statements: not by hand.

export type IsForgettableRow = {
  table: string | null;
  column: string | null;
};

export type SealSomeRow = {
  key: string;
  by: string;
  sealed: Buffer;
};
