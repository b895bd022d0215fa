// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type ConsentRow = {
  id: bigint;
  customer_id: bigint;
  position_id: bigint;
  market: MarketKey;
  code: string;
  quantity: Shares;
  floor_price: Price;
  discount_most: number;
  lock_up_days: number;
  expires_at: number;
  nonce: string;
  signature: string;
  consented_at: number;
  revoked_at: number | null;
  offer_id: bigint | null;
  sold_lots: number | null;
  unsold_because: "seller_has_none" | "split" | "outside_band" | null;
  lot_size: Shares | null;
  settled_at: number | null;
  withdrawn_at: number | null;
};

export type HeldToSellRow = {
  market: MarketKey;
  code: string;
  side: "long" | "short";
  opened: Shares;
  closed: Shares;
  opened_at: number;
  sellable_at: number;
  newest_lot: Shares | null;
  newest_lot_on: string | null;
  quantity: bigint;
  is_free: boolean;
};

export type LiveConsentRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  quantity: Shares;
  floor_price: Price;
  discount_most: number;
  lock_up_days: number;
  expires_at: number;
  consented_at: number;
  account: string;
};

export type LiveConsentsRow = {
  count: number;
};

export type LockConsentRow = {
  id: bigint;
};
