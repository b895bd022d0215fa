// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Shares } from "@sanshi/money";

export type DayTradesRow = {
  day_trades: number;
  trades: number;
};

export type WaitingTradeRow = {
  code: string;
  quantity: Shares;
};
