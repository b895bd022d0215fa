// Written by `npm run types` from the migrations and the statements: not by hand.

export type DeleteLapsedPasskeysRow = {
  customer_id: bigint;
};

export type InsertChallengeRow = {
  id: string;
};

export type InsertPasskeyRow = {
  id: string;
};

export type StoredPasskey = {
  id: string;
  customer_id: bigint;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  name: string;
  added_at: number;
  last_used_at: number | null;
  /** Scheme, name and port of the page that it was made on; null until its next use for an old one. */
  origin: string | null;
  /** After a reset: until then it is used beside the new password, else it ends. Null where it is confirmed. */
  confirm_by: number | null;
};

export type TakeChallengeRow = {
  challenge: string;
};

export type UnconfirmPasskeysRow = {
  name: string;
  /** After a reset: until then it is used beside the new password, else it ends. Null where it is confirmed. */
  confirm_by: number | null;
};
