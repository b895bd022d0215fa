// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type CustomersWithNewFlowsRow = {
  customer_id: bigint;
};

export type DayStartAmountsRow = {
  day: string;
  currency: Currency;
  amount: Minor;
};

export type DayStartRatesRow = {
  rates: Partial<Record<Currency, string>>;
};

export type DueRow = {
  due: boolean;
};

export type FlowsStandingRow = {
  recorded_day: string | null;
  has_late: boolean;
};

export type NewFlowsRow = {
  customer_id: bigint;
  transfer_id: bigint;
  currency: Currency;
  amount: Minor;
  happened_at: number;
};

export type ValuedFlowsRow = {
  currency: Currency;
  amount: Minor;
  net_after: Partial<Record<Currency, string>>;
  rates: Partial<Record<Currency, string>>;
};
