// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CopyStrategy, ReasonSentences, SuspensionCause } from "@sanshi/contract";
import type { MarketKey, Minor } from "@sanshi/money";

export type DueRow = {
  due: boolean;
};

export type FlowsRow = {
  product_id: bigint;
  followers: number;
  paid_in: bigint;
  house_units: bigint;
  waits_in: bigint;
  waits_out: bigint;
};

export type MadeAlreadyRow = {
  made_as: string;
};

export type NextProductIdRow = {
  id: bigint;
};

export type PoolAccountRow = {
  account: string;
};

export type ProductIdRow = {
  owed: bigint;
};

export type StoredProduct = {
  id: bigint;
  market: MarketKey;
  strategy: CopyStrategy;
  names: ReasonSentences;
  issuer: string;
  minimum: Minor;
  capacity: Minor;
  deadline: number;
  lock_up_days: number;
  management_basis_points: number;
  performance_basis_points: number;
  seed: Minor;
  valued_at_minute: number;
  cut_off_minutes: number;
  credit_limit: Minor;
  pool_id: bigint;
  published_at: number;
  closed_at: number | null;
  winds_down_at: number | null;
  wind_down_reason: ReasonSentences | null;
  stopped_at: number | null;
  stopped_why: string | null;
  ended_at: number | null;
  units: bigint;
  unit_value: bigint;
  high_water: bigint;
  fee_fraction: bigint;
  valuations: number;
  valued_at: number | null;
  valued_for: number | null;
  suspended_for: number | null;
  suspended_why: SuspensionCause | null;
  consent_id: bigint | null;
  made_as: string | null;
};
