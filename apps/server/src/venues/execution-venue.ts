import type { Price, Shares } from "@sanshi/money";
import type { Quote } from "../market-feed/market-feed.ts";

/** What a venue is told. It never learns whose order it is, so it cannot price by customer. */
export type VenueOrder = {
  side: "buy" | "sell";
  quantity: Shares;
  /** Null: at the market. */
  limit: Price | null;
};

/** Filled as a whole at one price; waiting for its limit; or nobody on the other side. */
export type VenueAnswer =
  | { kind: "filled"; price: Price }
  | { kind: "waits" }
  | { kind: "no_counterparty" };

/** Where orders go. One adapter per venue; simulated and live never mix. */
export type ExecutionVenue = {
  name: string;
  kind: "simulated" | "live";
  execute(order: VenueOrder, quote: Quote): VenueAnswer;
};
