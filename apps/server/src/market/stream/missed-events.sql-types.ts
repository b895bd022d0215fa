// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MessageKind } from "@sanshi/contract";
import type { MarketKey, Price, Shares } from "@sanshi/money";

export type FiredAlertRow = {
  id: bigint;
  market: MarketKey;
  code: string;
  fired_at: number;
  fired_price: Price | null;
};

export type MessagesSinceRow = {
  id: bigint;
  kind: MessageKind;
  sent_at: number;
};

export type MovementRow = {
  kind: string;
  happened_at: number;
  position_id: bigint | null;
  market: MarketKey | null;
  code: string | null;
  opens: boolean | null;
  price: Price | null;
  quantity: Shares | null;
};

export type RepliesSinceRow = {
  id: bigint;
  sent_at: number;
};
