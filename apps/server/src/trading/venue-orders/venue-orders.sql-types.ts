// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, PerShare, Price, Shares } from "@sanshi/money";

export type DueRequest = {
  client_order_id: string;
  order_id: bigint;
  kind: "new" | "cancel" | "replace";
  quantity: Shares | null;
  limit_price: Price | null;
  is_unsent: boolean;
  original_id: string;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  immediate_or_cancel: boolean;
};

export type KeptReport = {
  venue: string;
  sequence: bigint;
  execution_id: string;
  client_order_id: string;
  type:
    | "accepted"
    | "rejected"
    | "trade"
    | "cancelled"
    | "expired"
    | "replaced"
    | "request_rejected"
    | "busted"
    | "corrected"
    | "status"
    | "request_unknown"
    | "order_unknown"
    | "unreadable";
  venue_at: number;
  venue_order_id: string | null;
  status: "working" | "filled" | "cancelled" | "expired" | "rejected" | null;
  cumulative: Shares | null;
  leaves: Shares | null;
  quantity: Shares | null;
  price: Price | null;
  refers_to: string | null;
  reason: string | null;
};

export type KeptTrade = {
  execution_id: string;
  order_id: bigint;
  quantity: Shares;
  price: Price;
};

export type LineRow = {
  received_through: bigint;
  newest: bigint;
  heard_at: number | null;
  now: number;
};

export type LoweringRequestRow = {
  kind: "new" | "cancel" | "replace";
  per_share: PerShare | null;
};

export type NextRequestNumberRow = {
  number: bigint;
};

export type StoredVenueOrder = {
  order_id: bigint;
  customer_id: bigint;
  venue: string;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  immediate_or_cancel: boolean;
  state: "pending_new" | "working" | "filled" | "cancelled" | "expired" | "rejected";
  venue_order_id: string | null;
  client_order_id: string;
  wants_cancel: boolean;
  quantity: Shares;
  limit_price: Price;
  filled: Shares;
  busted: Shares;
  dispute:
    | "trade_after_end"
    | "ended_twice"
    | "unknown_trade"
    | "correction_grew"
    | "not_asked"
    | "figures_differ"
    | "not_bookable"
    | null;
  request_id: string | null;
  request_kind: "new" | "cancel" | "replace" | null;
  request_quantity: Shares | null;
  request_limit: Price | null;
};

export type UnappliedOrderRow = {
  order_id: bigint;
};

export type VenueStandingRow = {
  order_id: bigint;
  state: "pending_new" | "working" | "filled" | "cancelled" | "expired" | "rejected";
  dispute:
    | "trade_after_end"
    | "ended_twice"
    | "unknown_trade"
    | "correction_grew"
    | "not_asked"
    | "figures_differ"
    | "not_bookable"
    | null;
  request_kind: "new" | "cancel" | "replace" | null;
  wants_cancel: boolean;
  heard_at: number | null;
  has_gap: boolean;
  now: number;
  asked_at: number | null;
  is_set_aside: boolean;
};
