// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState, LoanCurrency, ReasonCode } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

export type CustomerStateOfRow = {
  state: CustomerState;
};

export type HouseTotalsRow = {
  currency: string;
  purpose: string;
  balance: bigint;
};

export type LateLoansRow = {
  id: bigint;
  account: string;
  currency: LoanCurrency;
  principal_left: Minor;
  interest_left: Minor;
  due_on: string;
  proposal_id: bigint | null;
  proposed_by: bigint | null;
  /** The operator's address, for the back office alone. */
  proposer: string | null;
  reason_code: ReasonCode | null;
  reason_words: string | null;
};

export type LentUnderLockRow = {
  lent: bigint;
};

export type LoanTotalsRow = {
  currency: LoanCurrency;
  lent: bigint;
  loans: number;
  under_review: bigint;
  applications: number;
  interest_owed: bigint;
  late_1: bigint;
  loans_1: number;
  late_31: bigint;
  loans_31: number;
  late_91: bigint;
  loans_91: number;
};
