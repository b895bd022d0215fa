// Written by `npm run types` from the migrations and the statements: not by hand.

export type HeldUntilRow = {
  until: number | null;
};

export type InsertHoldRow = {
  ends_at: number;
};

export type NewcomerUntilRow = {
  until: number | null;
};
