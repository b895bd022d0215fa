// Written by `npm run types` from the migrations and the statements: not by hand.

export type FollowedGainRow = {
  customer_id: bigint;
  currency: string;
  gain: bigint | null;
};
