// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";

export type HasFactorRow = {
  has_factor: boolean;
};

export type IsFreshSessionRow = {
  fresh: boolean | null;
};

export type ProvedUntilRow = {
  until: number | null;
};

export type StoredCustomer = {
  id: bigint;
  account: string;
  state: CustomerState;
  password_hash: string;
  totp_secret: Buffer | null;
  totp_confirmed_at: number | null;
  totp_last_step: bigint | null;
  codes_left: number;
  now: number;
  machine_now: number;
};
