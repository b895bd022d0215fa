// Written by `npm run types` from the migrations and the statements: not by hand.
import type { DelayReason } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";

export type CountUnderReviewRow = {
  count: number;
};

export type InsertWithdrawalRow = {
  id: bigint;
};

export type IsReferenceUsedRow = {
  used: boolean;
};

export type IsWithBankRow = {
  sent: boolean;
};

export type StoredWithdrawal = {
  id: bigint;
  customer_id: bigint;
  card_id: bigint;
  currency: Currency;
  amount: Minor;
  status: number;
  requested_at: number;
  expected_by: number;
  latest_by: number;
  /** What the customer was told last; null of one that has ended long ago. */
  promised_by: number | null;
  delay_reason: DelayReason | null;
  /** Approved and given to the bank; paid when the bank says so. */
  approved_at: number | null;
  approved_by: bigint | null;
  approval_id: bigint | null;
  bank_reference: string | null;
  ended_at: number | null;
  reason_code: string | null;
  reason_words: string;
  holder_name: string;
  number_masked: string;
  bank_name: string;
  branch_name: string;
  sent_at: number | null;
  refused_at: number | null;
  has_line: boolean;
};

export type WithdrawalCounts = {
  requested: number;
  paid: number;
  rejected: number;
  cancelled: number;
  under_review: number;
  overdue: number;
  due: number;
  on_time: number;
  median: number | null;
  ninetieth: number | null;
  longest: number | null;
};
