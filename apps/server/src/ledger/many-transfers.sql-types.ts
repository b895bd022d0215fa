// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type AccountsOfManyRow = {
  customer_id: bigint;
  purpose: string;
  id: bigint;
};

export type BalancesOfManyRow = {
  account_id: bigint;
  balance: Minor;
};
