// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type KnownRequestsRow = {
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  answer: string | null;
  positionId: bigint | null;
  market: MarketKey | null;
  code: string | null;
  quantity: Shares | null;
  price: Price | null;
  amount: Minor | null;
  fee: Minor | null;
  quoteSequence: bigint | null;
  filledAt: number | null;
  sellableAt: number | null;
};

export type TakePositionIdBlocksRow = {
  block: bigint;
};

export type TradingAccount = {
  customer_id: bigint;
  currency: Currency;
  purpose: string;
  id: bigint;
};
