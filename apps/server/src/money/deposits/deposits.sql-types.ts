// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Names } from "./channels.rules.ts";
import type { DelayReason } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";

export type ApprovedByOneRow = {
  sum: string;
};

export type InsertDepositRow = {
  id: bigint;
};

export type StoredDeposit = {
  id: bigint;
  customer_id: bigint;
  channel_id: bigint;
  channel_name: Names;
  currency: Currency;
  amount: Minor;
  status: number;
  reference: string;
  submitted_at: number;
  promised_by: number | null;
  delay_reason: DelayReason | null;
  decided_at: number | null;
  reason_code: string | null;
  reason_words: string;
};
