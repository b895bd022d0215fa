// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type AllottedOtherwiseRow = {
  number: string | null;
  expected: string;
  found: string;
};

export type BundleRow = {
  id: bigint;
  body: Buffer;
  terms_hash: string;
  root: string | null;
  result: string | null;
};

export type HeldPositionRow = {
  id: bigint;
  account: string;
  market: MarketKey;
  side: "long" | "short";
  opened_at: number;
  opened: Shares;
  closed: Shares;
  open_price: Price;
  open_value: bigint | null;
  rounds_price: boolean;
};
