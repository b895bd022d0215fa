// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole, ReasonCode, ReasonSentences } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type ClosedDay = {
  id: bigint;
  market: MarketKey;
  closed_on: string;
};

export type DueClosing = {
  id: bigint;
  market: MarketKey;
  closed_on: string;
  whole_day: boolean;
  begins_at: number;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  closed_by: bigint;
  closed_role: OperatorRole;
};

export type DueRow = {
  due: boolean;
};

export type InsertClosingRow = {
  id: bigint;
};

export type ListedClosing = {
  id: bigint;
  market: MarketKey;
  closed_on: string;
  whole_day: boolean;
  begins_at: number;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  closed_by: bigint;
  closed_role: OperatorRole;
  /** The operator's address, for the back office alone. */
  closer: string;
  closed_at: number;
  begun_at: number | null;
  withdrawn_at: number | null;
};
