// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type IsGivenCodeRow = {
  is_given: boolean;
};

export type StoredCodeChange = {
  id: bigint;
  market: "jpy" | "usd" | "cny";
  old_code: string;
  new_code: string;
  exchange: "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE" | "BSE";
  name_before_jp: string;
  name_before_cn: string;
  name_before_us: string;
  name_jp: string | null;
  name_cn: string | null;
  name_us: string | null;
  effective_on: string;
  effective_at: number;
  carried_at: number | null;
};

export type StoredEnd = {
  id: bigint;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  last_trading_day: string;
  announced_at: number;
  cash_price: Price | null;
  document_address: string | null;
  settlement_price: Price | null;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  target_price: Price | null;
};

export type StoredListing = {
  market: MarketKey;
  code: string;
  exchange: "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE" | "BSE";
  name_jp: string;
  name_cn: string;
  name_us: string;
  search_terms: string[];
  sector: string;
  listed_on: string | null;
  added_at: number;
  offer_price: Price | null;
};

export type StoredName = {
  market: "jpy" | "usd" | "cny";
  code: string;
  since: number;
  name_jp: string;
  name_cn: string;
  name_us: string;
};

export type StoredRecord = {
  market: MarketKey;
  code: string;
  name_jp: string | null;
  name_cn: string | null;
  name_us: string | null;
  search_terms: string[] | null;
  sector: string | null;
  lot_size: Shares | null;
  offered: boolean;
};
