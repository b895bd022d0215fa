// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type CountWatchedRow = {
  count: number;
};

export type HasWatchedRow = {
  found: number;
};

export type WatchedStock = {
  type: MarketKey;
  code: string;
};
