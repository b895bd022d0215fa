// Written by `npm run types` from the migrations and the statements: not by hand.
import type {
  CustomerState,
  OrderKind,
  PositionEnding,
  PositionStatus,
  TimeInForce,
} from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type DueRow = {
  due: boolean;
};

export type LoadExpiredRow = {
  id: bigint;
  customer_id: bigint;
};

export type StoredPositionRow = {
  asked_id: bigint | null;
  id: bigint;
  customer_id: bigint;
  customer_state: CustomerState;
  /** The customer cannot close before; null where nothing bars it. */
  closing_barred_until: number | null;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  time_in_force: TimeInForce;
  leverage: number;
  status: PositionStatus;
  revision: number;
  quantity: Shares;
  limit_price: Price | null;
  hold_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  expires_at: number | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  open_value: bigint | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  borrowed: Minor;
  reserved: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  opening_works: boolean;
  interest_paid: Minor;
  basis_closed: Minor;
  proceeds: Minor;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_shares: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  ending: PositionEnding | null;
  placed_at: number;
  opened_at: number | null;
  sellable_at: number | null;
  newest_lot: Shares | null;
  newest_lot_on: string | null;
  do_not_reduce: boolean;
  extended_hours: boolean;
  exits: unknown;
  matched_feed: string | null;
  matched_sequence: bigint | null;
  available: Minor | null;
  credit: bigint | null;
  shortfall: Minor | null;
  loan: bigint;
  now: number;
  is_behind: boolean;
  last_resumed_at: number | null;
  is_called: boolean;
};

export type WatchedPositionRow = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  status: PositionStatus;
  revision: number;
  time_in_force: TimeInForce;
  expires_at: number | null;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  opening_works: boolean;
  closing_shares: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  sellable_at: number | null;
  extended_hours: boolean;
};

export type WorkingClosingRow = {
  position_id: bigint;
  id: bigint;
  origin: "customer" | "take_profit" | "stop_loss" | "forced_sale";
  kind: OrderKind;
  time_in_force: TimeInForce;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  trail_amount: Price | null;
  trail_basis_points: number | null;
  trail_best: Price | null;
  revision: number;
  triggered_at: number | null;
  filled: Shares;
  filled_value: bigint;
  expires_at: number | null;
  extended_hours: boolean;
  closing_group: string | null;
  group_filled: bigint | null;
  group_value: bigint | null;
};
