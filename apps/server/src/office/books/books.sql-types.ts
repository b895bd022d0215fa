// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type DailyColumns = {
  date: string;
  currency: Currency | null;
  purpose: string | null;
  debit: bigint | null;
  credit: bigint | null;
  sum: bigint | null;
  postings: number | null;
};

export type TrialColumns = {
  currency: Currency | null;
  owner: string;
  purpose: string | null;
  accounts: number | null;
  sum: bigint | null;
};
