// Written by `npm run types` from the migrations and the statements: not by hand.

export type DueRow = {
  due: boolean;
};

export type FollowedNoticeRow = {
  id: bigint;
};

export type FollowedRecallRow = {
  id: bigint;
};

export type IsSplittingRow = {
  action_id: bigint;
};

export type JoinedNoticeRow = {
  id: bigint;
};

export type OpenNoticeRow = {
  id: bigint;
  position_id: bigint;
  customer_id: bigint;
  due_at: number;
  open: bigint;
};

export type OpenRecallRow = {
  id: bigint;
  customer_id: bigint;
  position_id: bigint;
  due_at: number;
  open: bigint;
};

export type PoolNowRow = {
  lent: bigint;
  short: bigint;
};

export type RecalledRow = {
  position_id: bigint;
  due_at: number;
  open: bigint;
};

export type ShortToCallRow = {
  id: bigint;
  customer_id: bigint;
  quantity: bigint;
  actions: number;
};

export type StockToSettleRow = {
  market: string;
  code: string;
};
