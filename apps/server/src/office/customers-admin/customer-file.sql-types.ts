// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type CaseColumns = {
  kind: string;
  id: bigint | null;
  about: string | null;
  amount: Minor | null;
  currency: string | null;
  since: number | null;
  due_at: number | null;
};

export type FindNoteRow = {
  id: bigint;
  body: string;
  role: string;
  /** The operator's address, for the back office alone. */
  writer: string;
  written_at: number;
  customer_id: bigint;
  written_by: bigint;
};

export type InsertNoteRow = {
  id: bigint;
};

export type NoteRow = {
  id: bigint;
  body: string;
  /** The operator's address, for the back office alone. */
  writer: string;
  role: string;
  written_at: number;
};
