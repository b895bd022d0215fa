// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type BookBreakRow = {
  kind: string;
  id: bigint;
  account: string;
  currency: Currency;
  amount: bigint;
  booked_at: number | null;
};

export type CandidateRow = {
  kind: string;
  id: bigint;
  currency: Currency;
  amount: bigint;
  reference: string;
};

export type FindRecord2Row = {
  currency: Currency;
  amount: bigint;
};

export type FindRecordRow = {
  currency: Currency;
  amount: Minor;
};

export type LockMovementRow = {
  currency: Currency;
  amount: Minor;
  bank_id: string;
  matched_kind: "deposit" | "withdrawal" | null;
};

export type StoredMovement = {
  id: bigint;
  bank_id: string;
  booked_on: string;
  currency: Currency;
  amount: Minor;
  reference: string;
  counterparty: string;
  matched_kind: "deposit" | "withdrawal" | null;
  matched_id: bigint | null;
  /** The operator's address, for the back office alone. */
  matched_by: string | null;
  matched_at: number | null;
  file_name: string;
};
