// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type DueRow = {
  due: boolean;
};

export type EndNotice = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  source: "record" | "simulated" | "operators";
  last_trading_day: string;
  cash_price: Price | null;
  document_address: string | null;
  announced_at: number;
  withdrawn_at: number | null;
  settlement_price: Price | null;
  price_of: string | null;
  settled_at: number | null;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  target_price: Price | null;
  what: "announced" | "withdrawn";
  told_through: bigint;
};

export type EndReceipt = {
  quantity: Shares;
  price: Price;
  settled_at: number;
  kind: "delisted" | "merged";
  last_trading_day: string;
  price_of: string | null;
  document_address: string | null;
};

export type ExchangeReceipt = {
  position_id: bigint;
  new_position_id: bigint | null;
  quantity: Shares;
  received: Shares;
  cash: Minor;
  exchanged_at: number;
  market: MarketKey;
  code: string;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  cash_price: Price | null;
  target_price: Price | null;
  price_of: string | null;
  document_address: string | null;
};

export type HeldOfStock = {
  id: bigint;
  customer_id: bigint;
};

export type InsertedEnd = {
  id: bigint;
};

export type ListedEnd = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  source: "record" | "simulated" | "operators";
  last_trading_day: string;
  cash_price: Price | null;
  document_address: string | null;
  announced_at: number;
  withdrawn_at: number | null;
  settlement_price: Price | null;
  price_of: string | null;
  settled_at: number | null;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  target_price: Price | null;
  settled_positions: number;
};

export type StoredEnd = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  source: "record" | "simulated" | "operators";
  last_trading_day: string;
  cash_price: Price | null;
  document_address: string | null;
  announced_at: number;
  withdrawn_at: number | null;
  settlement_price: Price | null;
  price_of: string | null;
  settled_at: number | null;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  target_price: Price | null;
};
