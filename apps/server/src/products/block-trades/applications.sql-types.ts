// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor } from "@sanshi/money";

export type AppliedLotsRow = {
  lots: number;
};

export type DueRow = {
  due: boolean;
};

export type InvitationCountRow = {
  offer_id: bigint;
  count: number;
};

export type InvitationRow = {
  password_hash: string;
};

export type InvitationUsesRow = {
  account: string;
  invited_at: number;
  /** The operator's address, for the back office alone. */
  email: string;
  applications: number;
  wrong_passwords: number;
  last_used_at: number | null;
};

export type InvitedToRow = {
  offer_id: bigint;
};

export type LiveApplicationsRow = {
  count: number;
};

export type OfferApplicationRow = {
  id: bigint;
  offer_id: bigint;
  customer_id: bigint;
  lots: number;
  cost: Minor;
  fee: Minor;
  applied_at: number;
  status: number;
  filled_lots: number;
  failure: "offer_withdrawn" | "seller_has_none" | "split" | "outside_band" | "not_allotted" | null;
  position_id: bigint | null;
  ended_at: number | null;
  released_at: number | null;
  number: string | null;
  nonce: string | null;
  signature: string | null;
  drawn_lots: number | null;
  account: string;
};

export type OfferIdRow = {
  offer_id: bigint;
};

export type StoredApplication = {
  id: bigint;
  offer_id: bigint;
  customer_id: bigint;
  lots: number;
  cost: Minor;
  fee: Minor;
  applied_at: number;
  status: number;
  filled_lots: number;
  failure: "offer_withdrawn" | "seller_has_none" | "split" | "outside_band" | "not_allotted" | null;
  position_id: bigint | null;
  ended_at: number | null;
  released_at: number | null;
  number: string | null;
  nonce: string | null;
  signature: string | null;
  drawn_lots: number | null;
};

export type UnlockableRow = {
  id: bigint;
  customer_id: bigint;
  position_id: bigint | null;
  market: MarketKey;
  code: string;
};
