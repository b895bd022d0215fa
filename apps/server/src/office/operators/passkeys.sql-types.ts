// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole } from "@sanshi/contract";

export type FindPasskeyRow = {
  id: string;
  operator_id: bigint;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  /** Scheme, name and port of the page that it was made on; null until its next use for an old one. */
  origin: string | null;
  name: string;
  added_at: number;
  /** The operator's address, for the back office alone. */
  email: string;
  role: OperatorRole;
};

export type InsertChallengeRow = {
  id: string;
};

export type InsertPasskeyRow = {
  id: string;
};

export type StoredPasskey = {
  id: string;
  operator_id: bigint;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  /** Scheme, name and port of the page that it was made on; null until its next use for an old one. */
  origin: string | null;
  name: string;
  added_at: number;
};

export type TakeChallengeRow = {
  challenge: string;
};
