// Written by `npm run types` from the migrations and the statements: not by hand.
import type { CardType } from "@sanshi/contract";

export type AccountsOfSameCardRow = {
  account: string;
};

export type IsAwaitedRow = {
  awaited: boolean;
};

export type StoredCard = {
  id: bigint;
  customer_id: bigint;
  country: string;
  holder_name: string;
  number_masked: string;
  number_sealed: Buffer;
  bank_code: string | null;
  bank_name: string;
  branch_code: string;
  branch_name: string;
  card_type: CardType;
  added_at: number;
};
