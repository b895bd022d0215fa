// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";

export type ApprovedResetRow = {
  id: bigint;
  password_hash: string | null;
  due_at: number;
};

export type AskingCustomer = {
  customer_state: CustomerState;
  name: string | null;
  second_step: boolean;
  device_known: boolean;
  sessions: number;
  other_cases: number;
};

export type CustomerOfCaseRow = {
  customer_id: bigint;
};

export type EndResetsRow = {
  lapsed: boolean | null;
};

export type FindApprovedFactorResetRow = {
  id: bigint;
  due_at: number;
};

export type LockAccountRow = {
  id: bigint;
};

export type StoredReset = {
  id: bigint;
  customer_id: bigint;
  case_number: string;
  requested_at: number;
  due_at: number | null;
  expires_at: number;
  ended: "used" | "cancelled" | "rejected" | "stopped" | "replaced" | "expired" | null;
};
