// Written by `npm run types` from the migrations and the statements: not by hand.

export type DeleteResetRow = {
  /** From when it can be set anew without itself; null where nobody asked, or it was not used in time. */
  due_at: number;
};

export type FindLoginHashRow = {
  password_hash: string;
};

export type HasFundPasswordRow = {
  found: number;
};

export type StoredFundPassword = {
  password_hash: string;
  changed_at: number;
  /** From when it can be set anew without itself; null where nobody asked, or it was not used in time. */
  reset_due_at: number | null;
};
