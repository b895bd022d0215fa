// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Shares } from "@sanshi/money";

export type FindCustomerIdRow = {
  id: bigint;
};

export type FindListingRow = {
  offering_id: bigint | null;
};

export type InsertListingRow = {
  code: string;
};

export type OfferedCodeRow = {
  code: string;
};

export type StoredNamingRow = {
  names: unknown;
  search_terms: string[] | null;
  sector: string | null;
};

export type StoredOffer = {
  market: MarketKey;
  /** Empty for the whole market. */
  code: string;
  leverages: number[] | null;
  short_offered: boolean | null;
};

export type StoredTerms = {
  lot_size: Shares | null;
  offered: boolean;
};
