// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type Stored = {
  id: bigint;
  market: MarketKey;
  valid_from: string;
  rate: number | null;
  minimum: bigint | null;
  maximum: bigint | null;
};
