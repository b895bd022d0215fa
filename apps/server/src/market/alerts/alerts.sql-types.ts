// Written by `npm run types` from the migrations and the statements: not by hand.
import type { AlertKind } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type AlertedInstrument = {
  market: MarketKey;
  code: string;
  /** The moment whose prices the value is in. */
  since: number;
};

export type CustomersToScaleRow = {
  customer_id: bigint;
};

export type DeletedAlert = {
  id: bigint;
};

export type DueScalingRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: AlertKind;
  value: bigint;
  numerator: bigint | null;
  denominator: bigint | null;
  effective_at: number;
};

export type InsertAlertRow = {
  id: bigint;
};

export type MarkFiredRow = {
  id: bigint;
};

export type StoredAlert = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  kind: AlertKind;
  value: bigint;
  created_at: number;
  /** The moment whose prices the value is in. */
  scale_of: number;
};
