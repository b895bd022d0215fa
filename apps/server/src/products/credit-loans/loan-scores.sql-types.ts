// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CreditScore, LoanCurrency, ReasonCode } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

export type CapColumns = {
  currency: LoanCurrency;
  amount: Minor | null;
  reason_code: ReasonCode;
  reason_words: string;
  set_at: number;
};

export type FindCustomerIdRow = {
  id: bigint;
};

export type ScoreColumns = {
  customer_id: bigint;
  day: string;
  score: number;
  parts: CreditScore["parts"];
  averages: Partial<Record<LoanCurrency, string>>;
};

export type ScoreDaysRow = {
  recorded: string | null;
  scored: string | null;
};

export type ScoreFactsRow = {
  customer_id: bigint;
  is_verified: boolean;
  account_days: number;
  averages: unknown;
  repaid_in_time: number;
  repaid_late: number;
  overdue: number;
  written_off: number;
  margin_calls: number;
  forced_sales: number;
};
