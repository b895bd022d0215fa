// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type FoldPoolsRow = {
  taken: boolean | null;
};

export type LentAllRow = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  lent: bigint;
  quantity: bigint;
};

export type LentRow = {
  id: bigint;
  customer_id: bigint;
  market: MarketKey;
  code: string;
  lent: bigint;
};
