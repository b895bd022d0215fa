// Written by `npm run types` from the migrations and the statements: not by hand.

export type DuePositionsRow = {
  id: bigint;
  customer_id: bigint;
  due_on: string;
  told_at: number;
};

export type InsertTermNoticeRow = {
  position_id: bigint;
};

export type TermPositionsRow = {
  id: bigint;
  customer_id: bigint;
  code: string;
  side: "long" | "short";
  left: bigint;
  opened_at: number;
  stage: "month" | "week" | "day" | null;
  due_on: string | null;
};
