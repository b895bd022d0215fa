// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type GrownRow = {
  id: bigint;
  grown: bigint;
};

export type PoolTrade = {
  position_id: bigint;
  number: number;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  profit: bigint | null;
  feed: string;
  quote_sequence: bigint;
  bid: Price;
  ask: Price;
  filled_at: number;
  filled_microseconds: string;
};

export type TradedRow = {
  traded: bigint;
  fees: bigint;
  spread: bigint;
};
