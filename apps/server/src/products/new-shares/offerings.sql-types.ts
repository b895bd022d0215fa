// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OfferingForm, ReasonSentences } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type AppliedRow = {
  offering_id: bigint;
  count: number;
  lots: number;
};

export type BundleRow = {
  body: Buffer;
};

export type DraftRow = {
  id: bigint;
  form: OfferingForm;
  saved_at: number;
  /** The operator's address, for the back office alone. */
  email: string;
};

export type DueForWithdrawalRow = {
  id: bigint;
};

export type EarlierDrawsRow = {
  id: bigint;
  withdrawn_at: number | null;
  withdrawn_reason: ReasonSentences | null;
};

export type FunnelRow = {
  offering_id: bigint;
  status: number;
  waits: boolean;
  count: number;
  lots: number;
  allotted: number;
  amount: string;
};

export type InsertDraftRow = {
  id: bigint;
};

export type LastWithdrawnAfterCloseRow = {
  at: number | null;
};

export type NextOfferingIdRow = {
  id: bigint;
  ahead: number;
};

export type OfferingIdRow = {
  id: bigint;
};

export type OfferingToReturnRow = {
  id: bigint;
};

export type SealedSeedRow = {
  seed_sealed: Buffer;
};

export type StoredOffering = {
  id: bigint;
  market: MarketKey;
  code: string;
  names: ReasonSentences;
  sponsor: string;
  prospectus: string | null;
  price_low: Price;
  price_high: Price;
  earnings_per_share: Price | null;
  lot_size: Shares;
  issue_volume: Shares;
  quota_lots: number;
  min_lots: number;
  max_lots: number;
  rule: "equal" | "by_lot";
  asks_money: boolean;
  cancellable: boolean;
  missed_most: number | null;
  missed_months: number | null;
  missed_days: number | null;
  opens_at: number;
  closes_at: number;
  priced_at: number | null;
  draws_at: number;
  pays_until: number;
  waiting_until: number;
  allocates_at: number;
  lists_at: number;
  terms: unknown;
  terms_hash: string;
  seed_commitment: string;
  published_at: number;
  price: Price | null;
  root: string | null;
  root_at: number | null;
  entries: number | null;
  checkpoints_done: number | null;
  result: string | null;
  seed: string | null;
  drawn_at: number | null;
  withdraws_at: number | null;
  withdrawal_reason: ReasonSentences | null;
  withdrawn_at: number | null;
  withdrawn_reason: ReasonSentences | null;
  listed_at: number | null;
  newcomer: number | null;
  beacon: unknown;
};

export type UpdateDraftRow = {
  id: bigint;
};
