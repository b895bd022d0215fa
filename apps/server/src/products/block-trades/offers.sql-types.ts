// Written by `npm run types` from the migrations and the statements: not by hand.
import type { BlockOfferForm, ReasonSentences } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type BlockDraftRow = {
  id: bigint;
  form: BlockOfferForm;
  saved_at: number;
  /** The operator's address, for the back office alone. */
  email: string;
};

export type BlockFunnelRow = {
  offer_id: bigint;
  status: number;
  count: number;
  lots: number;
  frozen: string;
};

export type DueBlockRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  expires_at: number | null;
};

export type DueRow = {
  due: boolean;
};

export type InsertBlockDraftRow = {
  id: bigint;
};

export type InsertBlockOfferRow = {
  id: bigint;
};

export type LockQuotaRow = {
  offer_id: bigint;
};

export type MadeAnyRow = {
  id: bigint;
};

export type StoredBlock = {
  id: bigint;
  market: MarketKey;
  code: string;
  seller: "institution" | "house" | "customer";
  seller_names: ReasonSentences;
  made_as: string | null;
  seller_position_id: bigint | null;
  consent_id: bigint | null;
  price: Price;
  reference_price: Price;
  band_low: Price | null;
  band_high: Price | null;
  band_rule: string | null;
  lot_size: Shares;
  quota_lots: number;
  min_lots: number;
  max_lots: number;
  invited_only: boolean;
  cancellable: boolean;
  opens_at: number;
  closes_at: number;
  settles_at: number;
  locked_until: number;
  published_at: number;
  sold_lots: number | null;
  unsold_because: "seller_has_none" | "split" | "outside_band" | null;
  sale_order_id: bigint | null;
  settled_at: number | null;
  withdrawn_at: number | null;
  withdrawn_reason: ReasonSentences | null;
  rule: "first_come" | "equal" | "by_lot";
  left_lots: number;
  terms_hash: string | null;
  root: string | null;
  drawn_at: number | null;
};

export type UpdateBlockDraftRow = {
  id: bigint;
};
