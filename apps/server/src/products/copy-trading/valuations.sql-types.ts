// Written by `npm run types` from the migrations and the statements: not by hand.
import type { BacktestDay, KeptBalance, KeptFigures, KeptPosition } from "./kept.ts";
import type { PlannedOrder } from "./ordering.ts";
import type { Target } from "./strategies/index.ts";
import type { Minor, Price } from "@sanshi/money";

export type DueRow = {
  due: boolean;
};

export type EdgeValues = {
  product_id: bigint;
  first_at: number;
  first_value: bigint;
  first_index: string | null;
  first_level: Price | null;
  last_at: number;
  last_value: bigint;
  last_index: string | null;
  last_level: Price | null;
};

export type ExposureRow = {
  product_id: bigint;
  long: bigint;
  short: bigint;
  money: bigint;
};

export type LastTargetsRow = {
  at: number | null;
};

export type StoredBacktest = {
  product_id: bigint;
  days: BacktestDay[];
  figures: KeptFigures | null;
  bars: "days" | "minutes";
};

export type StoredDecision = {
  due_at: number;
  decided_at: number;
  targets: Target[] | null;
  orders: PlannedOrder[];
  answers: string[] | null;
  done_at: number | null;
};

export type StoredValuation = {
  number: number;
  due_at: number;
  valued_at: number;
  balances: KeptBalance[];
  positions: KeptPosition[];
  gross: Minor;
  management_fee: Minor;
  performance_fee: Minor;
  units: bigint;
  unit_value: bigint;
  units_bought: bigint;
  paid_in: Minor;
  units_ended: bigint;
  paid_out: Minor;
};

export type TestFiguresRow = {
  product_id: bigint;
  figures: KeptFigures | null;
};

export type UnitValueAtRow = {
  product_id: bigint;
  number: number;
  unit_value: bigint;
};

export type UntestedRow = {
  id: bigint;
};

export type ValueBeforeRow = {
  product_id: bigint;
  unit_value: bigint;
};

export type ValuedRow = {
  number: number;
  due_at: number;
  valued_at: number;
  unit_value: bigint;
  gross: Minor;
  index_code: string | null;
  index_level: Price | null;
};
