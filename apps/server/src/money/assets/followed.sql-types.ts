// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency } from "@sanshi/money";

export type FollowedGainRow = {
  customer_id: bigint;
  currency: Currency;
  gain: bigint | null;
};
