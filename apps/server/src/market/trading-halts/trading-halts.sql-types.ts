// Written by `npm run types` from the migrations and the statements: not by hand.
import type { HaltRole, ReasonCode, ReasonSentences } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type BarredUntilRow = {
  ended: number | null;
};

export type DueRow = {
  due: boolean;
};

export type InsertHaltRow = {
  id: bigint;
};

export type IsHaltedRow = {
  id: bigint;
};

export type ListedHalt = {
  id: bigint;
  market: MarketKey | null;
  code: string | null;
  closing_allowed: boolean;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  halted_at: number;
  halted_role: HaltRole;
  until_at: number | null;
  resumed_at: number | null;
  /** The operator's address, for the back office alone. */
  halted_by: string | null;
  /** The operator's address, for the back office alone. */
  resumed_by: string | null;
};

export type NextHoldersRow = {
  customer_id: bigint;
};

export type StoredHalt = {
  id: bigint;
  market: MarketKey | null;
  code: string | null;
  closing_allowed: boolean;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  halted_at: number;
  halted_role: HaltRole;
  until_at: number | null;
  resumed_at: number | null;
};

export type Telling = {
  id: bigint;
  market: MarketKey | null;
  code: string | null;
  closing_allowed: boolean;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  halted_at: number;
  halted_role: HaltRole;
  until_at: number | null;
  resumed_at: number | null;
  what: "halted" | "resumed";
  told_through: bigint;
};

export type WasHaltedByRuleRow = {
  id: bigint;
};

export type WidelyHaltedMsRow = {
  ms: number;
};
