// Written by `npm run types` from the migrations and the statements: not by hand.

export type TradeFlowsRow = {
  currency: string;
  settles_on: string | null;
  amount: bigint;
};
