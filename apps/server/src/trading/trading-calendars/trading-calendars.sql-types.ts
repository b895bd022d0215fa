// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MarketKey } from "@sanshi/money";

export type CountOrdersEndingRow = {
  orders: number;
};

export type ListedDecision = {
  id: bigint;
  market: MarketKey;
  year: number;
  basis: "published" | "expected";
  closed_days: number;
  half_days: number;
  notice_title: string | null;
  notice_address: string | null;
  notice_published_on: string | null;
  holds_from: string;
  proposed_by: bigint;
  /** The operator's address, for the back office alone. */
  proposer: string;
  approved_by: bigint;
  /** The operator's address, for the back office alone. */
  approver: string;
  decided_at: number;
};

export type OpenRecallsRow = {
  recalled_at: number;
  due_at: number;
};

export type StoredDecision = {
  id: bigint;
  market: MarketKey;
  year: number;
  basis: "published" | "expected";
  closed_days: string[];
  half_days: string[];
  notice_title: string | null;
  notice_address: string | null;
  notice_published_on: string | null;
  holds_from: string;
};

export type TradersInRow = {
  span: number | null;
  customer_id: bigint;
  trades: number;
};
