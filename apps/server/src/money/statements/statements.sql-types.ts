// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, MarketKey, Price } from "@sanshi/money";

export type BalanceAtRow = {
  currency: Currency;
  purpose: string;
  before: bigint;
  after: bigint;
};

export type HoldingColumns = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  open_price: Price;
  opens: boolean | null;
  quantity: bigint;
};

export type RegisteredAtRow = {
  at: number;
};
