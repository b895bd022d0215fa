// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OrderKind } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type OrderOverAction = {
  id: bigint;
  customer_id: bigint;
};

export type PlacedOrder = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  purpose: "open" | "close";
  kind: OrderKind;
  quantity: Shares;
  limit_price: Price | null;
  hold_price: Price | null;
  is_barred: boolean;
};

export type UnsubmittedRow = {
  id: bigint;
};
