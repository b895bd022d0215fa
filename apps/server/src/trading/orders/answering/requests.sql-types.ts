// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";

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
