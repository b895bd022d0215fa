// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type TakePositionIdBlocksRow = {
  block: bigint;
};

export type TradingAccount = {
  customer_id: bigint;
  currency: Currency;
  purpose: string;
  id: bigint;
};
