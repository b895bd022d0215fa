// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type BalanceAtRow = {
  currency: Currency;
  purpose: string;
  before: bigint;
  after: bigint;
};

export type HeadAfterRow = {
  head: string;
};

export type KeptPriceRow = {
  price: bigint | null;
};

export type RegisteredAtRow = {
  at: number;
};

export type TradedRow = {
  traded_at: number;
  filled_at: number;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  opens: boolean;
  quantity: Shares;
  price: Price;
  amount: Minor;
  fee: Minor;
  profit: bigint | null;
  feed: string;
};
