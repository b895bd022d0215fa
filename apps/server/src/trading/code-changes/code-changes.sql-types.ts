// Written by `npm run types` from the migrations and the statements: not by hand.

export type CarryCodeChangeRow = {
  rows: bigint;
};

export type DueRow = {
  due: boolean;
};

export type InsertCodeChangeRow = {
  id: bigint;
};

export type InsertStepRow = {
  change_id: bigint;
};

export type IsUsedCodeRow = {
  is_used: boolean;
};

export type StoredChange = {
  id: bigint;
  market: "jpy" | "usd" | "cny";
  old_code: string;
  new_code: string;
  exchange_before: "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE" | "BSE";
  exchange: "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE" | "BSE";
  name_before_jp: string;
  name_before_cn: string;
  name_before_us: string;
  name_jp: string | null;
  name_cn: string | null;
  name_us: string | null;
  effective_on: string;
  effective_at: number;
  proposal_id: bigint | null;
  decided_at: number;
  announced_at: number | null;
  withdrawn_at: number | null;
  carried_at: number | null;
  settled_at: number | null;
  told_at: number | null;
};
