// Written by `npm run types` from the migrations and the statements: not by hand.
import type { SaleReason } from "./margin.rules.ts";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type AccountBalancesRow = {
  available: bigint;
  shortfall: bigint;
  loan: bigint;
  margin_debt: bigint;
  credit_floor: bigint;
};

export type AreBehindRow = {
  behind: boolean;
};

export type CallRow = {
  id: bigint;
  called_at: number;
  due_at: number;
  /** Hundredths of a per cent. */
  ratio: bigint;
};

export type CountMarginEventsRow = {
  called: number;
  sold: number;
};

export type DueCallColumns = {
  id: bigint;
  customer_id: bigint;
  called_on: string;
  due_at: number;
};

export type EndCallRow = {
  is_news: boolean;
};

export type ForcedSaleColumns = {
  reason: SaleReason;
  decided_at: number;
  price: Price;
  quantity: Shares;
  equity: Minor;
  exposure: Minor;
  ratio: bigint;
  ratio_required: bigint;
  called_at: number | null;
  due_at: number | null;
  rule: string;
  rule_since: string;
};

export type MarginAccountRow = {
  customer_id: bigint | null;
  market: MarketKey;
};

export type MarginedColumns = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  state: "holding" | "closing" | "closed" | "locked";
  left: bigint;
  open_price: Price;
  opened_at: number;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
};

export type OpenCallRow = {
  due_at: number;
  is_news: boolean;
};
