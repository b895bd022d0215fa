// Written by `npm run types` from the migrations and the statements: not by hand.
import type { ReasonSentences } from "@sanshi/contract";
import type { Currency, MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type FundSumRow = {
  currency: Currency;
  received: bigint;
  paid: bigint;
  transfers: number;
};

export type ListEntriesRow = {
  account_id: bigint;
  version: bigint;
  transfer_id: bigint;
  currency: Currency;
  kind: string;
  cause_id: bigint;
  happened_at: number;
  leads: boolean | null;
};

export type OwnAccount = {
  id: bigint;
  purpose: string;
};

export type OwnPostingRow = {
  transfer_id: bigint;
  currency: Currency;
  purpose: string;
  amount: Minor;
  balance_after: Minor | null;
};

export type PaidOffering = {
  id: bigint;
  number: string;
  market: MarketKey;
  code: string;
  names: ReasonSentences;
};

export type RecordedFillRow = {
  position_id: bigint;
  at: number;
  opens: boolean;
  quantity: Shares;
  price: Price;
  fee: Minor;
  feed: string;
};

export type TradedPosition = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
};

export type TransferPosting = {
  transfer_id: bigint;
  account_id: bigint;
  currency: Currency;
  kind: string;
  cause_id: bigint;
  happened_at: number;
  amount: Minor;
  purpose: string;
  is_house: boolean;
  is_own: boolean;
  balance_after: Minor | null;
  concerns: boolean;
};
