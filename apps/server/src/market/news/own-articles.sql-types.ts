// Written by `npm run types` from the migrations and the statements: not by hand.
import type { WrittenTexts } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type StoredRow = {
  id: bigint;
  market: MarketKey | null;
  texts: WrittenTexts;
  published_at: number | null;
};
