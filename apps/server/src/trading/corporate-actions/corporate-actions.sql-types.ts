// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OrderKind, PositionEnding, PositionStatus } from "@sanshi/contract";
import type { MarketKey, Minor, PerShare, Price, Shares } from "@sanshi/money";

export type ActionsBetweenRow = {
  id: bigint;
};

export type AppliedActionRow = {
  action_id: bigint;
  market: "jpy" | "usd" | "cny";
  ex_date: string;
  kind: "split" | "dividend";
  numerator: bigint | null;
  denominator: bigint | null;
  per_share: PerShare | null;
  quantity_before: bigint;
  quantity_after: bigint;
  amount: bigint;
  equivalent: bigint;
  applied_at: number;
};

export type DueAction = {
  position_id: bigint;
  action_id: bigint;
  ex_date: string;
  kind: "split" | "dividend";
  numerator: bigint | null;
  denominator: bigint | null;
  per_share: PerShare | null;
  close_before: Price | null;
  effective_at: number;
};

export type DuePositionsRow = {
  customer_id: bigint;
  position_ids: string[];
};

export type GivenToVenueRow = {
  order_id: bigint;
};

export type HasUnappliedRow = {
  is_unapplied: boolean;
};

export type HeldInstrument = {
  market: MarketKey;
  code: string;
  since: number;
};

export type KeepActionRow = {
  id: bigint;
};

export type LentSinceRow = {
  quantity: bigint;
};

export type LockedClosing = {
  position_id: bigint;
  id: bigint;
  kind: OrderKind;
  quantity: Shares;
  filled: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  do_not_reduce: boolean;
  placed_at: number | null;
  trail_amount: Price | null;
  trail_basis_points: number | null;
  trail_best: Price | null;
};

export type LockedExit = {
  order_id: bigint;
  id: bigint;
  quantity: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  trail_amount: Price | null;
  trail_basis_points: number | null;
};

export type LockedPositionRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  revision: number;
  side: "long" | "short";
  kind: OrderKind;
  status: PositionStatus;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  do_not_reduce: boolean;
  take_profit: Price | null;
  stop_loss: Price | null;
  expires_at: number | null;
  opened_at: number | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  open_value: bigint | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  reserved: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  interest_paid: Minor;
  basis_closed: Minor;
  proceeds: Minor;
  realised: Minor;
  closing_shares: Shares;
  opening_works: boolean;
  ending: PositionEnding | null;
  leverage: number;
  placed_at: number;
  hold_price: Price | null;
  lent: bigint;
};

export type LookThroughRow = {
  market: "jpy" | "usd" | "cny";
  looked_until: number;
  known: Buffer;
};

export type MomentAfterFillsRow = {
  now: number;
  filled_at: number | null;
};
