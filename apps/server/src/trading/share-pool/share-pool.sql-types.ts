// Written by `npm run types` from the migrations and the statements: not by hand.

export type BuyInRow = {
  quantity: bigint;
  price: bigint;
  bought_at: number;
  due_at: number;
  rule: string;
  rule_since: string;
};

export type PoolsOfRow = {
  code: string | null;
  lenders: number;
  short_value: bigint;
};

export type RecallOfRow = {
  quantity: bigint;
  due_at: number;
};

export type StandingPoolsRow = {
  code: string;
  lent: bigint;
  short: bigint;
};
