// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor } from "@sanshi/money";

export type HolderRow = {
  customer_id: bigint;
  stands: boolean;
};

export type InsertConsentRow = {
  id: bigint;
};

export type StandingRow = {
  id: bigint;
  market: MarketKey;
  shown_as: string;
  capacity_most: Minor;
  consented_at: number;
  account: string;
  product_id: bigint | null;
};

export type StoredConsent = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  shown_as: string;
  capacity_most: Minor;
  nonce: string;
  signature: string;
  consented_at: number;
  revoked_at: number | null;
  product_id: bigint | null;
};
