// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CustomerState } from "@sanshi/contract";

export type LoadAllRow = {
  token_hash: string;
  session_id: string;
  customer_id: bigint;
  account: string;
  state: CustomerState;
};

export type NoteProofRow = {
  until: number | null;
};
