// Written by `npm run types` from the migrations and the statements: not by hand.

export type EarningOfDaysRow = {
  period_id: bigint;
  after_day: string;
  through_day: string;
  quantity: bigint | null;
  earned: bigint;
  paid: bigint;
  borrowed_time: bigint;
  short_time: bigint;
  lent_time: bigint;
  base_basis_points: number;
  premium_basis_points: number;
};

export type LendersAndPaidRow = {
  lenders: number;
  automatic: number;
  paid: bigint;
};
