// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CreditScore, LoanCurrency } from "@sanshi/contract";

export type RecordedScoreRow = {
  customer_id: bigint;
  account: string;
  day: string;
  score: number;
  parts: CreditScore["parts"];
  averages: Partial<Record<LoanCurrency, string>>;
  account_days: number;
  expected_averages: unknown;
  before: unknown;
  after: unknown;
};
