// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor, Price } from "@sanshi/money";

export type ListedRow = {
  id: bigint;
  customer_id: bigint;
  amount: Minor | null;
  paid_at: number | null;
  offering_id: bigint;
  market: MarketKey;
  code: string;
  price: Price | null;
  quantity: bigint;
};

export type ToListRow = {
  id: bigint;
};
