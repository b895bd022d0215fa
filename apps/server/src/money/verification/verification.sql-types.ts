// Written by `npm run types` from the migrations and the statements: not by hand.
import type { IdType } from "@sanshi/contract";

export type AccountsOfSameNumberRow = {
  account: string;
};

export type CustomerStatusRow = {
  verification: number;
};

export type FindSealedNumberRow = {
  customer_id: bigint;
  id_number_sealed: Buffer | null;
};

export type PhotosOfRow = {
  front: bigint;
  back: bigint | null;
};

export type StoredVerification = {
  id: bigint;
  customer_id: bigint;
  status: number;
  name: string;
  name_kana: string | null;
  id_type: IdType;
  id_number_masked: string;
  submitted_at: number;
  decided_at: number | null;
  reason_code: string | null;
  reason_words: string;
};

export type VerifiedRow = {
  customer_id: bigint;
  identity: Buffer | null;
};

export type WithoutNameKeyRow = {
  id: bigint;
  name: string;
  name_kana: string | null;
};
