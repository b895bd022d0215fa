// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

export type StandingRow = {
  state: CustomerState | null;
  available: bigint | null;
  credit: bigint | null;
  shortfall: Minor | null;
  loan: bigint;
  is_called: boolean;
  orders_waiting: number;
};
