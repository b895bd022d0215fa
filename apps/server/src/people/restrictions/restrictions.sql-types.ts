// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState, OperatorRole, ReasonCode, ReasonSentences } from "@sanshi/contract";

export type ClosingBarredHoursRow = {
  hours: number | null;
};

export type HoldStateRow = {
  state: CustomerState;
};

export type LockCustomerRow = {
  state: CustomerState;
};

export type StoredRestriction = {
  id: bigint;
  state: CustomerState;
  reason: ReasonCode;
  texts: ReasonSentences | null;
  restricted_role: OperatorRole | null;
  approved_role: OperatorRole | null;
  since: number;
  review_at: number;
  closing_barred_until: number | null;
  ended_at: number | null;
  /** The operator's address, for the back office alone. */
  by: string | null;
};

export type WasBannedRow = {
  id: bigint;
};
