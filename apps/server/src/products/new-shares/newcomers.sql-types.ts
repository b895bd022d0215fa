// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Price } from "@sanshi/money";

export type LastNewcomerRow = {
  number: number | null;
};

export type ToPriceRow = {
  id: bigint;
  market: MarketKey;
  newcomer: number;
  priced_at: number;
  price_low: Price;
  price_high: Price;
};
