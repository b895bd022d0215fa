// Written by `npm run types` from the migrations and the statements: not by hand.

export type ApproverOfRow = {
  decided_by: bigint | null;
};

export type DueHoldsRow = {
  id: bigint;
};

export type FindByRequestRow = {
  id: bigint;
};

export type FindCustomerIdRow = {
  id: bigint;
};

export type RecentAmountsRow = {
  amount: string | null;
};

export type StoredHold = {
  proposal_id: bigint;
  customer_id: bigint;
  takes_effect_at: number;
  state: "waits" | "objected" | "posted" | "dropped";
};
