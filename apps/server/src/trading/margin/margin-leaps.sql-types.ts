// Written by `npm run types` from the migrations and the statements: not by hand.

export type AdvancedRow = {
  customer_id: bigint;
};

export type LookedUntilRow = {
  looked_until: number;
};

export type MarginedStockRow = {
  code: string;
};
