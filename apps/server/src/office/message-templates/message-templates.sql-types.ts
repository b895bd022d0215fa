// Written by `npm run types` from the migrations and the statements: not by hand.
import type { TemplatePlace, WrittenTexts } from "@sanshi/contract";

export type AmountIsTheirsRow = {
  account_id: bigint;
};

export type CaseIsTheirsRow = {
  id: bigint;
};

export type FindCustomerIdRow = {
  id: bigint;
};

export type InsertTemplateRow = {
  id: bigint;
};

export type OrderIsTheirsRow = {
  id: bigint;
};

export type RecordRow = {
  at: number;
  amount: bigint | null;
  currency: string | null;
  caseNumber: string | null;
  document: string | null;
  isDone: boolean | null;
};

export type StoredTemplate = {
  id: bigint;
  place: TemplatePlace;
  texts: WrittenTexts;
  proposal_id: bigint | null;
};

export type WasSentRow = {
  id: bigint;
};
