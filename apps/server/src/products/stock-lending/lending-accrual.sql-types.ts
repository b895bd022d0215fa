// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Minor } from "@sanshi/money";

export type AccruedLendingRow = {
  position_id: bigint;
  account_id: bigint;
  paid: bigint | null;
  debt_id: bigint | null;
  shortfall: Minor | null;
};

export type BusyDayRow = {
  day: string | null;
};

export type InsertPeriodRow = {
  id: bigint;
};

export type LastPeriodRow = {
  id: bigint;
  after_day: string;
  through_day: string;
  lenders_day: bigint;
  lent_time: bigint;
};

export type LendersPageRow = {
  position_id: bigint;
};

export type LendingAccountsRow = {
  id: bigint;
};

export type LentStockRow = {
  market: string;
  code: string;
  since: number;
};

export type LentTimeRow = {
  time: bigint;
};

export type ShortTimeRow = {
  position_id: bigint;
  time: bigint;
  value: bigint | null;
  open: boolean;
};
