// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type BuyAllRow = {
  paid_in: bigint;
  units: bigint;
  owed: bigint;
};

export type DecidedFollowing = {
  id: bigint;
  product_id: bigint;
  customer_id: bigint | null;
  status: number;
  amount: Minor;
  stop_percent: number | null;
  asked_at: number;
  units: bigint;
  bought_number: number | null;
  bought_at: number | null;
  locked_until: number | null;
  end_asked_at: number | null;
  end_cause: "customer" | "stop" | "wind_down" | "returned" | null;
  stop_reached_at: number | null;
  ended_number: number | null;
  ended_at: number | null;
  proceeds: Minor | null;
  to_notify: "bought" | "stop_reached" | "suspended" | null;
  bought_value: bigint | null;
  ended_value: bigint | null;
};

export type EndableRow = {
  id: bigint;
  units: bigint;
};

export type ProductsToSettleRow = {
  product_id: bigint;
};

export type WaitingFlowsRow = {
  comes: bigint;
  goes: bigint;
};
