// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type AvailableRow = {
  customer_id: bigint;
  balance: Minor;
};

export type BalanceRow = {
  currency: Currency;
  purpose: string;
  balance: Minor;
  floor: Minor;
};

export type CustomerAccountsRow = {
  id: bigint;
  key: string;
};

export type HouseAccountRow = {
  id: bigint;
};

export type LockBalancesRow = {
  account_id: bigint;
  spendable: bigint;
};

export type PostTransferRow = {
  transfer_id: bigint;
};
