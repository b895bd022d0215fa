// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type SavedScreenRow = {
  name: string;
  type: MarketKey;
  criteria: unknown;
  saved_at: number;
};
