// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OrderKind, PositionEnding, PositionStatus, TimeInForce } from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type ClosedPartRow = {
  position_id: bigint;
  quantity: bigint;
  value: bigint;
  kind: string;
};

export type ClosingOrderRecord = {
  position_id: bigint;
  id: bigint;
  origin: "customer" | "take_profit" | "stop_loss" | "forced_sale";
  kind: OrderKind;
  quantity: Shares;
  filled: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  trail_amount: Price | null;
  trail_basis_points: number | null;
  trail_best: Price | null;
  do_not_reduce: boolean;
  extended_hours: boolean;
  time_in_force: TimeInForce;
  triggered_at: number | null;
  expires_at: number | null;
};

export type EndedPositionRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  time_in_force: TimeInForce;
  leverage: number;
  status: PositionStatus;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  expires_at: number | null;
  take_profit: Price | null;
  stop_loss: Price | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  reserved: Minor;
  opening_works: boolean;
  basis_closed: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  interest_paid: Minor;
  ending: PositionEnding | null;
  do_not_reduce: boolean;
  extended_hours: boolean;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_shares: Shares;
  placed_at: number;
  opened_at: number | null;
  sellable_at: number | null;
  newest_lot: Shares | null;
  newest_lot_on: string | null;
  ended_at: number;
  lent: bigint;
  ended_microseconds: bigint;
};

export type FillRecord = {
  number: number;
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  fee_items: { name: string; amount: string }[];
  levels: [price: string, quantity: string][] | null;
  feed: string;
  quote_sequence: bigint;
  bid: Price;
  ask: Price;
  quote_at: number;
  traded_at: number;
};

export type HeldPositionsOfRow = {
  customer_id: bigint;
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  time_in_force: TimeInForce;
  leverage: number;
  status: PositionStatus;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  expires_at: number | null;
  take_profit: Price | null;
  stop_loss: Price | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  reserved: Minor;
  opening_works: boolean;
  basis_closed: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  interest_paid: Minor;
  ending: PositionEnding | null;
  do_not_reduce: boolean;
  extended_hours: boolean;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_shares: Shares;
  placed_at: number;
  opened_at: number | null;
  sellable_at: number | null;
  newest_lot: Shares | null;
  newest_lot_on: string | null;
  ended_at: number | null;
  lent: bigint;
};

export type HoldsClosablePositionsRow = {
  held: boolean;
};

export type PositionRecord = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  time_in_force: TimeInForce;
  leverage: number;
  status: PositionStatus;
  quantity: Shares;
  limit_price: Price | null;
  stop_price: Price | null;
  triggered_at: number | null;
  expires_at: number | null;
  take_profit: Price | null;
  stop_loss: Price | null;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  reserved: Minor;
  opening_works: boolean;
  basis_closed: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
  interest_paid: Minor;
  ending: PositionEnding | null;
  do_not_reduce: boolean;
  extended_hours: boolean;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_shares: Shares;
  placed_at: number;
  opened_at: number | null;
  sellable_at: number | null;
  newest_lot: Shares | null;
  newest_lot_on: string | null;
  ended_at: number | null;
  lent: bigint;
};

export type RealisedProfitRow = {
  total: bigint;
};

export type RealisedSinceRow = {
  market: MarketKey;
  realised: bigint;
};

export type RecentFill = {
  position_id: bigint;
  closes: boolean;
  quantity: Shares;
  amount: Minor;
  traded_at: number;
};

export type StockFillRecord = {
  position_id: bigint;
  number: number;
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  traded_at: number;
  filled_microseconds: bigint;
};

export type TradingSumsRow = {
  market: MarketKey;
  realised: bigint;
  fees: bigint;
  stamp_duty: bigint;
  interest_paid: bigint;
  dividends: bigint;
};

export type WaitingExit = {
  order_id: bigint;
  quantity: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  trail_amount: Price | null;
  trail_basis_points: number | null;
};
