import { divide, price, shares } from "@sanshi/money";
import type { ExecutionVenue, Slice } from "./execution-venue.ts";

/**
 * Fills against the levels of the quote that it is shown, the best first: a purchase at the asks, a
 * sale at the bids, none of them worse than the limit. Every order meets the levels as the quote has
 * them, whatever others took of it: the market's own participants stand behind them, and paper money
 * moves no price. A side without a level is locked at the day's limit: nobody sells, or nobody buys.
 */
export const simulatedVenue: ExecutionVenue = {
  name: "simulated",
  kind: "simulated",
  match({ side, quantity, limit }, quote) {
    const levels = side === "buy" ? quote.asks : quote.bids;
    const slices: Slice[] = [];
    let left: bigint = quantity;
    let value = 0n;
    for (const level of levels) {
      const reached =
        limit === null || (side === "buy" ? level.price <= limit : level.price >= limit);
      if (left === 0n || !reached) break;
      const taken = level.quantity < left ? level.quantity : left;
      if (taken <= 0n) continue;
      slices.push({ price: level.price, quantity: shares(taken) });
      value += level.price * taken;
      left -= taken;
    }
    const filled = quantity - left;
    return {
      slices,
      quantity: shares(filled),
      value,
      price: filled > 0n ? price(divide(value, filled, "half_up")) : null,
      hasCounterparty: levels.length > 0,
    };
  },
};
