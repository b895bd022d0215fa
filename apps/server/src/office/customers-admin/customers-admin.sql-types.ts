// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";

export type BalanceRow = {
  ledger_account: bigint;
  currency: Currency;
  purpose: string;
  balance: Minor;
  floor: Minor;
  version: bigint;
};

export type CountsOfRow = {
  invited: number;
  open_positions: number;
  sessions: number;
};

export type CustomerRow = {
  id: bigint;
  account: string;
  name: string | null;
  name_kana: string | null;
  verification: number;
  state: CustomerState;
  registered_at: number;
  invitation_code: string;
  inviter: string | null;
  review_at: number | null;
  last_seen_at: number | null;
};

export type LockCustomerRow = {
  id: bigint;
  state: CustomerState;
};
