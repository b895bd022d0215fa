// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Minor } from "@sanshi/money";

export type AccruingPositionRow = {
  id: bigint;
  customer_id: bigint;
  revision: number;
  market: MarketKey;
  side: "long" | "short";
  opened_at: number;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  interest_through: string | null;
};
