// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, MarketKey, Minor } from "@sanshi/money";

export type BalancesOfRow = {
  customer_id: bigint;
  currency: Currency;
  purpose: string;
  balance: Minor;
};

export type CustomersBeforeRow = {
  id: bigint;
};

export type HeldStocksRow = {
  market: MarketKey;
  code: string;
};

export type LastRecordedDayRow = {
  day: string | null;
};

export type RecordedAmountsRow = {
  day: string;
  currency: Currency;
  amount: Minor;
};

export type RecordedRatesRow = {
  day: string;
  rates: Partial<Record<Currency, string>>;
};
