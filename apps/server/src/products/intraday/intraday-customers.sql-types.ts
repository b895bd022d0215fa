// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";

export type IntradayCustomerRow = {
  id: bigint;
  account: string;
  state: CustomerState;
};
