// Written by `npm run types` from the migrations and the statements: not by hand.
import type {
  CustomerState,
  OrderKind,
  PositionEnding,
  PositionStatus,
  TimeInForce,
} from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

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
  stop_price: Price | null;
  triggered_at: number | null;
  expires_at: number | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
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
  matched_feed: string | null;
  matched_sequence: bigint | null;
  available: Minor | null;
  credit: bigint | null;
  shortfall: Minor | null;
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
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  opening_works: boolean;
  closing_shares: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  sellable_at: number | null;
};

export type WorkingClosingRow = {
  position_id: bigint;
  id: bigint;
  origin: "customer" | "take_profit" | "stop_loss";
  quantity: Shares;
  limit_price: Price | null;
  filled: Shares;
  filled_value: bigint;
  expires_at: number | null;
};
