// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor, Shares } from "@sanshi/money";

export type CostEventRow = {
  position_id: bigint;
  kind: string;
  quantity: Shares | null;
  amount: Minor | null;
  fee: Minor | null;
  action_id: bigint | null;
  numerator: bigint | null;
  denominator: bigint | null;
  at: number;
};

export type DividendsOfRow = {
  position_id: bigint;
  amount: bigint;
};

export type EndedInStocksRow = {
  id: bigint;
  code: string;
  opened_at: number;
  ended_at: number;
  ended_microseconds: bigint;
};
