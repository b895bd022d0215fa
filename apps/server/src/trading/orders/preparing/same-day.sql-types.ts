// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type MoneyAfterRow = {
  ordinal: number | null;
  money: Minor | null;
};

export type SameDayFillsRow = {
  ordinal: number | null;
  fills: unknown;
  left_now: bigint | null;
  waiting: bigint | null;
  available: bigint | null;
};
