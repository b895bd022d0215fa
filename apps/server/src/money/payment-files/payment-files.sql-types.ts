// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type InsertFileRow = {
  id: bigint;
};

export type SentPayment = {
  file_id: bigint;
  position: number;
  withdrawal_id: bigint;
  result: "paid" | "returned" | "refused" | null;
  return_reason: string | null;
  amount: Minor;
  card_id: bigint;
  status: number;
  refused_before: number;
};

export type StoredFile = {
  id: bigint;
  format: "zengin" | "pain001";
  currency: Currency;
  transfer_on: string;
  payer_code: string;
  payer_name: string;
  payer_bank: string;
  payer_branch: string;
  payer_account_type: "ordinary" | "current";
  payer_account: string;
  /** The operator's address, for the back office alone. */
  made_by: string;
  made_at: number;
  answered_at: number | null;
  fetched_at: number | null;
  refused_at: number | null;
  refused_reason: "bank_refused_file" | "transfer_day_passed" | null;
};

export type WaitingPayment = {
  withdrawal_id: bigint;
  amount: Minor;
  card_id: bigint;
  refused_before: number;
};

export type WaitingSum = {
  is_zengin: boolean;
  currency: Currency;
  payments: number;
  total: bigint;
  /** Approved and given to the bank; paid when the bank says so. */
  approved_from: number;
};
