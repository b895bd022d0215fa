// Written by `npm run types` from the migrations and the statements: not by hand.
import type { WrittenTexts } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type AllottedOtherwiseRow = {
  number: string | null;
  expected: string;
  found: string;
};

export type BundleRow = {
  id: bigint;
  body: Buffer;
  terms_hash: string;
  root: string | null;
  result: string | null;
};

export type ChangeInNews = {
  article: bigint;
  id: bigint;
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
};

export type EndInNews = {
  article: bigint;
  id: bigint;
  market: MarketKey;
  code: string;
  former_codes: string[];
  last_trading_day: string;
  target_code: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  settlement_price: Price | null;
  target_price: Price | null;
  is_announced: boolean;
  is_settled: boolean;
};

export type HeldPositionRow = {
  id: bigint;
  account: string;
  market: MarketKey;
  side: "long" | "short";
  opened_at: number;
  opened: Shares;
  closed: Shares;
  open_price: Price;
  open_value: bigint | null;
  rounds_price: boolean;
};

export type UnsignedArticle = {
  id: bigint;
  texts: WrittenTexts;
};
