// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type StoredOffer = {
  market: MarketKey;
  /** Empty for the whole market. */
  code: string;
  leverages: number[] | null;
  short_offered: boolean | null;
};
