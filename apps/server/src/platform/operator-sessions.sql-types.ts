// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole } from "@sanshi/contract";

export type CreateOperatorSessionsRow = {
  operator_id: bigint;
  /** The operator's address, for the back office alone. */
  email: string;
  role: OperatorRole;
  password_change_required: boolean;
  created_at: number;
  has_second_factor: boolean;
};

export type NoteOperatorProofRow = {
  until: number | null;
};

export type OperatorProvedUntilRow = {
  until: number | null;
};
