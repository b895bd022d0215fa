import type { Price, Shares } from "@sanshi/money";
import type { Quote } from "../market-feed/market-feed.ts";

/** What a venue is told. It never learns whose order it is, so it cannot price by customer. */
export type VenueOrder = {
  side: "buy" | "sell";
  quantity: Shares;
  /** Null: at the market. */
  limit: Price | null;
  /**
   * Set of an order that was there before the quote: what the market passed on its way to the quote was there to
   * trade with. `stop` is the price that has just let it loose; null without one.
   */
  waited?: { stop: Price | null };
};

/** What an order takes of one level of the quote. */
export type Slice = { price: Price; quantity: Shares };

/** What of an order is filled at a quote: all of it, a part, or nothing. */
export type Match = {
  /** By level, the best first; at least one share each. */
  slices: readonly Slice[];
  /** Shares of all slices. */
  quantity: Shares;
  /** Price × shares of all slices: exact, in ten-thousandths of the currency's unit. */
  value: bigint;
  /** Value over quantity, a half rounded up; null where nothing is filled. */
  price: Price | null;
  /** False where nobody stands on the other side: it is locked at the day's limit. */
  hasCounterparty: boolean;
};

/** Where orders go. One adapter per venue; simulated and live never mix. */
export type ExecutionVenue = {
  name: string;
  kind: "simulated" | "live";
  /** Matches an order with the levels of a quote. What is left over is the caller's to keep or to end. */
  match(order: VenueOrder, quote: Quote): Match;
};
