// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Price } from "@sanshi/money";

export type ChoiceRow = {
  automatic: boolean;
  changed_at: number;
};

export type DueRow = {
  due: boolean;
};

export type EarningRow = {
  market: string;
  earned: bigint;
};

export type HeldForLendingRow = {
  market: MarketKey;
  code: string;
  side: "long" | "short";
  leverage: number;
  state: "holding" | "closing" | "closed" | "locked";
  free: bigint;
};

export type KeepBackRow = {
  position_id: bigint;
};

export type LendableRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  open_price: Price;
  lent: bigint;
  quantity: bigint;
  free: bigint;
};

export type LendingRow = {
  position_id: bigint;
  customer_id: bigint;
  market: string;
  code: string;
  first_lent_at: number;
  earned: bigint;
  fraction: number;
  kept_back: boolean;
  lent: bigint;
  free: bigint;
};

export type LockLentRow = {
  lent: bigint;
};

export type ToLendRow = {
  id: bigint;
  customer_id: bigint;
};
