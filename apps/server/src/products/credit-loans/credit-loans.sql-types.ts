// Written by `npm run types` from the migrations and the statements: not by hand.
import type { LoanCurrency, ReasonCode } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

export type InsertLoanRow = {
  id: bigint;
};

export type LastGivenBackAtRow = {
  at: number | null;
};

export type LoanColumns = {
  id: bigint;
  customer_id: bigint;
  currency: LoanCurrency;
  principal: Minor;
  term_days: number;
  purpose: "investing" | "living" | "education" | "medical" | "other";
  status: number;
  rate_basis_points: number;
  overdue_basis_points: number;
  rule: string;
  rule_since: string;
  rule_confirmed: boolean;
  auto_repay: boolean;
  requested_at: number;
  approved_at: number | null;
  due_on: string | null;
  cooling_off_until: number | null;
  principal_left: Minor;
  interest_left: Minor;
  interest_total: Minor;
  interest_fraction: number;
  interest_through: string | null;
  reminder: number;
  ended_at: number | null;
  given_back: boolean;
  reason_code: ReasonCode | null;
  reason_words: string;
  claimed: bigint;
  last_given_back_at: number | null;
};

export type OpenLoansRow = {
  currency: LoanCurrency;
  outstanding: bigint;
  under_review: bigint;
  applications: number;
  overdue_id: bigint | null;
  elsewhere: bigint;
  late_elsewhere: boolean | null;
};
