// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type AppliedLaterRow = {
  position_id: bigint;
  amount: bigint;
  numerator: bigint | null;
  denominator: bigint | null;
  is_effective: boolean | null;
};

export type ChargeRow = {
  position_id: bigint;
  units: bigint;
  at: number;
};

export type LentForRow = {
  position_id: bigint;
  at: number;
  lent: bigint;
  collateral: bigint;
};

export type PastEventRow = {
  position_id: bigint;
  opens: boolean | null;
  quantity: bigint;
  value: bigint | null;
  amount: Minor | null;
  is_reversal: boolean;
  numerator: bigint | null;
  denominator: bigint | null;
  at: number;
  free_until: number | null;
};

export type PastHeader = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  opened_at: number;
  opened: Shares;
  closed: Shares;
  open_price: Price;
  open_value: bigint | null;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  rounds_price: boolean;
  has_changed: boolean;
};
