// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, MarketKey } from "@sanshi/money";

export type MarketTradedRow = {
  market: MarketKey;
  traded: bigint;
  dividends: bigint;
  interest_paid: bigint;
  fees: bigint;
};

export type OwnFlowRow = {
  currency: Currency;
  day: number;
  amount: bigint;
};
