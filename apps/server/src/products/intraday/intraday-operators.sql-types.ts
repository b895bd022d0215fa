// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Refusal } from "../../platform/outcome.ts";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type ExposureRow = {
  code: string;
  side: "long" | "short";
  account: string;
  trades: number;
  shares: bigint;
  cost: bigint;
  margin: bigint;
  borrowed: bigint;
};

export type ObstacleCountRow = {
  session_ends_at: number;
  reason: "halted" | "locked" | "closed" | "no_price" | "not_tradable";
  trades: number;
};

export type OperatorTradeRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  quantity: Shares;
  state: "submitted" | "trading" | "completed" | "failed";
  applied_at: number;
  squares_off_at: number;
  session_ends_at: number;
  carried_at: number | null;
  ended_at: number | null;
  position_id: bigint | null;
  refusal: Refusal | null;
  account: string;
  open_price: Price | null;
  fees: bigint;
  interest: bigint;
  realised: bigint;
  result: string | null;
  number: number;
};

export type ReceiptWithQuoteRow = {
  trade_id: bigint;
  price: Price;
  quantity: Shares;
  decided_at: number;
  feed: string;
  quote_sequence: bigint;
  bid: Price;
  ask: Price;
  quote_at: number;
};

export type SquareOffDayRow = {
  session_ends_at: number;
  squares_off_at: number;
  trades: number;
  running: number;
  carried_running: number;
  squared_off: number;
  carried: number;
  closed_otherwise: number;
  first_at: number | null;
  last_at: number | null;
};

export type TradeObstacleRow = {
  trade_id: bigint;
  reason: "halted" | "locked" | "closed" | "no_price" | "not_tradable";
  seen_at: number;
};
