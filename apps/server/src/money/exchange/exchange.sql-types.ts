// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Currency, Minor } from "@sanshi/money";

export type InsertExchangeRow = {
  id: bigint;
};

export type InsertQuoteRow = {
  id: bigint;
};

export type LockQuoteRow = {
  now: number;
  used: boolean;
};

export type StoredExchange = {
  id: bigint;
  customer_id: bigint;
  from_currency: Currency;
  to_currency: Currency;
  amount: Minor;
  receive: Minor;
  at_mid: Minor;
  per: number;
  mid: bigint;
  rate: bigint;
  feed: string;
  rates_sequence: bigint;
  rates_at: number;
  quoted_at: number;
  expires_at: number;
  exchanged_at: number;
};

export type StoredQuote = {
  id: bigint;
  customer_id: bigint;
  from_currency: Currency;
  to_currency: Currency;
  amount: Minor;
  receive: Minor;
  at_mid: Minor;
  per: number;
  mid: bigint;
  rate: bigint;
  feed: string;
  rates_sequence: bigint;
  rates_at: number;
  quoted_at: number;
  expires_at: number;
};
