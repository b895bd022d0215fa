// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type BalanceAtRow = {
  currency: Currency;
  purpose: string;
  before: bigint;
  after: bigint;
};

export type HeadAfterRow = {
  head: string;
};

export type RegisteredAtRow = {
  at: number;
};
