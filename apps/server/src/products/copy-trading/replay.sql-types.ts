// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type ReplayedBalanceRow = {
  purpose: string;
  amount: bigint;
};

export type ReplayedFlowsRow = {
  paid_in: bigint;
  paid_out: bigint;
  units: bigint;
};

export type ReplayedPositionRow = {
  position_id: bigint;
  code: string;
  side: "long" | "short";
  quantity: bigint;
};

export type ReplayedStepRow = {
  number: number;
  valued_at: number;
  gross: Minor;
  units: bigint;
  management_fee: Minor;
  performance_fee: Minor;
  unit_value: bigint;
};
