// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor, Price, Shares } from "@sanshi/money";

export type ReversibleFillRow = {
  position_id: bigint;
  number: number;
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  fee_items: { name: string; amount: string }[];
  profit: bigint | null;
  filled_at: number;
  position_revision: number;
  lent: bigint;
  order_state: "working" | "filled" | "cancelled" | "expired" | "rejected";
  filled: Shares;
  open_value: bigint | null;
  beside_quantity: bigint | null;
  beside_amount: bigint | null;
  beside_value: bigint | null;
  paid_items: unknown;
  was_adjusted: boolean;
};
