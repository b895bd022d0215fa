// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type BankDay = {
  day: string;
  currency: Currency;
  received: bigint;
  paid: bigint;
};

export type CustomersDay = {
  day: string | null;
  signed_in: number;
  traded: number;
  registered: number;
};

export type RevenueDay = {
  day: string;
  currency: Currency;
  purpose: string;
  earned: bigint;
};
