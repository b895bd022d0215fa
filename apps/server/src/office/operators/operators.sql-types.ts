// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole } from "@sanshi/contract";

export type CountAdministratorsRow = {
  count: number;
};

export type InsertOperatorRow = {
  id: bigint;
};

export type LastNotedRow = {
  in_force: string | null;
};

export type ListedOperator = {
  id: bigint;
  /** The operator's address, for the back office alone. */
  email: string;
  role: OperatorRole;
  disabled_at: number | null;
  created_at: number;
  last_seen_at: number | null;
  second_factor: boolean;
};

export type LocalAct = {
  at: number;
  path: string;
  subject: string;
};

export type SetOneTimePasswordRow = {
  /** The operator's address, for the back office alone. */
  email: string;
};

export type SingleApprovalHoldsRow = {
  holds: boolean | null;
};

export type SingleApprovalIsOnRow = {
  on: boolean;
};

export type StoredOperator = {
  id: bigint;
  /** The operator's address, for the back office alone. */
  email: string;
  role: OperatorRole;
  password_hash: string;
  environment_password_hash: string | null;
  password_change_required: boolean;
  disabled_at: number | null;
  /** Sealed: a copy of the database makes no codes. */
  totp_secret: Buffer | null;
  totp_confirmed_at: number | null;
  totp_last_step: bigint | null;
  passkeys: number;
  codes_left: number;
  now: number;
  machine_now: number;
};
