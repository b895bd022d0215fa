// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey, Shares } from "@sanshi/money";

export type AttemptsRow = {
  attempts: number;
};

export type HeldUpRow = {
  order_id: bigint;
  account: string;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  quantity: Shares;
  filled: Shares;
  dispute:
    | "trade_after_end"
    | "ended_twice"
    | "unknown_trade"
    | "correction_grew"
    | "not_asked"
    | "figures_differ"
    | "not_bookable"
    | null;
  reason: string | null;
  attempts: number | null;
  tried_at: number | null;
  retry_at: number | null;
  report_type: string | null;
  sequence: bigint | null;
  since: number | null;
  reports: number;
  total: number;
};

export type RetriedRow = {
  waiting: number;
};

export type StrayReportRow = {
  sequence: bigint;
  execution_id: string;
  client_order_id: string;
  type:
    | "accepted"
    | "rejected"
    | "trade"
    | "cancelled"
    | "expired"
    | "replaced"
    | "request_rejected"
    | "busted"
    | "corrected"
    | "status"
    | "request_unknown"
    | "order_unknown"
    | "unreadable";
  received_at: number;
};
