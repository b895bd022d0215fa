// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type DailyColumns = {
  date: string;
  currency: Currency;
  purpose: string;
  debit: bigint;
  credit: bigint;
  sum: bigint;
  postings: number;
};

export type TrialColumns = {
  currency: Currency;
  owner: string;
  purpose: string;
  accounts: number;
  sum: bigint;
};
