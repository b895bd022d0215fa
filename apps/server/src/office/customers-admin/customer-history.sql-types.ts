// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Message, MessageKind, OrderKind, PositionStatus } from "@sanshi/contract";
import type { Currency, MarketKey, Minor, Price, Shares } from "@sanshi/money";

export type FillRow = {
  position_id: bigint;
  number: number;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  feed: string;
  quote_sequence: bigint;
  bid: Price;
  ask: Price;
  quote_at: number;
  filled_at: number;
};

export type MessageRow = {
  id: bigint;
  kind: MessageKind;
  params: Record<string, string>;
  texts: Message["texts"] | null;
  sent_at: number;
  read_at: number | null;
};

export type OwnsAccountRow = {
  own: boolean;
};

export type PositionRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  side: "long" | "short";
  kind: OrderKind;
  status: PositionStatus;
  leverage: number;
  quantity: Shares;
  opened: Shares;
  closed: Shares;
  limit_price: Price | null;
  open_price: Price | null;
  realised: Minor;
  placed_at: number;
  opened_at: number | null;
  ended_at: number | null;
  extended_hours: boolean;
};

export type PostingColumns = {
  transfer_id: bigint;
  kind: string;
  cause_id: bigint;
  amount: Minor;
  balance_after: Minor | null;
  version: bigint;
  happened_at: number;
  currency: Currency;
  against: unknown;
};

export type SessionRow = {
  id: string;
  device: string;
  created_at: number;
  last_seen_at: number;
  revoked_at: number | null;
};
