// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Price } from "@sanshi/money";

export type CountLinesRow = {
  of_customer: number;
  on_stock: number;
  drawn: number;
};

export type StoredLine = {
  id: string;
  kind: "trend" | "level" | "fibonacci";
  from_at: number;
  from_price: Price;
  to_at: number;
  to_price: Price;
};
