// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type BalancesBeforeRow = {
  customer_id: bigint | null;
  currency: Currency;
  purpose: string;
  balance: bigint;
};

export type BalancesOfRow = {
  customer_id: bigint;
  currency: Currency;
  purpose: string;
  balance: Minor;
};

export type CustomersBeforeRow = {
  id: bigint;
};

export type InsertNetAssetsRow = {
  customer_id: bigint;
};

export type RecordedAmountsRow = {
  day: string;
  currency: Currency;
  amount: Minor;
};

export type RecordedDaysRow = {
  last: string | null;
  first: string | null;
};

export type RecordedRatesRow = {
  day: string;
  rates: Partial<Record<Currency, string>>;
};
