import type { ExecutionVenue } from "./execution-venue.ts";

/**
 * Fills against the quote that it is shown: a purchase at the best ask, a sale at the best bid. A limit
 * fills there too when the market is at it or better, and otherwise waits. A side without a level is
 * locked at the day's limit: nobody sells, or nobody buys.
 */
export const simulatedVenue: ExecutionVenue = {
  name: "simulated",
  kind: "simulated",
  execute({ side, limit }, quote) {
    const levels = side === "buy" ? quote.asks : quote.bids;
    if (levels.length === 0)
      return limit === null ? { kind: "no_counterparty" } : { kind: "waits" };
    const price = side === "buy" ? quote.ask : quote.bid;
    if (limit === null) return { kind: "filled", price };
    const reached = side === "buy" ? price <= limit : price >= limit;
    return reached ? { kind: "filled", price } : { kind: "waits" };
  },
};
