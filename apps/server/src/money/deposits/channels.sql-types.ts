// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Names } from "./channels.rules.ts";
import type { ServiceDays } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";

export type StoredChannel = {
  id: bigint;
  currency: Currency;
  name: Names;
  instructions: Names;
  account_name: string;
  account_number: string;
  bank_name: string;
  branch_name: string;
  minimum: Minor | null;
  maximum: Minor | null;
  hours_from: string;
  hours_to: string;
  days: ServiceDays;
  closes: boolean;
  position: number;
  simulated: boolean;
  demo: boolean;
  withdrawn_at: number | null;
  holds_from: number | null;
};

export type WithdrawChannelRow = {
  replaces: bigint | null;
  is_ahead: boolean | null;
};
