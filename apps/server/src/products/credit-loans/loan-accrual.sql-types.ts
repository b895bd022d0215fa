// Written by `npm run types` from the migrations and the statements: not by hand.
import type { LoanCurrency } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

export type AccruedRow = {
  id: bigint;
  currency: LoanCurrency;
  interest: bigint | null;
  account_id: bigint;
  house_id: bigint;
};

export type DueLoansRow = {
  id: bigint;
  customer_id: bigint;
  currency: LoanCurrency;
  principal_left: Minor;
  interest_left: Minor;
  overdue_basis_points: number;
  rate_basis_points: number;
  interest_fraction: number;
  due_on: string;
  interest_through: string | null;
};

export type DueRow = {
  due: boolean;
};

export type InsertProvisionRow = {
  id: bigint;
};

export type InterestAccountsRow = {
  id: bigint;
};

export type LoansToAccrueRow = {
  id: bigint;
};

export type LoansToRepayRow = {
  id: bigint;
  customer_id: bigint;
  due_on: string;
};

export type RequiredProvisionRow = {
  required: bigint;
  there: bigint;
};
