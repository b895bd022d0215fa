// Written by `npm run types` from the migrations and the statements: not by hand.
import type { OperatorRole } from "@sanshi/contract";

export type CaseCommentColumns = {
  id: bigint;
  queue: string;
  item_id: bigint;
  body: string;
  written_by: bigint;
  /** The operator's address, for the back office alone. */
  writer: string;
  role: string;
  handed_to: bigint | null;
  /** The operator's address, for the back office alone. */
  receiver: string | null;
  written_at: number;
};

export type Colleague = {
  id: bigint;
  /** The operator's address, for the back office alone. */
  email: string;
  role: OperatorRole;
};

export type CountCommentsRow = {
  comments: number;
};
