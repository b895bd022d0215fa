// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";

export type DeviceIsKnownRow = {
  found: number;
};

export type InsertCustomerRow = {
  id: bigint;
};

export type InsertPoolRow = {
  id: bigint;
};

export type InvitationCodeIsOpenRow = {
  open: boolean;
};

export type IsNotedGrantRow = {
  is_same: boolean | null;
};

export type MayStillSignInRow = {
  found: number;
};

export type ReasonOfStateRow = {
  params: Record<string, string>;
};

export type StoredCustomer = {
  id: bigint;
  account: string;
  password_hash: string;
  state: CustomerState;
  registered_at: number;
  verification: number;
};

export type StoredSession = {
  id: string;
  device: string;
  created_at: number;
  last_seen_at: number;
};
