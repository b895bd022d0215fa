// Written by `npm run types` from the migrations and the statements: not by hand.

export type ForcedOrderRow = {
  order_id: bigint;
  position_id: bigint;
  customer_id: bigint;
  market: "jpy" | "usd" | "cny";
  code: string;
  side: "long" | "short";
  reason: "call_overdue" | "ratio_too_low" | "term_ended";
  decided_at: number;
  equity: bigint;
  exposure: bigint;
  ratio: bigint;
  ratio_required: bigint;
  called_at: number | null;
  due_at: number | null;
  due_on: string | null;
  rule: string;
  rule_since: string;
};

export type SellingRow = {
  is_selling: boolean;
};
