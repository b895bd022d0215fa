// Written by `npm run types` from the migrations and the statements: not by hand.
import type { ReasonSentences } from "@sanshi/contract";
import type { MarketKey, Minor, Shares } from "@sanshi/money";

export type DueOfferingRow = {
  id: bigint;
};

export type EnteredRow = {
  customer_id: bigint;
  id: bigint;
  offering_id: bigint;
  number: string;
  lots: number;
  nonce: string;
  subscribed_at: number;
  signature: string;
  status: number;
  allotted_lots: number;
  waiting_place: number | null;
  amount: Minor | null;
  pay_until: number | null;
  paid_at: number | null;
};

export type EntrantRow = {
  id: bigint;
  customer_id: bigint;
  number: string;
};

export type EntrantsToTellRow = {
  id: bigint;
  through: bigint;
  market: MarketKey;
  code: string;
  names: ReasonSentences;
  root: string | null;
};

export type EntryRow = {
  number: string;
  lots: number;
  nonce: string;
};

export type FreeLotsRow = {
  taken: number;
};

export type HasSubscribedRow = {
  place: number | null;
  is_own: boolean;
};

export type MissedRow = {
  customer_id: bigint | null;
  ended_at: number | null;
};

export type NextSubscriptionIdRow = {
  id: bigint;
};

export type StoredSubscription = {
  id: bigint;
  offering_id: bigint;
  customer_id: bigint;
  number: string;
  lots: number;
  nonce: string;
  subscribed_at: number;
  signature: string;
  status: number;
  allotted_lots: number;
  waiting_place: number | null;
  amount: Minor | null;
  pay_until: number | null;
  paid_at: number | null;
};

export type ToTellRow = {
  id: bigint;
  customer_id: bigint;
  number: string;
  status: number;
  allotted_lots: number;
  waiting_place: number | null;
  amount: Minor | null;
  pay_until: number | null;
  position_id: bigint | null;
  offering_id: bigint;
  market: MarketKey;
  code: string;
  names: ReasonSentences;
  lot_size: Shares;
  root: string | null;
  terms_hash: string;
  withdrawn_reason: ReasonSentences | null;
};

export type WaitingRow = {
  id: bigint;
  lots: number;
};

export type WithdrawalToTellRow = {
  id: bigint;
  through: bigint;
  code: string;
  names: ReasonSentences;
  withdraws_at: number | null;
  withdrawal_reason: ReasonSentences | null;
  withdrawn_reason: ReasonSentences | null;
};
