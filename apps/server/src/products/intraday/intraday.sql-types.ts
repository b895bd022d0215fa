// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Refusal } from "../../platform/outcome.ts";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type ChargeRow = {
  trade_id: bigint;
  kind: "premium" | "carry_over";
  units: bigint;
  units_per_minor: bigint;
};

export type DueRow = {
  due: boolean;
};

export type DueTradeRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  squares_off_at: number;
  session_ends_at: number;
  carried_at: number | null;
  position_id: bigint | null;
};

export type EndedTradeRow = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  position_id: bigint | null;
  premium_rate: number;
  carry_over_rate: number;
};

export type OpenedRow = {
  cost: bigint;
};

export type ShownTradeRow = {
  id: bigint;
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  order_request_id: string;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  quantity: Shares;
  state: "submitted" | "trading" | "completed" | "failed";
  rule: string;
  applied_at: number;
  squares_off_at: number;
  session_ends_at: number;
  position_id: bigint | null;
  refusal: Refusal | null;
  carried_at: number | null;
  ended_at: number | null;
  premium_rate: number;
  carry_over_rate: number;
  open_price: Price | null;
  close_value: bigint;
  closed: bigint;
  fees: bigint;
  interest: bigint;
  realised: bigint;
};

export type SquareOffRow = {
  trade_id: bigint;
  price: Price;
  quantity: Shares;
  decided_at: number;
};

export type StockToCarryRow = {
  market: MarketKey;
  code: string;
  session_ends_at: number;
};

export type StoredTrade = {
  id: bigint;
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  order_request_id: string;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  quantity: Shares;
  state: "submitted" | "trading" | "completed" | "failed";
  rule: string;
  applied_at: number;
  squares_off_at: number;
  session_ends_at: number;
  position_id: bigint | null;
  refusal: Refusal | null;
  carried_at: number | null;
  ended_at: number | null;
  premium_rate: number;
  carry_over_rate: number;
};
