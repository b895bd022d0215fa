// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type BlockAppliedRow = {
  offer_id: bigint;
  count: number;
  lots: number;
};

export type BlockBeaconDueRow = {
  id: bigint;
  terms: unknown;
};

export type BlockBundleRow = {
  body: Buffer;
};

export type BlockCheckpointsRow = {
  checkpoints: unknown;
};

export type BlockClaimRow = {
  id: bigint;
  terms_hash: string;
  root: string | null;
  delay: number | null;
  checkpoints: unknown;
};

export type BlockDrawDueRow = {
  id: bigint;
};

export type BlockEntrantRow = {
  id: bigint;
  customer_id: bigint;
  number: string;
};

export type BlockEntrantsToTellRow = {
  offer_id: bigint;
  through: bigint;
  root: string | null;
  market: MarketKey;
  code: string;
};

export type BlockEntryRow = {
  number: string;
  lots: number;
  nonce: string | null;
};

export type BlockRootDueRow = {
  id: bigint;
};

export type BlockSealedSeedRow = {
  seed_sealed: Buffer;
};

export type ClockAheadRow = {
  ahead: number;
};

export type DueRow = {
  due: boolean;
};

export type NextEntryNumberRow = {
  number: bigint;
};

export type SetBlockBeaconRow = {
  id: bigint;
};

export type SetBlockDrawnRow = {
  id: bigint;
};

export type SetBlockRootRow = {
  id: bigint;
};

export type StoredBlockDraw = {
  id: bigint;
  terms: unknown;
  terms_hash: string;
  seed_commitment: string;
  closes_at: number;
  draws_at: number;
  root: string | null;
  root_at: number | null;
  entries: number | null;
  checkpoints_done: number | null;
  beacon: unknown;
  result: string | null;
  drawn_at: number | null;
};
